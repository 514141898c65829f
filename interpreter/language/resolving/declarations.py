"""What a ruleset declares: the types that have words, then options, sets, devices, and the tables of the state."""

from __future__ import annotations

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.grammar.nodes import RESERVED_WORDS
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.decks import DeckResolver
from parlour.interpreter.language.resolving.devices import faces_of
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.statements import StatementResolver
from parlour.interpreter.language.resolving.typed import Role, Symbol, Typed
from parlour.interpreter.types import BOOL, FAULTY, INT, PLAYER, THROW, TOKEN, Kind, Type, described, set_of

BOUND_BY_ENGINE = {
    "me": PLAYER,
    "going": INT,
    "forced": BOOL,
    "token": TOKEN,
    "other": TOKEN,
    "payer": PLAYER,
    "unpaid": INT,
}


class Declarations:
    """Declares everything that has a name; `model` is filled with what is declared."""

    def __init__(
        self, ruleset: syntax.Ruleset, model: typed.Model, statements: StatementResolver, scope: Scope
    ) -> None:
        self.ruleset, self.model, self.statements, self.scope = ruleset, model, statements, scope
        self.names = statements.names
        self.expressions = statements.expressions
        self.typing, self.report = statements.typing, statements.report
        self.decks = DeckResolver(statements)
        self.devices = faces_of(ruleset)
        self.accounts: list[tuple[syntax.Account, Symbol, Typed | None]] = []

    def declare_tables(self) -> None:
        """Options, sets and devices; then variables, zones and accounts, which are kept over them."""
        self._declare_tables()
        self._resolve_tables()

    # --- constants ----------------------------------------------------------------------------------------------------

    def _int(self, node: nodes.Node) -> Typed:
        return self.expressions.resolve(node, self.scope, INT)

    def _maybe(self, node: nodes.Node | None, expected: Type | None = INT) -> Typed | None:
        return self.expressions.resolve(node, self.scope, expected) if node is not None else None

    # --- types and declarations ---------------------------------------------------------------------------------------

    def declare_types(self) -> None:
        """Everything that has words: options, sets, squares, faces, cards."""
        board = self.ruleset.board
        if board and board.names:
            self.typing.square = Type(Kind.SQUARE, "square", tuple(n.text for n in board.names))
        self.names.contextual = (
            {**BOUND_BY_ENGINE, "here": self.typing.square} if board else {"me": PLAYER, "payer": PLAYER, "unpaid": INT}
        )
        tokens = board.tokens if board else None
        self.typing.single_pawns = tokens is None or (isinstance(tokens, nodes.Number) and tokens.value == 1)
        self.names.types["square"] = self.typing.square
        faces = dict.fromkeys(
            s.face.text for d in self.devices for die in d.dice for s in die.sides if s.number is None
        )
        self.typing.face = Type(Kind.WORD, "face", tuple(faces))
        self._refuse_words()
        for option in self.ruleset.options:
            if option.choices:
                words = tuple(c.text for c in option.choices)
                told = not RESERVED_WORDS.isdisjoint(words)
                self.names.types[option.name.text] = FAULTY if told else Type(Kind.WORD, option.name.text, words)
        for deck in self.ruleset.decks:
            if deck.each is None:
                self.decks.declare(deck)
        for declared in self.ruleset.sets:
            self._declare_words(declared)
        for deck in self.ruleset.decks:
            if deck.each is not None:
                self.decks.declare(deck)

    def _refuse_words(self) -> None:
        """Words that no expression could compare with: `none` is nothing, not a choice of that name."""
        rules = self.ruleset
        choices = [c for o in rules.options for c in o.choices]
        faces = {s.face.text: s.face for d in self.devices for die in d.dice for s in die.sides}
        cards = [i for d in rules.decks for i in (*d.ranks, *d.suits, *(c.name for c in d.cards))]
        for word in (*choices, *faces.values(), *cards):
            self.names.refuses_word(word.text, word.place)

    def _declare_words(self, declared: syntax.SetOf) -> None:
        """A set of bare names is a type of new words, unless all are words of one type that is there already."""
        named = [i for i in declared.items if isinstance(i, nodes.Name)]
        words = tuple(i.text for i in named)
        owners = {name: t for name, t in self.names.types.items() if not set(words).isdisjoint(t.words)}
        if not words or len(named) < len(declared.items) or any(set(words) <= set(t.words) for t in owners.values()):
            return
        misspelt = [self._misspells(i, name, t) for name, t in owners.items() for i in named if i.text not in t.words]
        self.names.types[declared.name.text] = FAULTY if any(misspelt) else Type(Kind.WORD, declared.name.text, words)

    def _misspells(self, item: nodes.Name, name: str, owner: Type) -> bool:
        """Report a word that nearly is one of the type that others of its set belong to."""
        meant = did_you_mean(item.text, owner.words)
        if "?" in meant:
            self.report.error("P414", f"'{item.text}' is no word of {name}, as others here are", item.place, meant)
        return "?" in meant

    def _declare(self, name: syntax.Ident, role: Role, type_: Type, key: Type | None = None) -> Symbol:
        return self.names.declare(Symbol(name.text, role, type_, key, name.place))

    def _declare_tables(self) -> None:
        rules = self.ruleset
        for option in rules.options:
            truth = isinstance(option.default, nodes.Truth)
            type_ = self.names.types.get(option.name.text) if option.choices else BOOL if truth else INT
            symbol = self._declare(option.name, Role.OPTION, type_ or INT)
            self.model.options.append(self._option(option, symbol))
        for declared in rules.sets:
            self._set(declared)
        for written, device in zip(rules.devices, self.devices, strict=True):
            self._device(device)
            named = [die.faces.text for die in written.dice if isinstance(die.faces, nodes.Name)]
            self.names.used.update(found for name in named if (found := self.names.symbols.get(name)))

    def _option(self, option: syntax.Option, symbol: Symbol) -> typed.Option:
        low = self._maybe(option.range.low) if option.range else None
        high = self._maybe(option.range.high) if option.range else None
        default = self.expressions.resolve(option.default, self.scope, symbol.type)
        return typed.Option(symbol, default, low, high, option.help)

    def _set(self, declared: syntax.SetOf) -> None:
        words = self.names.types.get(declared.name.text)
        if words and words.kind in (Kind.WORD, Kind.FAULTY) and declared.items:
            members = tuple(typed.Literal(i, words, n.place) for i, n in enumerate(declared.items))
            symbol = self._declare(declared.name, Role.SET, set_of(words))
            self.model.sets.append(typed.SetOf(symbol, members, None))
            return
        if declared.whole is not None:
            whole = self.expressions.resolve(declared.whole, self.scope)
            if whole.type.kind not in (Kind.SET, Kind.FAULTY):
                message = f"'{declared.name.text}' is no set, but {described(whole.type)}"
                self.report.error("P405", message, whole.place, "write a list like [1, 2, 3], or a range like 1..6")
                whole = self.expressions.faulty(whole.place)
            symbol = self._declare(declared.name, Role.SET, whole.type)
            self.model.sets.append(typed.SetOf(symbol, (), whole))
            return
        owners = [t for t in self.names.types.values() if t.words and all(self._word(n, t) for n in declared.items)]
        expected = owners[0] if owners and not all(isinstance(n, nodes.Number) for n in declared.items) else None
        found = tuple(self.expressions.resolve(n, self.scope, expected) for n in declared.items)
        element = found[0].type if found else INT
        found = tuple(self.typing.coerce(f, element) for f in found)
        symbol = self._declare(declared.name, Role.SET, set_of(element))
        self.model.sets.append(typed.SetOf(symbol, found, None))

    def _word(self, node: nodes.Node, type_: Type) -> bool:
        match node:
            case nodes.Name(text=text):
                return text in type_.words
            case nodes.Number(value=value):
                return str(value) in type_.words
            case nodes.CardOf():
                return type_.kind is Kind.CARD
            case _:
                return False

    def _device(self, device: syntax.Device) -> None:
        symbol = self._declare(device.name, Role.DEVICE, THROW)
        dice = tuple(
            typed.Die(
                tuple((s.face.text if s.number is None else s.number, self._maybe(s.weight)) for s in die.sides),
                self._faces(die.faces),
            )
            for die in device.dice
        )
        throw = self._maybe(device.throw)
        self.model.devices.append(typed.Device(symbol, throw, dice, device.alike, device.put_back))

    def _faces(self, node: nodes.Node | None) -> Typed | None:
        """How many faces a die has, where they were not written out."""
        found = self.expressions.resolve(node, self.scope) if node is not None else None
        if found is None or found.type.kind is not Kind.SET:
            return self.typing.coerce(found, INT) if found is not None else None
        message = "the faces of a die are words, or numbers that stand there as they are"
        self.report.error("P405", message, found.place, "list them: faces: [1, 2, 3]")
        return self.expressions.faulty(found.place)

    # --- keyed tables -------------------------------------------------------------------------------------------------

    def _key(self, of: nodes.Node | None) -> tuple[Type | None, Typed | None]:
        """The type of the key of a table and, for sets and ranges, what it goes over; None, None for the table itself."""
        match of:
            case None | nodes.Name(text="table"):
                return None, None
            case nodes.Name(text="player"):
                return PLAYER, None
            case nodes.Name(text="token"):
                return TOKEN, None
            case nodes.Name(text="square"):
                return self.typing.square, None
            case nodes.Name(text=text) if text in ("rank", "suit", "card"):
                found = next((t for t in self.typing.cards.values() if t.kind.value == text), None)
                if found is None:
                    self.report.error("P404", f"there are no cards, so no {text}", of.place)
                return found, None
            case _:
                over = self.expressions.resolve(of, self.scope)
                if over.type.kind is Kind.SET and over.type.element:
                    return over.type.element, over
                if over.type.kind is not Kind.FAULTY:
                    hint = "table, player, token, square, a range such as 1..6, or a set"
                    self.report.error("P405", "a table is kept over a set", of.place, hint)
                return None, None

    def _variable_type(self, variable: syntax.Variable) -> Type:
        if variable.type is not None:
            return self.statements.type_named(variable.type)
        if variable.starts is not None and not isinstance(variable.starts, nodes.Name):
            found = self.expressions.resolve(variable.starts, self.scope).type
            return found if found.kind is Kind.BOOL else INT
        return INT

    def _resolve_tables(self) -> None:
        for variable in self.ruleset.variables:
            key, over = self._key(variable.of)
            symbol = self._declare(variable.name, Role.VARIABLE, self._variable_type(variable), key)
            span = variable.range
            starts = self._maybe(variable.starts, symbol.type)
            low, high = (self._int(span.low), self._int(span.high)) if span else (None, None)
            self.model.variables.append(
                typed.Variable(symbol, over, starts, low, high, variable.lasts, variable.seen_by)
            )
        self._zones()
        declared = []
        for account in self.ruleset.accounts:
            key, over = self._key(account.of)
            declared.append((account, self._declare(account.name, Role.ACCOUNT, INT, key), over))
        self.accounts = declared

    def _zones(self) -> None:
        decks = {d.name.text for d in self.ruleset.decks}
        only = next(iter(decks)) if len(decks) == 1 else ""
        for zone in self.ruleset.zones:
            key, over = self._key(zone.of)
            held = zone.starts or zone.holds
            deck = held.text if held else only
            if deck not in decks:
                place = held.place if held else zone.name.place
                message = f"no deck '{deck}'" if deck else f"which cards does '{zone.name.text}' hold?"
                hint = did_you_mean(deck, decks) if deck and decks else "holds: NAME of a deck"
                self.report.error(
                    "P413", message, place, hint if decks else "declare a deck: cards: {pack: {standard: 52}}"
                )
                self._declare(zone.name, Role.ZONE, FAULTY, key)  # so that its name is known to all else
                continue
            card = self.typing.cards[deck]
            symbol = self._declare(zone.name, Role.ZONE, set_of(card), key)
            self.model.zones.append(
                typed.Zone(
                    symbol, deck, over, zone.starts is not None, zone.order, zone.seen_by, None, self._maybe(zone.room)
                )
            )
        refills = {z.name.text: z.refill for z in self.ruleset.zones}
        for index, declared in enumerate(self.model.zones):
            refill = refills[declared.symbol.name]
            if refill is not None:
                self._refill(index, declared, refill)

    def _refill(self, index: int, zone: typed.Zone, name: syntax.Ident) -> None:
        source = self.names.symbols.get(name.text)
        if source is None or source.role is not Role.ZONE:
            known = [z.symbol.name for z in self.model.zones]
            self.report.error("P413", f"no zone '{name.text}'", name.place, did_you_mean(name.text, known))
            return
        self.names.used.add(source)
        self.model.zones[index] = typed.Zone(
            zone.symbol, zone.deck, zone.key, zone.starts_full, zone.order, zone.seen_by, source, zone.room
        )
