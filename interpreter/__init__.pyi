from parlour.interpreter.certainty import Odds as Odds
from parlour.interpreter.certainty import odds as odds
from parlour.interpreter.diagnostics import Diagnostic as Diagnostic
from parlour.interpreter.diagnostics import RulesetError as RulesetError
from parlour.interpreter.diagnostics import Severity as Severity
from parlour.interpreter.face import Game as Game
from parlour.interpreter.face import Ruleset as Ruleset
from parlour.interpreter.face import load as load
from parlour.interpreter.language.loading.library import Library as Library
from parlour.interpreter.language.loading.library import UnknownRuleset as UnknownRuleset
from parlour.interpreter.lowering.options import OptionInfo as OptionInfo
from parlour.interpreter.odds.answer import OutOfReach as OutOfReach
from parlour.interpreter.runtime.fault import Fault as Fault
from parlour.interpreter.runtime.fault import IllegalMove as IllegalMove
from parlour.interpreter.runtime.fault import UnreadableState as UnreadableState
from parlour.interpreter.runtime.state import State as State
from parlour.interpreter.simulating import simulate as simulate
from parlour.interpreter.simulation.engine import GameFault as GameFault
from parlour.interpreter.simulation.summary import Summary as Summary
from parlour.interpreter.verdict import check as check

__all__ = [
    "Diagnostic", "Fault", "Game", "GameFault", "IllegalMove", "Library", "Odds", "OptionInfo", "OutOfReach",
    "Ruleset", "RulesetError", "Severity", "State", "Summary", "UnknownRuleset", "UnreadableState", "check", "load", "odds",
    "simulate",
]  # fmt: skip
