"""Simulations on a Dask cluster: the same figures, whoever dies; clear words where it cannot be. All on loopback."""

import json
import logging
import os
import signal
from pathlib import Path

import pytest
from dask import config
from distributed import Client, LocalCluster

from parlour import cli
from parlour.commands.progress import Progress
from parlour.interpreter.simulation.cluster import players, session

COIN = """\
parlour: 1
id: coin
title: Coin
language: en
players: {min: 1, max: 3}
options: {sides: {default: 2, range: 1..9, help: sides}}
chance: {die: {throw: 1, faces: 9}}
accounts: {purse: {of: player, starts: 10}, bank: {of: table, starts: 1000, short: pays_all}}
phases:
  play:
    turns: players
    do:
      - roll: {with: die, as: t}
      - if: t.total > sides
        then: {end: {outcome: over, winners: me}}
        else: {transfer: {from: bank, to: me.purse, amount: t.total}}
score: me.purse
measures: {left: bank}
"""
MACHINE = ("--engine", "machine")


@pytest.fixture(scope="module")
def cluster():
    made = LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
        memory_limit=0,
    )
    with made:
        yield made


@pytest.fixture
def coin(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("coin.yaml").write_text(COIN)
    return "coin.yaml"


@pytest.fixture
def run(capsys):
    def running(*words):
        capsys.readouterr()
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        assert "internal error" not in captured.err, captured.err
        return code, captured.out, captured.err

    return running


def figures(text):
    return {**json.loads(text), "games_per_second": 0}


def alone(run, *words):
    return figures(run("simulate", *words, "--json")[1])


@pytest.mark.parametrize(
    "words",
    [
        ("-n", 3000, *MACHINE),
        ("-n", 50_000, "--players", 3, "--seed", 4, "--option", "sides=5"),
        ("-n", 3000, "--max-turns", 1, *MACHINE),
        ("--until-ci", 0.03, "--players", 2),
    ],
)
def test_the_figures_are_those_of_one_process(run, coin, cluster, words):
    code, out, err = run("simulate", coin, *words, "--json", "--cluster", cluster.scheduler_address)
    assert (code, err) == (0, "")
    assert figures(out) == alone(run, coin, *words)


def test_rows_are_written_in_order_and_gone_on_with(run, coin, cluster):
    at = ("--cluster", cluster.scheduler_address, "--json", *MACHINE)
    assert run("simulate", coin, "-n", 400, "--out", "there.jsonl", *at)[0] == 0
    text = Path("there.jsonl").read_bytes()
    Path("there.jsonl").write_bytes(text[:-30])
    code, out, _ = run("simulate", coin, "-n", 1000, "--out", "there.jsonl", "--resume", *at)
    assert code == 0
    assert figures(out) == alone(run, coin, "-n", 1000, "--out", "here.jsonl", *MACHINE)
    assert Path("there.jsonl").read_bytes() == Path("here.jsonl").read_bytes()


def test_a_sweep(run, coin, cluster):
    words = ("-n", 500, "--sweep", "sides=1,5", *MACHINE, "--json")
    found = json.loads(run("simulate", coin, *words, "--cluster", cluster.scheduler_address)[1])
    assert [r["options"]["sides"] for r in found["runs"]] == [1, 5]
    expected = json.loads(run("simulate", coin, *words)[1])
    for one, other in zip(found["runs"], expected["runs"], strict=True):
        assert {**one, "games_per_second": 0} == {**other, "games_per_second": 0}


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_worker_that_is_killed_costs_nothing(run, coin, cluster, monkeypatch):
    with Client(cluster) as client:
        pids = list(client.run(os.getpid).values())
    killed = []

    def killing(self, done):
        if done > 500 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    words = ("-n", 15_000, *MACHINE)
    with monkeypatch.context() as patched:
        patched.setattr(Progress, "__call__", killing)
        code, out, err = run("simulate", coin, *words, "--json", "--cluster", cluster.scheduler_address)
    assert (code, err, killed) == (0, "", pids[:1])
    assert figures(out) == alone(run, coin, *words)


def test_an_interruption_keeps_what_is_finished(run, coin, cluster, monkeypatch):
    def interrupted(self, done):
        if done >= 300:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Progress, "__call__", interrupted)
        address = cluster.scheduler_address
        code, out, err = run("simulate", coin, "-n", 10**9, *MACHINE, "--json", "--cluster", address)
    assert (code, err) == (130, "")
    games = json.loads(out)["games"]
    assert 300 <= games < 10**6
    assert figures(out) == alone(run, coin, "-n", games, *MACHINE)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_second_interruption_while_the_cluster_is_left_is_not_heard(run, coin, cluster, monkeypatch):
    close = Client.close

    def interrupted(client, **named):
        os.kill(os.getpid(), signal.SIGINT)
        close(client, **named)

    monkeypatch.setattr(Client, "close", interrupted)
    code, out, err = run("simulate", coin, "-n", 500, *MACHINE, "--json", "--cluster", cluster.scheduler_address)
    assert (code, err, json.loads(out)["games"]) == (0, "", 500)


