"""The face of the interpreter: the names that commands and other programs use, each imported when first asked for."""

from importlib import import_module

_WHERE = {
    "Diagnostic": "diagnostics",
    "Fault": "runtime.fault",
    "Game": "face",
    "GameFault": "simulation.engine",
    "IllegalMove": "runtime.fault",
    "Library": "language.loading.library",
    "Odds": "certainty",
    "OptionInfo": "lowering.options",
    "OutOfReach": "odds.answer",
    "Ruleset": "face",
    "RulesetError": "diagnostics",
    "Severity": "diagnostics",
    "State": "runtime.state",
    "Summary": "simulation.summary",
    "UnknownRuleset": "language.loading.library",
    "UnreadableState": "runtime.fault",
    "check": "verdict",
    "load": "face",
    "odds": "certainty",
    "simulate": "simulating",
}
__all__ = list(_WHERE)


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value: object = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_WHERE])
