"""Narration of actions as typed events, each with a sentence and its changes to the position.

The engine keeps no log. The narrator replays an action on a copy, one automatic step at a time, and turns the changes of each
step into events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kingdoms.core.changes import find_changes_by_part
from kingdoms.core.event import Change, Event
from kingdoms.english import count, listing
from kingdoms.games.middlesea.engine import codes, conflict, control, course, dominance, pieces
from kingdoms.games.middlesea.engine.geometry import SEATS, SITE_NUMBER, SITES, SUITS, TILES, city_name, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.changes import PARTS
from kingdoms.games.middlesea.table.position import PHASES
from kingdoms.games.middlesea.words import phrases
from kingdoms.games.middlesea.words.events import EVENTS
from kingdoms.games.middlesea.words.notation import action_to_string
from kingdoms.games.middlesea.words.phrases import city, goods_and_gold, seat


def narrate(before: State, action: int) -> list[Event]:
    """Return the events of a legal action in `before`, which is not modified."""
    narrator = Narrator(before.clone())
    narrator.act(action)
    narrator.settle()
    return narrator.finish()


def settle(state: State) -> list[Event]:
    """Apply to `state` all automatic steps before the next decision, and return their events."""
    narrator = Narrator(state)
    narrator.settle()
    return narrator.finish()


class Narrator:
    """Advances a state and collects events.

    Attributes:
        events: the events so far.
        changes: changes that belong to no event yet; the next event takes them.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.before = state
        self.events: list[Event] = []
        self.changes: list[Change] = []

    def watch(self, operation: Callable[[State], None]) -> None:
        """Apply `operation` to the state and note its changes."""
        self.before = self.state.clone()
        operation(self.state)
        self.changes += find_changes_by_part(self.before, self.state, PARTS)

    def add(self, kind: str, by: int | None, text: str, **details: Any) -> None:
        """Add an event with all noted changes except changes of unrest."""
        if "tiles" in EVENTS[kind].details:
            details["tiles"] = self.find_tiles(details)
        taken = tuple(change for change in self.changes if change.path[-1] != "unrest")
        self.changes = [change for change in self.changes if change.path[-1] == "unrest"]
        name = None if by is None else SEATS[by]
        self.events.append(Event(kind, name, text[0].upper() + text[1:], details, taken))

    def find_tiles(self, details: Mapping[str, Any]) -> dict[str, str]:
        """Return the tiles that lay at the sites named in an event's details, by site."""
        named = [word for value in details.values() for word in (value if isinstance(value, list) else [value])]
        sites = [SITE_NUMBER[word] for word in named if isinstance(word, str) and word in SITE_NUMBER]
        return {SITES[site]: TILES[self.before.city[site]] for site in sites if self.before.city[site]}

    def add_unrest(self) -> None:
        """Narrate the noted changes of unrest."""
        for change in [change for change in self.changes if change.path[-1] == "unrest"]:
            whose = SEATS.index(change.path[1])
            verb = "rises" if change.after > change.before else "falls"
            text = f"{seat(whose)}'s unrest {verb} to {change.after}."
            self.events.append(Event("unrest", change.path[1], text, {"value": change.after, "was": change.before}, (change,)))
            self.changes.remove(change)

    def finish(self) -> list[Event]:
        """Return the events. The last event takes all changes that are left."""
        if self.changes:
            last = self.events.pop() if self.events else Event("turn", None, "The game goes on.")
            self.events.append(replace(last, changes=last.changes + tuple(self.changes)))
            self.changes = []
        return self.events

    # -- actions ------------------------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Apply an action and narrate it."""
        kind, *rest = action_to_string(action).split(" ")
        mover = course.seat_to_move(self.state) if self.state.stage != codes.FIRST else -1
        self.watch(lambda state: course.act(state, action))
        amount, family = divmod(action - codes.AMOUNTS, codes.WIDTH) if action >= codes.AMOUNTS else (0, 0)
        if kind in ("first", "rank"):
            self.add_place(kind, SEATS.index(rest[0]), mover)
        elif kind == "pay":
            self.add_payment(mover, amount)
        elif kind == "rebel":
            site = SITES.index(rest[0])
            self.add("rebel_named", mover, f"{seat(mover)} lets {city(self.state, site)} rebel.", site=rest[0])
        elif kind == "suppress":
            self.add_suppression(mover, SITES.index(rest[0]), int(rest[1]), amount)
        elif kind == "concede":
            self.add("conceded", mover, f"{seat(mover)} does not put the rebellion down.")
            self.add_losses(mover, sites_in(self.before.rebelling), "rebellion")
        elif kind in ("produce", "hold"):
            self.add_production(mover, [SITES.index(rest[0])] if kind == "produce" else [])
        elif kind == "explore":
            self.add_exploration(mover, SUITS.index(rest[0]), SITES.index(rest[1]) if rest[1] in SITES else -1)
        elif kind == "road":
            self.add_road(mover, *(SITES.index(site) for site in rest))
        elif kind == "port":
            self.add_port(mover, family - codes.PIERS, amount)
        elif kind == "exchange":
            give, get = ("2 goods", "1 gold") if rest[0] == "goods" else ("2 gold", "1 goods")
            self.add("exchange", mover, f"{seat(mover)} exchanges {give} for {get}.", gives=rest[0])
        elif kind == "end":
            phase = PHASES[self.before.phase]
            self.add("end", mover, f"{seat(mover)} ends its {phase} phase.", phase=phase)
        elif kind == "attack":
            self.add_attack(mover, int(rest[0]), SITES.index(rest[1]))
        elif kind == "hire":
            help_text = phrases.hired_help(self.state, amount) if amount else "nobody"
            total = self.state.attack_total
            text = f"{seat(mover)} hires {help_text} and attacks with {total}."
            self.add("hired", mover, text, hired=amount, total=total, kind_of_attack=kind_of_attack(self.state))
        elif kind == "defend":
            self.add_defence(mover, amount)
        else:
            self.add_leader(mover, kind, int(rest[0]))
        self.add_unrest()
        self.add_end()

    def add_place(self, kind: str, chosen: int, mover: int) -> None:
        """Narrate which seat is first, or is placed next."""
        state = self.state
        if kind == "rank":
            self.add("ranked", mover, f"{seat(mover)} puts {seat(chosen)} next in dominance.", chosen=SEATS[chosen])
        elif self.before.phase == codes.START:
            order = [seat(number) for number in state.order[: state.seats]]
            text = f"{seat(chosen)} rolls highest. The order is {listing(order)}."
            self.add("first", chosen, text, order=[SEATS[number] for number in state.order[: state.seats]])
        else:
            self.add("first", chosen, f"{seat(chosen)} wins the roll for first dominance.", order=None)

    def add_payment(self, mover: int, amount: int) -> None:
        """Narrate a payment for extra cities."""
        extra = control.excess(self.before, mover)
        paid = f"pays {goods_and_gold(amount, amount)} to hold {amount} of them" if amount else "pays for none of them"
        text = f"{seat(mover)} controls {count(extra, 'city', 'cities')} too many and {paid}."
        self.add("control_paid", mover, text, paid=amount, excess=extra, forced=False)

    def add_suppression(self, mover: int, site: int, leader: int, hired: int) -> None:
        """Narrate the suppression of a rebellion."""
        before = self.before
        base = before.place[6 * mover + leader]
        total = leader + phrases.value(before, base) + hired
        text = f"{seat(mover)}'s {leader}-leader in {city(before, base)} puts down {city(before, site)}: {total} against "
        value = phrases.value(before, site)
        details = {"leader": leader, "base": SITES[base], "hired": hired, "total": total, "value": value}
        self.add("suppressed", mover, f"{text}{value}.", site=SITES[site], **details)

    def add_exploration(self, mover: int, suit: int, site: int) -> None:
        """Narrate an exploration, and the cities lost by a replacement."""
        before, state = self.before, self.state
        top = 5 * suit + (before.stacks[suit] & 7)
        if site < 0:
            text = f"{seat(mover)} explores and puts the {city_name(top)} under its stack."
            self.add("explored_under", mover, text, tile=TILES[top])
            return
        replaced = before.city[site]
        where = f"in place of the {city_name(replaced)} at {SITES[site]}" if replaced else f"at {SITES[site]}"
        text = f"{seat(mover)} explores and lays the {city_name(top)} {where}."
        tile = TILES[replaced] if replaced else None
        losers = [number for number in range(4) if before.held[number] & ~state.held[number]]
        self.add("explored", mover, text, tile=TILES[top], site=SITES[site], replaced=tile)
        for loser in losers:
            for lost in sites_in(before.held[loser] & ~state.held[loser]):
                cause = "replaced" if lost == site else "cut_off"
                self.add("city_lost", loser, f"{seat(loser)} loses {city(before, lost)}.", site=SITES[lost], cause=cause)

    def add_road(self, mover: int, start: int, end: int) -> None:
        """Narrate a new road."""
        before = self.before
        text = f"{seat(mover)} builds a road from {city(before, start)} to {city(before, end)}"
        gained = not before.held[mover] >> end & 1
        text += " and controls it now." if gained else "."
        price = phrases.value(before, end)
        self.add("road", mover, text, start=SITES[start], end=SITES[end], price=price, gained=gained)

    def add_port(self, mover: int, site: int, piers: int) -> None:
        """Narrate a new or longer port."""
        total = self.state.piers[site]
        more = "" if total == piers else f" and has {total} there"
        text = f"{seat(mover)} builds {count(piers, 'pier')} at {city(self.state, site)}{more}."
        self.add("port", mover, text, site=SITES[site], piers=piers, total=total)

    def add_leader(self, mover: int, kind: str, leader: int) -> None:
        """Narrate a new king, an activation or a movement."""
        before, state = self.before, self.state
        here, there = before.place[6 * mover + leader], state.place[6 * mover + leader]
        if kind == "king":
            old = before.king[mover]
            text = f"{seat(mover)} makes the {leader}-leader king in place of the {old}-leader."
            self.add("king", mover, text, old=old, new=leader)
        elif kind == "activate":
            text = f"{seat(mover)} activates its {leader}-leader in {city(state, here)}."
            self.add("leader_activated", mover, text, leader=leader, site=SITES[here])
        else:
            places = ["the reserve" if site == codes.RESERVE else city(state, site) for site in (here, there)]
            names = ["reserve" if site == codes.RESERVE else SITES[site] for site in (here, there)]
            text = f"{seat(mover)}'s {leader}-leader goes from {places[0]} to {places[1]}."
            self.add("leader_moved", mover, text, leader=leader, start=names[0], end=names[1])

    # -- conflict -----------------------------------------------------------------------------------------------------

    def add_attack(self, mover: int, leader: int, site: int) -> None:
        """Narrate the declaration of an attack."""
        before, state = self.before, self.state
        base = before.place[6 * mover + leader]
        what = phrases.target(before, mover, leader, site)
        whose = f" of {seat(state.defender)}" if state.defender >= 0 and site % 6 else ""
        text = f"{seat(mover)}'s {leader}-leader in {city(before, base)} attacks {what}{whose}: {state.attack_total}."
        defender = None if state.defender < 0 else SEATS[state.defender]
        details = {"leader": leader, "base": SITES[base], "site": SITES[site], "total": state.attack_total}
        self.add("attack", mover, text, **details, defender=defender, **find_target(state))

    def add_defence(self, defender: int, hired: int) -> None:
        """Narrate a defence."""
        state = self.state
        helpers = [phrases.hired_help(state, hired)] if hired else []
        if state.leader_defends:
            helpers.append(f"its {conflict.leader_to_defend(state)}-leader")
        helped = f" with {listing(helpers)}" if helpers else " without help"
        text = f"{seat(defender)} defends{helped}: {state.defence_total} against {state.attack_total}."
        self.add("defended", defender, text, **find_defence(state, hired), forced=False)

    def add_result(self) -> None:
        """Narrate the result of an attack."""
        before, state = self.before, self.state
        mover, site, defender = before.order[before.turn], before.target, before.defender
        won = before.attack_total > before.defence_total
        what = phrases.target(before, mover, before.acted, site)
        totals = f"{before.attack_total} against {before.defence_total}"
        details = {"site": SITES[site], "won": won, "attack": before.attack_total, "defence": before.defence_total}
        details |= {"leader": before.acted, "defender": None if defender < 0 else SEATS[defender], **find_target(before)}
        if not won:
            self.add("attack_failed", mover, f"The attack on {what} fails, {totals}.", **details)
            return
        if site % 6 == 0:
            text = f"{what} falls, {totals}."
        elif before.suits[codes.MOONS] >> before.place[6 * mover + before.acted] & 1:
            text = f"{what} {self.conversion(site, defender)}, {totals}."
        elif before.piers[site]:
            text = f"{what} is destroyed, {totals}."
        else:
            text = f"{seat(mover)}'s {before.acted}-leader takes {what}, {totals}."
        self.add("attack_won", mover, text, **details)
        for loser in range(4):
            for lost in sites_in(before.held[loser] & ~state.held[loser]):
                cause = "conquest" if lost == site and not before.piers[site] else "cut_off"  # AMB-38
                self.add("city_lost", loser, f"{seat(loser)} loses {city(before, lost)}.", site=SITES[lost], cause=cause)

    def conversion(self, site: int, defender: int) -> str:
        """Return the effect of a successful missionary attack."""
        if defender < 0:
            return "is abandoned and goes under its stack"
        return "is made inactive" if pieces.governor(self.before, defender, site) >= 0 else "is stirred up"

    # -- automatic steps ------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Apply all automatic steps before the next decision, and narrate them."""
        while not self.state.asked:
            stage, mover = self.state.stage, self.state.order[self.state.turn]
            self.watch(course.step)
            self.add_step(stage, mover)
            self.add_unrest()
            self.add_end()

    def add_step(self, stage: int, mover: int) -> None:
        """Narrate one automatic step."""
        before, state = self.before, self.state
        if stage == codes.PAY:
            self.add_control(mover)
        elif stage == codes.REBEL and state.stage == codes.SUPPRESS:
            rebels = listing([city(before, site) for site in sites_in(state.revolted)])
            verb = "rebel" if state.revolted & (state.revolted - 1) else "rebels"
            text = f"{rebels} {verb} against {seat(mover)}."
            self.add("rebellion", mover, text, sites=[SITES[site] for site in sites_in(state.revolted)])
        elif stage == codes.SUPPRESS and before.rebelling and not state.rebelling:
            self.add_losses(before.rebel_seat, sites_in(before.rebelling), "rebellion")
        elif stage == codes.RANK and state.phase == codes.PRODUCTION:
            self.add_dominance()
        elif stage == codes.PRODUCE:
            self.add_production(mover, self.produced(mover))
        elif stage == codes.RESULT:
            self.add_result()
            if state.stage == codes.SUPPRESS:
                self.add_uprising()
        elif stage == codes.DEFEND and state.stage == codes.RESULT and before.defender >= 0:
            text = f"{seat(before.defender)} has no choice and defends with {state.defence_total}."
            self.add("defended", before.defender, text, **find_defence(state, 0), forced=True)
        elif stage == codes.ROUND_END and state.phase == codes.CONTROL:
            self.add("round", None, f"Round {state.round_number} begins.", round=state.round_number)
        elif stage == codes.BUILDING:
            self.add("turn", mover, f"{seat(mover)} builds.", phase="build")
        elif stage == codes.LEADING and before.phase == codes.LEADER and state.acted < 0:
            self.add("turn", mover, f"{seat(mover)}'s leaders act.", phase="leader")

    def add_control(self, mover: int) -> None:
        """Narrate whether a seat's king holds its cities."""
        before, state = self.before, self.state
        cities = before.held[mover].bit_count()
        value = control.control_value(before, mover)
        if state.asked or not cities:
            return
        if state.stage == codes.REBEL:
            extra = control.excess(before, mover)
            text = f"{seat(mover)} controls {count(extra, 'city', 'cities')} too many and cannot pay."
            self.add("control_paid", mover, text, paid=0, excess=extra, forced=True)
        else:
            text = f"{seat(mover)} holds {count(cities, 'city', 'cities')} with a control value of {value}."
            self.add("control", mover, text, cities=cities, control_value=value)

    def add_uprising(self) -> None:
        """Narrate a rebellion caused by missionaries."""
        state = self.state
        what = listing([city(state, site) for site in sites_in(state.revolted)])
        text = f"{what} rebels against {seat(state.rebel_seat)}."
        self.add("rebellion", state.rebel_seat, text, sites=[SITES[site] for site in sites_in(state.revolted)])

    def add_losses(self, loser: int, sites: list[int], cause: str) -> None:
        """Narrate the cities lost to a rebellion."""
        before, state = self.before, self.state
        gone = before.held[loser] & ~state.held[loser]
        for site in [*sites, *(site for site in sites_in(gone) if site not in sites)]:
            why = cause if site in sites else "cut_off"
            text = f"{seat(loser)} loses {city(before, site)}."
            self.add("city_lost", loser, text, site=SITES[site], cause=why)

    def add_dominance(self) -> None:
        """Narrate the order of dominance."""
        before, state = self.before, self.state
        order = state.order[: state.seats]
        scores = {SEATS[number]: dominance.dominance_score(before, number) for number in order}
        if before.ranked:
            ranking = listing([f"{seat(number)} ({scores[SEATS[number]]})" for number in order])
            text = f"The order of dominance is {ranking}."
        else:
            text = f"Nobody has a temple: the order stays {listing([seat(number) for number in order])}."
        names = [SEATS[number] for number in order]
        self.add("dominance", None, text, order=names, scores=scores, temples=bool(before.ranked))

    def produced(self, mover: int) -> list[int]:
        """Return the cities that an automatic production step has credited."""
        turned = self.before.active[mover] & ~self.state.active[mover]
        return sorted(self.before.place[6 * mover + leader] for leader in range(6) if turned >> leader & 1)

    def add_production(self, mover: int, sites: list[int]) -> None:
        """Narrate what a seat's Capital and cities yield."""
        before, state = self.before, self.state
        goods = state.goods[mover] - before.goods[mover]
        gold = state.gold[mover] - before.gold[mover]
        if not goods and not gold:
            if before.asked:
                text = f"{seat(mover)} keeps its leader active."
                self.add("production", mover, text, goods=0, gold=0, sites=[], capital=False)
            return
        sources = [city(before, site) for site in sites]
        capital = not before.asked and before.cursor == 0
        if capital:
            sources.insert(0, "its Capital")
        text = f"{seat(mover)} gets {goods_and_gold(goods, gold)} from {listing(sources)}."
        self.add("production", mover, text, goods=goods, gold=gold, sites=[SITES[site] for site in sites], capital=capital)

    def add_end(self) -> None:
        """Narrate the end of the game, if it has ended."""
        outcome = self.state.outcome()
        if outcome is not None:
            self.add("game_over", None, outcome_text(self.state), **outcome.to_json())


