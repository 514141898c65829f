"""Decks, zones and deals come in; cards that are there twice, nowhere, or too few for all go out (P535–P537)."""

from __future__ import annotations

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import Statement, bodies
from parlour.interpreter.diagnostics import Related, Report, counted
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Symbol, Typed


def check_packs(survey: Survey, report: Report) -> None:
    """Each deck lies in one zone at the beginning."""
    model = survey.model
    gathered = {z.type for s in survey.steps if isinstance(z := s.arguments.get("gather"), typed.Members)}
    for deck in model.decks:
        homes = [zone for zone in model.zones if zone.deck == deck.name and zone.starts_full]
        for zone in homes[1:]:
            related = [Related(f"all of it is in '{homes[0].symbol.name}'", homes[0].symbol.place)]
            message = f"the cards of '{deck.name}' cannot also start in '{zone.symbol.name}'"
            hint = f"write `holds: {deck.name}` here, and deal the cards that it gets"
            report.error("P536", message, zone.symbol.place, hint, related)
        types = {zone.symbol.type for zone in model.zones if zone.deck == deck.name}
        if not homes and not types & gathered and survey.is_own(deck.place):
            message = f"the cards of '{deck.name}' are in no zone: there are none to deal"
            report.warning("P537", message, deck.place, f"let a zone begin with them: starts: {deck.name}")


def check_deals(survey: Survey, report: Report) -> None:
    """Deals that need more cards than there are, with the seats and options that the survey has settled."""
    _Deals(survey, report).check()


class _Deals:
    """Counts, from the beginning of the game, the cards that are certainly dealt from each zone."""

    def __init__(self, survey: Survey, report: Report) -> None:
        self.model, self.values, self.report = survey.model, survey.values, report
        self.flow = survey.flow
        self.left: dict[Symbol, int] = {}  # cards still in each zone that only gives
        self.certain = True  # this point is reached in every game

    def check(self) -> None:
        for zone in self.model.zones:
            if zone.starts_full and zone.refill is None and zone.symbol.key is None:
                cards = self._cards(zone.deck)
                if cards is not None:
                    self.left[zone.symbol] = cards
        for phase in self.model.phases:
            if not self.certain:
                return
            times = 1 if phase.kind == "do" else self._players(phase)
            if times > 1:
                self._give_up_filled(phase.body)
            self._block(phase.body, times)
            self.certain = self.certain and phase.kind != "turns"

    def _players(self, phase: typed.Phase) -> int:
        pick = phase.pick
        if phase.kind == "turns" or pick is None or pick.test is not None:
            return 1
        return self._many(pick.set) or 1

    def _cards(self, name: str) -> int | None:
        """How many cards a deck has; None where that is not settled."""
        deck = next(d for d in self.model.decks if d.name == name)
        packs = self._exact(deck.copies) if deck.copies is not None else 1
        kinds = [kind[3] if isinstance(kind[3], int) else self._exact(kind[3]) for kind in deck.kinds]
        known = [n for n in kinds if n is not None]
        return packs * sum(known) if packs is not None and len(known) == len(kinds) else None

    def _exact(self, node: Typed) -> int | None:
        return self.values.of(node).single

    def _many(self, set_: Typed) -> int | None:
        """How many members a set has, where that is certain."""
        seats = self.values.seats.single
        match set_:
            case typed.Span(low=low, high=high):
                first, last = self._exact(low), self._exact(high)
                return max(0, last - first + 1) if first is not None and last is not None else None
            case typed.Apply(function=function) if seats is not None and "out" not in self.model.features:
                name = function.name.removesuffix(" from")
                return {"players": seats, "seats": seats, "others": seats - 1}.get(name)
            case _:
                return None

    # --- statements ---------------------------------------------------------------------------------------------------

    def _block(self, block: Block, times: int) -> None:
        for step in block:
            if not self.certain or not self.left:
                return
            self._step(step, times)

    def _step(self, step: Statement, times: int) -> None:
        if step.guard is not None:
            self._maybe(step)
        elif isinstance(step, typed.EffectCall):
            self._block(step.effect.body, times)
        elif step.statement.verb == "deal":
            self._deal(step, times)
        elif step.statement.verb == "for":
            loop = step.arguments["for"]
            many = self._many(loop.set) if isinstance(loop, typed.Picked) and loop.test is None else None
            if many is None:
                self._maybe(step)
            else:
                for body in bodies(step):
                    self._give_up_filled(body)
                    self._block(body, times * many)
        else:
            self._maybe(step)

    def _deal(self, step: typed.Step, times: int) -> None:
        source, to, cards = (step.arguments.get(name) for name in ("from", "to", "cards"))
        assert isinstance(source, typed.Members) and isinstance(to, typed.Members)
        self.left.pop(to.symbol, None)
        number = 1 if cards is None else self._exact(cards) if isinstance(cards, Typed) else None
        if source.symbol not in self.left or number is None:
            return
        there = self.left[source.symbol]
        if times * number > there:
            self._too_few(step, source.symbol, times, number, there)
            self.left.pop(source.symbol)
        else:
            self.left[source.symbol] = there - times * number

    def _too_few(self, step: typed.Step, zone: Symbol, times: int, number: int, there: int) -> None:
        deal = f"{times} × {counted(number, 'card')}, {times * number} in all" if times > 1 else counted(number, "card")
        message = f"'{zone.name}' has {counted(there, 'card')}, and this deals {deal}"
        hint = "deal fewer, take more packs (copies: N), or let fewer play"
        related = [Related(f"'{zone.name}' is declared here", zone.place)]
        self.report.error("P535", message, step.place, hint, related)

    def _maybe(self, step: Statement) -> None:
        """What may run or not: zones that it could fill are given up, and where it can leave, everything after it."""
        self._give_up_filled((step,))
        if self.flow.consequences(step).exits:
            self.certain = False

    def _give_up_filled(self, block: Block) -> None:
        """Zones that get cards back are not counted."""
        for zone in self.flow.consequences(*block).fills:
            self.left.pop(zone, None)
