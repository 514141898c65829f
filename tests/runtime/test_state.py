"""A state as others see it: copies, saves, positions, limits, results, events."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.expressions import Constant, Slot
from parlour.interpreter.program.instructions import CountTurn, End, Jump, Note, Set, Short, Target, Transfer
from parlour.interpreter.program.program import COUNTER, OUTCOME, PHASE, TURN, Limits
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.runtime.fault import Broken, Fault, IllegalMove, UnreadableState
from parlour.interpreter.runtime.game import Game, play_out, policy
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.promises import Promises
from parlour.interpreter.runtime.random import bot_stream, game_stream
from parlour.interpreter.types import INT_HIGH, INT_LOW

NAMES = ("race", "pig", "cards")


def bots(game, seed=5, number=0):
    return [RandomBot(bot_stream(seed, number, seat)) for seat in range(game.program.seats)]


def halfway(game, moves):
    """A state a number of stops into a game played at random by hand."""
    state, stream = game.new_state(), game_stream(3, 0)
    for _ in range(moves):
        if state.is_terminal:
            break
        if state.is_chance:
            state.happen(stream)
        else:
            state.apply(state.legal_actions()[stream.below(len(state.legal_actions()))])
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_is_on_its_own(programs, name):
    game = Game(programs[name]())
    state = halfway(game, 2)
    clone = state.clone()
    before = list(state.vector)
    play_out(clone, bots(game), game_stream(1, 1))
    assert state.vector == before and not state.is_terminal
    play_out(state, bots(game), game_stream(1, 1))
    assert ended(state) == ended(clone)


def test_a_clone_of_a_seeded_state_meets_the_same_dice(programs):
    game = Game(programs["pig"]())
    state = game.new_state(seed=9)
    clone = state.clone()
    for each in (state, clone):
        play_out(each, bots(game))
    assert state.vector == clone.vector and state.stream.words == clone.stream.words


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("moves", [0, 3, 7, 1000])
def test_saves_come_back(programs, name, moves):
    game = Game(programs[name]())
    state = halfway(game, moves)
    saved = json.loads(json.dumps(state.to_json(digest(game.program))))
    back = game.from_json(saved, digest(game.program))
    assert (back.vector, back.turns, back.chances) == (state.vector, state.turns, state.chances)
    assert back.legal_actions() == state.legal_actions() and back.current_player == state.current_player
    assert (back.is_chance, back.is_terminal) == (state.is_chance, state.is_terminal)
    if state.is_chance:
        assert back.chance_outcomes() == state.chance_outcomes()


def test_a_save_keeps_the_dice_to_come(programs):
    game = Game(programs["pig"]())
    state = game.new_state(seed=2, number=8)
    back = game.from_json(json.loads(json.dumps(state.to_json())))
    for each in (state, back):
        play_out(each, bots(game))
    assert ended(back) == ended(state)


def changed(saved, path, value):
    saved = copy.deepcopy(saved)
    if len(path) == 1:
        saved[path[0]] = value
    else:
        saved[path[0]][path[1]] = value
    return saved


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("version",), 2, "version 2"),
        (("program",), "other", "other rules"),
        (("vector",), [1, 2], "whole numbers"),
        (("vector",), None, "whole numbers"),
        (("vector", 5), 1.0, "whole numbers"),
        (("vector", 5), True, "whole numbers"),
        (("vector", 5), 2**70, "slot 5"),
        (("vector", COUNTER), 999, "slot 0"),
        (("vector", COUNTER), -1, "slot 0"),
        (("vector", OUTCOME), 9, "slot 1"),
        (("turns",), -1, "turns"),
        (("chances",), "x", "chances"),
        (("stream",), [1, 2, 3, 4], "four words"),
        (("stream",), ["0"] * 4, "cannot be read"),
        (("stream",), ["zz", "1", "1", "1"], "cannot be read"),
        (("stream",), ["1" * 40, "1", "1", "1"], "cannot be read"),
    ],
)
def test_what_is_no_save(programs, path, value, message):
    game = Game(programs["pig"]())
    saved = game.new_state(seed=1).to_json("digest")
    with pytest.raises(UnreadableState, match=message):
        game.from_json(changed(saved, path, value), "digest")


@pytest.mark.parametrize("data", [None, [], "x", 3, {}])
def test_what_is_no_map(programs, data):
    with pytest.raises(UnreadableState):
        Game(programs["pig"]()).from_json(data)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_save_from_anywhere_never_crashes(programs, data):
    game = Game(programs[data.draw(st.sampled_from(NAMES))]())
    saved = game.new_state(seed=1).to_json()
    numbers = st.one_of(st.integers(-3, 20), st.sampled_from((INT_LOW, INT_HIGH)))
    for slot in data.draw(st.lists(st.integers(0, len(saved["vector"]) - 1), max_size=6)):
        saved["vector"][slot] = data.draw(numbers)
    try:
        state = game.from_json(saved)
        play_out(state, bots(game))
    except (Fault, UnreadableState):
        return
    assert state.is_terminal


def test_positions(programs):
    game = Game(programs["race"](goal=63))
    layout = game.program.layout
    state = game.unstarted()
    assert state.current_player is None and not state.is_chance
    state.at_turn(0, 1)
    state.vector[layout.named("at").slot(1)] = 57
    state.advance()
    assert (state.vector[TURN], state.vector[PHASE], state.is_chance, state.turns) == (1, 0, True, 1)
    state.apply(state.outcome_named("2 4"))
    assert (state.outcome, state.winners) == ("done", (1,))
    state = game.unstarted()
    state.at_phase(0)
    state.advance()
    assert state.is_chance
    with pytest.raises(ValueError, match="no turns"):
        Game(programs["cards"]()).unstarted().at_turn(0, 1)


def test_advance_where_the_game_stands_changes_nothing(programs):
    for name in NAMES:
        for moves in (0, 5, 1000):
            state = halfway(Game(programs[name]()), moves)
            before = (list(state.vector), state.turns, state.chances, state.legal_actions(), state.is_chance)
            state.advance()
            assert (list(state.vector), state.turns, state.chances, state.legal_actions(), state.is_chance) == before


def test_turns_have_a_limit(programs):
    game = Game(programs["race"](goal=10**6, limits=Limits(turns=7, outcome=2)))
    heard = []
    state = game.new_state(1, 0, heard.append)
    assert (state.outcome, state.turns, state.winners) == ("unfinished", 7, ())
    assert state.vector[COUNTER] == 1
    assert heard[-1].kind is Happening.ENDED and heard[-1].values == (2, 0)
    assert sum(e.kind is Happening.COUNTED for e in heard) == 7


def test_choices_have_a_limit_and_are_saved(programs):
    game = Game(programs["pig"](goal=10**6, limits=Limits(choices=5, outcome=2)))
    state = game.new_state(1, 0)
    while not state.is_terminal:
        before = state.choices
        state = game.from_json(state.to_json())
        assert state.choices == before < 5
        state.apply(state.legal_actions()[0])
    assert (state.outcome, state.choices, state.winners) == ("unfinished", 5, ())
    assert state.clone().choices == 5


def test_a_limit_without_an_outcome_is_a_fault(sketch):
    s = sketch()
    program = s.program(["turn", CountTurn(Slot(TURN), 4), Jump("turn")], limits=Limits(turns=7))
    with pytest.raises(Fault, match=r"sketch.yaml:5:1: .*limit"):
        Game(program).new_state()


def test_what_each_seat_played_for(programs):
    game = Game(programs["race"](aim="win"))
    state = game.new_state()
    assert (state.returns(), state.outcome, state.winners) == ([0.0, 0.0], None, ())
    play_out(state, bots(game), game_stream(1, 0))
    assert state.returns() == [1.0 if seat in state.winners else 0.0 for seat in (0, 1)]
    state.vector[2] = 3
    assert state.returns() == [0.5, 0.5]
    state.vector[2] = 0
    assert state.returns() == [0.0, 0.0]
    scored = Game(programs["race"](aim="score"))
    state = scored.new_state(1, 0)
    assert state.returns() == [float(n) for n in state.scores()]
    assert sum(state.scores()) + state.measures()["bank"] == 40


def test_a_state_without_a_seed_needs_a_stream(programs):
    game = Game(programs["race"]())
    with pytest.raises(ValueError, match="needs a stream"):
        play_out(game.new_state(), bots(game))
    with pytest.raises(IllegalMove, match="no chance"):
        game.new_state(1, 0).draw(game_stream(1, 0))
    with pytest.raises(IllegalMove, match="no chance"):
        game.new_state(1, 0).chance_outcomes()


@pytest.mark.parametrize("name", NAMES)
def test_somebody_who_listens_changes_nothing(programs, name):
    game, heard = Game(programs[name](), checked=True), []
    silent, told = game.new_state(4, 2), game.new_state(4, 2, heard.append)
    for state in (silent, told):
        play_out(state, bots(game))
    assert silent.vector == told.vector
    assert heard[-1].kind is Happening.ENDED
    assert all(type(value) is int for event in heard for value in event.values)
    chances = sum(e.kind in (Happening.THREW, Happening.DREW) for e in heard)
    assert chances >= told.chances > 0


def test_events_of_a_race(programs):
    heard = []
    state = Game(programs["race"]()).new_state(listener=heard.append)
    state.apply(state.outcome_named("2 1"))
    kinds = [(e.kind, e.values, e.place) for e in heard]
    at, purse, bank = (state.machine.program.layout.named(n).base for n in ("at", "purse", "bank"))
    threw = (0, 2, next(o for o in range(28) if state.machine.program.throws.outcomes[o] == (1, 1, 0, 0, 0, 0)))
    assert state.vector[at] == 3
    assert kinds == [
        (Note.PHASE, (0,), 0),
        (Happening.COUNTED, (1, 0), 1),
        (Happening.THREW, threw, 2),
        (Note.MOVED, (0, 3), 4),
        (Happening.TRANSFERRED, (purse, bank, 2, 0), 6),
        (Happening.COUNTED, (2, 1), 1),
    ]


def test_a_broken_promise_is_named(sketch):
    s = sketch()
    a, b = s.field("a", role="account"), s.field("b", role="account")
    wrong = Set(Target(a), Constant(3), INT_LOW, INT_HIGH, 0)
    pay = Transfer(Target(a), Target(b), Constant(1), Short.OWES, -1, -1, 0)
    program = s.program([pay, wrong, pay, End(1, Constant(0), -1, (), -1)], conserved=((a, b),))
    assert Game(program).new_state().is_terminal
    with pytest.raises(Broken, match=r"instruction 2 \(Transfer.*sum of slots .* is 4, was 0"):
        Game(program, checked=True).new_state()


def test_a_slot_out_of_its_bounds_is_broken(sketch):
    s = sketch()
    a = s.field("a", 0, 5)
    program = s.program([End(1, Constant(0), -1, (), -1)])
    promises = Promises(program, Machine(program).bounds)
    vector = list(program.layout.initial)
    promises.verify(vector, 0)
    for value in (6, -1, True):
        vector[a] = value
        with pytest.raises(Broken, match=f"slot {a} is {value!r}"):
            promises.verify(vector, 0)
    with pytest.raises(Broken, match="slots"):
        promises.verify(vector[:-1], 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_is_the_same_game(programs, name):
    first = Game(programs[name](), checked=True)
    again = Game(programs[name]())
    results = [ended(first.played(6, number)) for number in range(30)]
    assert [ended(again.played(6, number)) for number in range(30)] == results
    assert [ended(again.played(7, number)) for number in range(30)] != results
    assert ended(again.played(6, 12)) == results[12]


def ended(state):
    return list(state.vector), state.turns, state.chances


def test_a_seeded_state_and_one_by_hand_are_the_same_game(programs):
    for name in NAMES:
        game = Game(programs[name]())
        by_hand = game.new_state()
        play_out(by_hand, bots(game), game_stream(5, 3))
        seeded = game.new_state(5, 3)
        play_out(seeded, bots(game))
        assert (by_hand.vector, by_hand.turns, by_hand.chances) == (seeded.vector, seeded.turns, seeded.chances)


def test_other_choices_meet_the_same_dice(programs):
    """The n-th throw of a game is the same whoever chooses."""
    game, thrown = Game(programs["pig"]()), []
    for makers in ((), (policy("at_20"), policy("at_20"))):
        heard = []
        state = game.new_state(3, 0, heard.append)
        made = [m(bot_stream(3, 0, k)) for k, m in enumerate(makers)] or bots(game, 3)
        play_out(state, made)
        thrown.append([e.values for e in heard if e.kind is Happening.THREW])
    shorter = min(map(len, thrown))
    assert shorter > 10 and thrown[0] != thrown[1] and thrown[0][:shorter] == thrown[1][:shorter]


def test_a_policy_plays_better_than_chance(programs):
    game = Game(programs["pig"](goal=50))
    won = sum(game.played(1, n, (policy("at_20"),)).winners == (0,) for n in range(100))
    assert won > 75
