"""The fields of the state: what the ruleset declares and what the verbs it uses need, each with its slots and first values."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.context import Context, Refused
from parlour.interpreter.lowering.expressions import constant_value, domain, lower, set_members
from parlour.interpreter.lowering.settling import upside_down
from parlour.interpreter.lowering.sizes import copies_of, size_of, too_small
from parlour.interpreter.lowering.throws import bag_counts
from parlour.interpreter.program.program import PHASE, TURN, Field, Role
from parlour.interpreter.source import Place
from parlour.interpreter.types import BOOL, INT, INT_HIGH, INT_LOW, NONE, PLAYER, TOKEN, Kind, Type

MOST_SLOTS = 100_000


class Keys(Struct, frozen=True):
    """What a table is kept over: the first key and how many."""

    type: Type | None
    first: int
    count: int


ONE = Keys(None, 0, 1)


class LayoutMaker:
    """Gives out slots in order; `initial` grows with them. `place`: of the declaration that slots are made for."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.fields: dict[str, Field] = {}
        self.initial: list[int] = []
        self.place: Place = context.model.syntax.id.place

    def add(
        self,
        name: str,
        role: Role,
        type_: Type,
        low: int,
        high: int,
        starts: int | list[int] = 0,
        keys: Keys = ONE,
        width: int = 1,
        **more: bool | str | int,
    ) -> Field:
        base, size = len(self.initial), keys.count * width
        if base + size > MOST_SLOTS:
            what = f"'{name}' makes the state of this game {base + size} numbers"
            self.context.report.error("P510", what, self.place, f"at most {MOST_SLOTS}")
            raise Refused(self.place)
        made = Field(name, role, base, type_, low, high, keys.type, keys.first, keys.count, width, **more)  # type: ignore[arg-type]
        self.fields[name] = made
        self.initial += [starts] * size if isinstance(starts, int) else starts
        return made

    # --- the parts ----------------------------------------------------------------------------------------------------

    def control(self) -> None:
        """The slots that every state has, and those that the verbs used here need."""
        context, uses = self.context, self.context.model.features
        seats = context.seats
        top = 1 << min(seats, 62)
        self.add("program counter", Role.CONTROL, INT, 0, INT_HIGH)
        self.add("how it ended", Role.CONTROL, INT, 0, INT_HIGH)
        self.add("who won", Role.CONTROL, INT, 0, top - 1)
        turn = self.add("whose turn", Role.CONTROL, PLAYER, 0, max(0, seats - 1))
        phase = self.add("which phase", Role.CONTROL, INT, 0, max(0, len(context.model.phases) - 1))
        assert (turn.base, phase.base) == (TURN, PHASE)
        if any(p.kind != "do" for p in context.model.phases):
            self.add("seats passed", Role.CONTROL, INT, 0, seats)
        if "next_turn" in uses:
            self.add("next turn", Role.CONTROL, INT, 0, seats)
        everyone = Keys(PLAYER, 0, seats)
        if "miss_turns" in uses:
            self.add("missing", Role.VARIABLE, INT, 0, 1_000_000, keys=everyone)
        if "catch" in uses:
            self.add("caught", Role.VARIABLE, BOOL, 0, 1, keys=everyone)
        if "out" in uses:
            self.add("is_out", Role.VARIABLE, BOOL, 0, 1, keys=everyone)

    def pawns(self) -> None:
        board, context = self.context.model.board, self.context
        if board is None:
            return
        self.place = board.place
        count = context.seats * context.tokens
        every = Keys(TOKEN, 0, count)
        starts = self._start(board)
        where = board.type
        self.add("at", Role.PAWN, where, 0, context.squares, starts, every)
        if _reads(context.model, "from"):
            self.add("from", Role.PAWN, where, 0, context.squares, starts, every)
        self.add("queue of arrivals", Role.CONTROL, INT, 0, count, width=count)
        self.add("is forced", Role.CONTROL, BOOL, 0, 1, keys=every)
        self.add("is going", Role.CONTROL, INT, -1, 1, keys=every)
        self.add("token arriving", Role.CONTROL, TOKEN, 0, max(0, count - 1))
        self.add("token meeting", Role.CONTROL, TOKEN, 0, count)
        self.add("square of arrival", Role.CONTROL, where, 0, context.squares)
        self.add("arrival is forced", Role.CONTROL, BOOL, 0, 1)
        self.add("way of arrival", Role.CONTROL, INT, -1, 1)
        self.add("back from arrivals", Role.CONTROL, INT, 0, INT_HIGH)

    def _start(self, board: typed.Board) -> int:
        """The square where pawns begin."""
        if board.starts is None:
            return 0
        starts, last = constant_value(lower(self.context, board.starts), board.starts), self.context.squares
        if not 0 <= starts <= last:
            message = f"square {starts} is not on the board"
            self.context.report.error("P507", message, board.starts.place, f"its squares are 1..{last}, 0 is off it")
        return min(max(starts, 0), last)

    def bags(self) -> None:
        """Bags of tickets that are not put back: what is still in them, by face."""
        for device in self.context.model.devices:
            if not device.put_back:
                full = bag_counts(self.context, device)
                self.add(
                    f"bag of {device.symbol.name}",
                    Role.BAG,
                    INT,
                    0,
                    max(full),
                    list(full),
                    width=len(full),
                    shuffled=True,
                )

    def variables(self) -> None:
        for variable in self.context.model.variables:
            symbol = variable.symbol
            self.place = symbol.place
            low, high = self.range_of(variable)
            starts = self.first_value(variable)
            if low > high and variable.low is not None:
                self.context.report.error("P505", *upside_down(f"'{symbol.name}'", low, high, variable.low.place))
            elif not low <= starts <= high:
                place = variable.starts.place if variable.starts is not None else symbol.place
                message = f"'{symbol.name}' starts at {starts}, outside {low}..{high}"
                self.context.report.error("P505", message, place)
            self.add(
                symbol.name,
                Role.VARIABLE,
                symbol.type,
                low,
                high,
                starts,
                self.keys(symbol, variable.key),
                seen_by=variable.seen_by,
            )

    def first_value(self, variable: typed.Variable) -> int:
        if variable.starts is not None:
            return constant_value(lower(self.context, variable.starts), variable.starts)
        kind = variable.symbol.type.kind
        nothing = kind in (Kind.PLAYER, Kind.TOKEN, Kind.CARD, Kind.RANK, Kind.SUIT)
        if variable.low is not None and not nothing:
            return max(0, constant_value(lower(self.context, variable.low), variable.low))
        return NONE if nothing else 0

    def range_of(self, variable: typed.Variable) -> tuple[int, int]:
        """The declared range, or all that the type allows."""
        if variable.low is not None and variable.high is not None:
            ends = (variable.low, variable.high)
            low, high = (constant_value(lower(self.context, e), e) for e in ends)
            return low, high
        return bounds_of_type(self.context, variable.symbol.type)

    def accounts(self) -> None:
        for account in self.context.model.accounts:
            self.place = account.symbol.place
            starts = constant_value(lower(self.context, account.starts), account.starts) if account.starts else 0
            owes = account.may_owe is not None and constant_value(lower(self.context, account.may_owe), account.may_owe)
            low, high = (INT_LOW, INT_HIGH) if owes else (min(0, starts), INT_HIGH)
            keys = self.keys(account.symbol, account.key)
            self.add(account.symbol.name, Role.ACCOUNT, INT, low, high, starts, keys, seen_by=account.seen_by)
        held = [f for f in self.fields.values() if f.role is Role.ACCOUNT]
        total = sum(sum(self.initial[f.base : f.base + f.size]) for f in held)
        if total > INT_HIGH:
            self.context.report.error(
                "P508", f"all accounts together hold {total}", self.place, "64 bits cannot hold it"
            )
        if held and all(f.low >= 0 for f in held):
            for known in held:
                bounded = Field(
                    known.name,
                    known.role,
                    known.base,
                    known.type,
                    known.low,
                    total,
                    known.key,
                    known.first,
                    known.keys,
                    known.width,
                    seen_by=known.seen_by,
                )
                self.fields[known.name] = bounded

    def zones(self) -> None:
        context = self.context
        for zone in context.model.zones:
            self.place = zone.symbol.place
            deck = next(d for d in context.model.decks if d.name == zone.deck)
            copies = copies_of(context, deck)
            keys, kinds, total = self.keys(zone.symbol, zone.key), len(copies), sum(copies)
            starts = [0] * kinds
            if zone.starts_full:
                starts = copies
            if zone.order == "kept":
                room = (
                    total if zone.room is None else size_of(context, zone.room, "cards that have room", 1, MOST_SLOTS)
                )
                if zone.starts_full and room < total:
                    too_small(context, "cards that have room", room, total, self.place)
                self._pile(zone, deck, keys, room, copies if zone.starts_full and room >= total else [])
            else:
                self.add(
                    zone.symbol.name,
                    Role.BAG,
                    deck.type,
                    0,
                    total,
                    starts * keys.count,
                    keys,
                    kinds,
                    shuffled=zone.order == "shuffled",
                    seen_by=zone.seen_by,
                )

    def _pile(self, zone: typed.Zone, deck: typed.Deck, keys: Keys, room: int, copies: list[int]) -> None:
        cards = [kind for kind, number in enumerate(copies) for _ in range(number)]
        block = [len(cards), *cards, *[0] * (room - len(cards))]
        high = max(room, len(deck.kinds) - 1)
        self.add(
            zone.symbol.name,
            Role.PILE,
            deck.type,
            0,
            high,
            block[: room + 1] * keys.count,
            keys,
            room + 1,
            seen_by=zone.seen_by,
        )

    def keys(self, symbol: typed.Symbol, over: typed.Typed | None) -> Keys:
        """The keys of a table: players, pawns, squares, words, or from the least to the greatest member of a set."""
        context, key = self.context, symbol.key
        if key is None:
            return ONE
        if over is None:
            match key.kind:
                case Kind.PLAYER:
                    return Keys(key, 0, context.seats)
                case Kind.TOKEN:
                    return Keys(key, 0, context.seats * context.tokens)
                case Kind.SQUARE:
                    return Keys(key, 0, context.squares + 1)
                case _:
                    return Keys(key, 0, len(key.words))
        if isinstance(over, typed.Members) and over.symbol.role is typed.Role.SET:
            members = set_members(context, over.symbol.name)
            return Keys(key, min(members, default=0), max(members, default=0) - min(members, default=0) + 1)
        whole = domain(context, over)
        start, stop = constant_value(whole.start, over), constant_value(whole.stop, over)
        if start >= stop:
            too_small(context, f"values that '{symbol.name}' is kept over", 0, 1, over.place)
        return Keys(key, start, max(0, stop - start))


def _reads(model: typed.Model, attribute: str) -> bool:
    return attribute in model.attributes


def bounds_of_type(context: Context, type_: Type) -> tuple[int, int]:
    """The least and greatest integer of a type in this game."""
    match type_.kind:
        case Kind.BOOL:
            return 0, 1
        case Kind.PLAYER:
            return NONE, context.seats - 1
        case Kind.TOKEN:
            return NONE, context.seats * context.tokens - 1
        case Kind.SQUARE:
            return NONE, context.squares
        case Kind.THROW:
            return 0, len(context.throws.outcomes) - 1
        case Kind.WORD:
            return 0, max(0, len(type_.words) - 1)
        case Kind.CARD | Kind.RANK | Kind.SUIT:
            return NONE, max(0, len(type_.words) - 1)
        case _:
            return INT_LOW, INT_HIGH