def kind_of_attack(state: State) -> str:
    """Return the kind of the current attack."""
    return "missionary" if conflict.is_missionary(state) else "military"


def find_target(state: State) -> dict[str, Any]:
    """Return the details of the current attack's target (M-5, Z-3)."""
    kind, site, defender = kind_of_attack(state), state.target, state.defender
    missionary, city_hit = kind == "missionary", site % 6 > 0
    guard = pieces.governor(state, defender, site) if missionary and city_hit and defender >= 0 else -1
    piers = state.piers[site] if city_hit and not missionary else 0
    return {"kind_of_attack": kind, "guard": guard if guard >= 0 else None, "piers": piers}


def find_defence(state: State, hired: int) -> dict[str, Any]:
    """Return the details of the defence against the current attack."""
    leader = conflict.leader_to_defend(state) if state.leader_defends else None
    totals = {"total": state.defence_total, "attack": state.attack_total}
    helped = {"hired": hired, "with_leader": leader is not None, "leader": leader}
    return {**helped, **totals, "kind_of_attack": kind_of_attack(state)}


def outcome_text(state: State) -> str:
    """Return how a finished game ended, in two sentences."""
    outcome = state.outcome()
    assert outcome is not None
    names = {name: seat(SEATS.index(name)) for name in state.game.seats}
    loser = names.get(outcome.loser or "", "")
    why = {
        "capital": f"{loser}'s Capital has fallen",
        "king": f"{loser}'s king has lost to missionaries",
        "unrest": f"Civil war breaks out in {loser}'s kingdom",
        "trade": "A trade victory",
        "conquest": "A victory by conquest",
        "time": "The time is up",
        "rounds": f"{count(state.round_number, 'round has', 'rounds have')} been played",
    }[outcome.reason]
    won = "wins" if len(outcome.winners) == 1 else "share the victory"
    scores = ", ".join(f"{names[name]} {points}" for name, points in outcome.scores.items())
    return f"{why}: {listing([names[name] for name in outcome.winners])} {won}. Scores: {scores}."