def test_a_rule_that_fails_is_told_with_its_place_in_this_file(run, coin, cluster):
    Path(coin).write_text(COIN.replace("amount: t.total", "amount: 1 // (t.total - 1)"))
    words = ("simulate", coin, "-n", 600, "--players", 2, *MACHINE)
    code, _, err = run(*words, "--cluster", cluster.scheduler_address)
    assert code == 1
    assert "coin.yaml:16:" in err
    assert err == run(*words)[2]


HIDE = "import importlib.metadata as m; m.known = m.version; m.version = lambda name: {}"
SHOW = "import importlib.metadata as m; m.version = m.known"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("m.known('no-such-thing') if name == 'parlour' else m.known(name)", "it has no Parlour: pip install"),
        ("'0.0.9' if name == 'parlour' else m.known(name)", "it has Parlour 0.0.9, this process "),
        ("'1999.1' if name == 'distributed' else m.known(name)", "it has distributed 1999.1, this process"),
    ],
)
def test_workers_that_are_not_as_this_process(run, coin, cluster, answer, told):
    with Client(cluster) as client:
        client.wait_for_workers(2, timeout=20)
        worker = next(iter(client.nthreads()))
        client.run(exec, HIDE.format(answer), {}, workers=[worker])
        code, out, err = run("simulate", coin, "-n", 10, "--cluster", cluster.scheduler_address)
        client.run(exec, SHOW, {}, workers=[worker])
    assert (code, out) == (3, "")
    assert "not every worker plays as this process does:" in err
    assert told in err
    assert worker in err
    assert err.count("tcp://") == 1, "the other one is fit"


def test_a_scheduler_without_workers_and_one_that_is_gone(run, coin, monkeypatch):
    monkeypatch.setattr(session, "JOIN", 0.2)
    monkeypatch.setattr(players, "PATIENCE", 0.5)
    made = LocalCluster(
        n_workers=0,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    )
    with made:
        address = made.scheduler_address
        code, out, err = run("simulate", coin, "-n", 10, "--cluster", address)
        assert (code, out) == (3, "")
        assert f"the scheduler at {address} has no workers: start some with `dask worker {address}`" in err
        monkeypatch.setattr(session, "JOIN", 20)
        made.scale(1)
        gone = []

        def going(self, done):
            if done >= 200 and not gone:
                gone.append(made.scale(0))

        monkeypatch.setattr(Progress, "__call__", going)
        code, out, err = run("simulate", coin, "-n", 10**8, *MACHINE, "--json", "--cluster", address)
        assert code == 3
        assert "no worker has been there for" in err
        assert json.loads(out)["games"] >= 200
    monkeypatch.setattr(session, "CONNECT", 0.3)
    code, out, err = run("simulate", coin, "-n", 10, "--cluster", address)
    assert (code, out) == (3, "")
    assert f"no scheduler answers at {address}" in err


def test_certificates_that_are_missing(run, coin):
    code, out, err = run("simulate", coin, "-n", 10, "--cluster", "tls://127.0.0.1:9")
    assert (code, out) == (3, "")
    assert "tls:// needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE" in err
    with config.set(dict.fromkeys(["distributed.comm.tls.ca-file", "distributed.comm.tls.client.cert"], "none.pem")):
        code, out, err = run("simulate", coin, "-n", 10, "--cluster", "tls://127.0.0.1:9")
    assert (code, out) == (3, "")
    assert "the certificates for tls:// cannot be read" in err


def test_without_dask(run, coin, monkeypatch):
    monkeypatch.setattr("parlour.commands.clustering.find_spec", lambda name: None)
    code, out, err = run("simulate", coin, "-n", 10, "--cluster", "local")
    assert (code, out) == (3, "")
    assert "pip install 'parlour[dask]'" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--cluster", "nonsense"), "is no scheduler: write local, or an address"),
        (("--cluster", "http://x:1"), "is no scheduler"),
        (("--cluster", "127.0.0.1:65536"), "ports go up to 65535"),
        (("--cluster", "127.0.0.1:9", "--jobs", 3), "--jobs is for processes of this computer"),
    ],
)
def test_usage(run, coin, words, told):
    code, out, err = run("simulate", coin, "-n", 10, *words)
    assert (code, out) == (2, "")
    assert told in err


def test_a_cluster_of_its_own(run, coin):
    words = ("-n", 2500, "--players", 2, *MACHINE)
    code, out, err = run("simulate", coin, *words, "--json", "--cluster", "local", "--jobs", 1)
    assert (code, err) == (0, "")
    assert figures(out) == alone(run, coin, *words)
