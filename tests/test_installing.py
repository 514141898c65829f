"""The command that installs an extra is that of the Python which runs."""

import shlex
import sys

import pytest

from parlour.interpreter.installing import install


@pytest.mark.parametrize(
    ("python", "said"),
    [("env/bin/python", "env/bin/python"), ("my games/bin/python", "'my games/bin/python'")],
)
def test_a_python_below_is_told_from_here(tmp_path, monkeypatch, python, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / python))
    assert install("png") == f"{said} -m pip install 'parlour[png]'"


def test_a_python_elsewhere_is_told_in_full(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert shlex.split(install("dask")) == [str(tmp_path / "python"), "-m", "pip", "install", "parlour[dask]"]
