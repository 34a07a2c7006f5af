"""Narration of actions as typed events, each with a sentence and its changes to the position.

The engine keeps no log. The narrator replays an action on a copy, one automatic step at a time, and turns the changes of each
step into events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kingdoms.core.changes import find_changes_by_part
from kingdoms.core.event import Change, Event
from kingdoms.core.message import Message
from kingdoms.games.middlesea.engine import codes, conflict, control, course, dominance, pieces
from kingdoms.games.middlesea.engine.geometry import SEATS, SITE_NUMBER, SITES, SUITS, TILES, sites_in
from kingdoms.games.middlesea.engine.state import State
from kingdoms.games.middlesea.table.changes import PARTS
from kingdoms.games.middlesea.table.position import PHASES
from kingdoms.games.middlesea.texts import say
from kingdoms.games.middlesea.words import phrases
from kingdoms.games.middlesea.words.events import EVENTS
from kingdoms.games.middlesea.words.notation import action_to_string
from kingdoms.games.middlesea.words.phrases import leader_place, place


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

    def add(self, kind: str, by: int | None, message: Message, **details: Any) -> None:
        """Add an event with all noted changes except changes of unrest."""
        if "tiles" in EVENTS[kind].details:
            details["tiles"] = self.find_tiles(details)
        changes = tuple(change for change in self.changes if change.path[-1] != "unrest")
        self.changes = [change for change in self.changes if change.path[-1] == "unrest"]
        name = None if by is None else SEATS[by]
        self.events.append(Event(kind, name, message, details, changes))

    def find_tiles(self, details: Mapping[str, Any]) -> dict[str, str]:
        """Return the tiles that lay at the sites named in an event's details, by site."""
        named = [word for value in details.values() for word in (value if isinstance(value, list) else [value])]
        sites = [SITE_NUMBER[word] for word in named if isinstance(word, str) and word in SITE_NUMBER]
        return {SITES[site]: TILES[self.before.city[site]] for site in sites if self.before.city[site]}

    def add_unrest(self) -> None:
        """Narrate the noted changes of unrest."""
        for change in [change for change in self.changes if change.path[-1] == "unrest"]:
            seat, was, value = change.path[1], change.before, change.after
            message = say("event.unrest_rises" if value > was else "event.unrest_falls", seat=seat, n=value)
            self.events.append(Event("unrest", seat, message, {"value": value, "was": was}, (change,)))
            self.changes.remove(change)

    def finish(self) -> list[Event]:
        """Return the events. The last event takes all changes that are left."""
        if self.changes:
            last = self.events.pop() if self.events else Event("turn", None, say("event.goes_on"))
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
        match kind:
            case "first" | "rank":
                self.add_place(kind, SEATS.index(rest[0]), mover)
            case "pay":
                self.add_payment(mover, amount)
            case "rebel":
                site = SITES.index(rest[0])
                message = say("event.rebel_named", seat=SEATS[mover], city=place(self.state, site))
                self.add("rebel_named", mover, message, site=rest[0])
            case "suppress":
                self.add_suppression(mover, SITES.index(rest[0]), int(rest[1]), amount)
            case "concede":
                self.add("conceded", mover, say("event.conceded", seat=SEATS[mover]))
                self.add_losses(mover, sites_in(self.before.rebelling), "rebellion")
            case "produce" | "hold":
                self.add_production(mover, [SITES.index(rest[0])] if kind == "produce" else [])
            case "explore":
                self.add_exploration(mover, SUITS.index(rest[0]), SITES.index(rest[1]) if rest[1] in SITES else -1)
            case "road":
                self.add_road(mover, *(SITES.index(site) for site in rest))
            case "port":
                self.add_port(mover, family - codes.PIERS, amount)
            case "exchange":
                key = "event.exchange_goods" if rest[0] == "goods" else "event.exchange_gold"
                self.add("exchange", mover, say(key, seat=SEATS[mover]), gives=rest[0])
            case "end":
                phase = PHASES[self.before.phase]
                key = "event.end_build" if self.before.phase == codes.BUILD else "event.end_leader"
                self.add("end", mover, say(key, seat=SEATS[mover]), phase=phase)
            case "attack":
                self.add_attack(mover, int(rest[0]), SITES.index(rest[1]))
            case "hire":
                self.add_hired(mover, amount)
            case "defend":
                self.add_defence(mover, amount)
            case _:
                self.add_leader(mover, kind, int(rest[0]))
        self.add_unrest()
        self.add_end()

    def add_place(self, kind: str, chosen: int, mover: int) -> None:
        """Narrate which seat is first, or is placed next."""
        order = [SEATS[number] for number in self.state.order[: self.state.seats]]
        if kind == "rank":
            message = say("event.ranked", seat=SEATS[mover], other=SEATS[chosen])
            self.add("ranked", mover, message, chosen=SEATS[chosen])
        elif self.before.phase == codes.START:
            self.add("first", chosen, say("event.first", seat=SEATS[chosen], order=order), order=order)
        else:
            self.add("first", chosen, say("event.first_tie", seat=SEATS[chosen]), order=None)

    def add_payment(self, mover: int, amount: int) -> None:
        """Narrate a payment for extra cities."""
        extra = control.excess(self.before, mover)
        message = say("event.control_unpaid", seat=SEATS[mover], n=extra)
        if amount:
            message = say("event.control_paid", seat=SEATS[mover], n=extra, money=[amount, amount], paid=amount)
        self.add("control_paid", mover, message, paid=amount, excess=extra, forced=False)

    def add_suppression(self, mover: int, site: int, leader: int, hired: int) -> None:
        """Narrate the suppression of a rebellion."""
        before = self.before
        base = before.place[6 * mover + leader]
        total = leader + phrases.value(before, base) + hired
        value = phrases.value(before, site)
        holes = {"leader": leader, "base": place(before, base), "city": place(before, site), "total": total, "value": value}
        message = say("event.suppressed", seat=SEATS[mover], **holes)
        if hired:
            message = say("event.suppressed_hiring", seat=SEATS[mover], n=hired, **holes)
        details = {"leader": leader, "base": SITES[base], "hired": hired, "total": total, "value": value}
        self.add("suppressed", mover, message, site=SITES[site], **details)

    def add_exploration(self, mover: int, suit: int, site: int) -> None:
        """Narrate an exploration, and the cities lost by a replacement."""
        before, state = self.before, self.state
        seat, tile = SEATS[mover], TILES[5 * suit + (before.stacks[suit] & 7)]
        if site < 0:
            self.add("explored_under", mover, say("event.explored_under", seat=seat, tile=tile), tile=tile)
            return
        replaced = TILES[before.city[site]] or None
        key = "event.explored_over" if replaced else "event.explored"
        losers = [number for number in range(4) if before.controlled_sites[number] & ~state.controlled_sites[number]]
        message = say(key, seat=seat, tile=tile, city=place(before, site))
        self.add("explored", mover, message, tile=tile, site=SITES[site], replaced=replaced)
        for loser in losers:
            for lost in sites_in(before.controlled_sites[loser] & ~state.controlled_sites[loser]):
                self.add_loss(loser, lost, "replaced" if lost == site else "cut_off")

    def add_loss(self, loser: int, site: int, cause: str) -> None:
        """Narrate the loss of a city."""
        key = "event.city_cut_off" if cause == "cut_off" else "event.city_lost"
        self.add("city_lost", loser, say(key, seat=SEATS[loser], city=place(self.before, site)), site=SITES[site], cause=cause)

    def add_road(self, mover: int, start: int, end: int) -> None:
        """Narrate a new road."""
        before = self.before
        gained = not before.controlled_sites[mover] >> end & 1
        key = "event.road_gained" if gained else "event.road"
        message = say(key, seat=SEATS[mover], start=place(before, start), end=place(before, end))
        self.add("road", mover, message, start=SITES[start], end=SITES[end], price=phrases.value(before, end), gained=gained)

    def add_port(self, mover: int, site: int, piers: int) -> None:
        """Narrate a new or longer port."""
        total = self.state.piers[site]
        message = say("event.port", seat=SEATS[mover], n=piers, city=place(self.state, site))
        if total > piers:
            message = say("event.port_more", seat=SEATS[mover], n=piers, city=place(self.state, site), total=total)
        self.add("port", mover, message, site=SITES[site], piers=piers, total=total)

    def add_leader(self, mover: int, kind: str, leader: int) -> None:
        """Narrate a new king, an activation or a movement."""
        before, state = self.before, self.state
        origin, destination = before.place[6 * mover + leader], state.place[6 * mover + leader]
        seat = SEATS[mover]
        match kind:
            case "king":
                old = before.king[mover]
                self.add("king", mover, say("event.king", seat=seat, leader=leader, old=old), old=old, new=leader)
            case "activate":
                message = say("event.leader_activated", seat=seat, leader=leader, city=place(state, origin))
                self.add("leader_activated", mover, message, leader=leader, site=SITES[origin])
            case _:
                start, end = leader_place(state, origin), leader_place(state, destination)
                message = say("event.leader_moved", seat=seat, leader=leader, start=start, end=end)
                names = ["reserve" if site == codes.RESERVE else SITES[site] for site in (origin, destination)]
                self.add("leader_moved", mover, message, leader=leader, start=names[0], end=names[1])

    # -- conflict -----------------------------------------------------------------------------------------------------

    def add_attack(self, mover: int, leader: int, site: int) -> None:
        """Narrate the declaration of an attack."""
        before, state = self.before, self.state
        base = before.place[6 * mover + leader]
        holes = {"leader": leader, "base": place(before, base), "target": phrases.target(before, mover, leader, site)}
        defender = None if state.defender < 0 else SEATS[state.defender]
        message = say("event.attack", seat=SEATS[mover], total=state.attack_total, **holes)
        if defender and site % 6:
            message = say("event.attack_held", seat=SEATS[mover], defender=defender, total=state.attack_total, **holes)
        details = {"leader": leader, "base": SITES[base], "site": SITES[site], "total": state.attack_total}
        self.add("attack", mover, message, **details, defender=defender, **find_target(state))

    def add_hired(self, mover: int, hired: int) -> None:
        """Narrate the help that the attacker hires."""
        total = self.state.attack_total
        message = say("event.hired_nobody", seat=SEATS[mover], total=total)
        if hired:
            message = say("event.hired", seat=SEATS[mover], help=phrases.hired_help(self.state, hired), total=total)
        self.add("hired", mover, message, hired=hired, total=total, kind_of_attack=kind_of_attack(self.state))

    def add_defence(self, defender: int, hired: int) -> None:
        """Narrate a defence."""
        state, seat = self.state, SEATS[defender]
        helpers = [phrases.hired_help(state, hired)] if hired else []
        if state.leader_defends:
            helpers.append(say("about.own_leader", seat=seat, leader=conflict.leader_to_defend(state)))
        totals = {"total": state.defence_total, "attack": state.attack_total}
        message = say("event.defended_alone", seat=seat, **totals)
        if helpers:
            message = say("event.defended", seat=seat, helpers=helpers, **totals)
        self.add("defended", defender, message, **find_defence(state, hired), forced=False)

    def add_result(self) -> None:
        """Narrate the result of an attack."""
        before, state = self.before, self.state
        mover, site, defender = before.order[before.turn], before.target, before.defender
        won = before.attack_total > before.defence_total
        totals = {"attack": before.attack_total, "defence": before.defence_total}
        holes = totals | {"target": phrases.target(before, mover, before.acted, site)}
        details = {"site": SITES[site], "won": won, **totals}
        details |= {"leader": before.acted, "defender": None if defender < 0 else SEATS[defender], **find_target(before)}
        if not won:
            self.add("attack_failed", mover, say("event.attack_failed", **holes), **details)
            return
        if site % 6 == 0:
            message = say("event.won_throne", **holes)
        elif conflict.is_missionary(before):
            message = say(self.conversion(site, defender), **holes)
        elif before.piers[site]:
            message = say("event.won_port", **holes)
        else:
            message = say("event.won_city", seat=SEATS[mover], leader=before.acted, **holes)
        self.add("attack_won", mover, message, **details)
        for loser in range(4):
            for lost in sites_in(before.controlled_sites[loser] & ~state.controlled_sites[loser]):
                self.add_loss(loser, lost, "conquest" if lost == site and not before.piers[site] else "cut_off")  # AMB-38

    def conversion(self, site: int, defender: int) -> str:
        """Return the id of the sentence on a successful missionary attack on a city."""
        if defender < 0:
            return "event.won_free"
        return "event.won_leader" if pieces.governor(self.before, defender, site) >= 0 else "event.won_stirred"

    # -- automatic steps ------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Apply all automatic steps before the next decision, and narrate them."""
        while not self.state.is_asked:
            stage, mover = self.state.stage, self.state.order[self.state.turn]
            self.watch(course.step)
            self.add_step(stage, mover)
            self.add_unrest()
            self.add_end()

    def add_step(self, stage: int, mover: int) -> None:
        """Narrate one automatic step."""
        before, state = self.before, self.state
        match stage:
            case codes.PAY:
                self.add_control(mover)
            case codes.REBEL if state.stage == codes.SUPPRESS:
                self.add_rebellion(mover)
            case codes.SUPPRESS if before.rebelling and not state.rebelling:
                self.add_losses(before.rebel_seat, sites_in(before.rebelling), "rebellion")
            case codes.RANK if state.phase == codes.PRODUCTION:
                self.add_dominance()
            case codes.PRODUCE:
                self.add_production(mover, self.produced(mover))
            case codes.RESULT:
                self.add_result()
                if state.stage == codes.SUPPRESS:
                    self.add_rebellion(state.rebel_seat)
            case codes.DEFEND if state.stage == codes.RESULT and before.defender >= 0:
                message = say("event.defended_forced", seat=SEATS[before.defender], total=state.defence_total)
                self.add("defended", before.defender, message, **find_defence(state, 0), forced=True)
            case codes.ROUND_END if state.phase == codes.CONTROL:
                self.add("round", None, say("event.round", n=state.round_number), round=state.round_number)
            case codes.BUILDING:
                self.add("turn", mover, say("event.turn_build", seat=SEATS[mover]), phase="build")
            case codes.LEADING if before.phase == codes.LEADER and state.acted < 0:
                self.add("turn", mover, say("event.turn_leader", seat=SEATS[mover]), phase="leader")

    def add_control(self, mover: int) -> None:
        """Narrate whether a seat's king holds its cities."""
        before, state = self.before, self.state
        cities = before.controlled_sites[mover].bit_count()
        value = control.control_value(before, mover)
        if state.is_asked or not cities:
            return
        if state.stage == codes.REBEL:
            extra = control.excess(before, mover)
            message = say("event.control_forced", seat=SEATS[mover], n=extra)
            self.add("control_paid", mover, message, paid=0, excess=extra, forced=True)
        else:
            message = say("event.control", seat=SEATS[mover], n=cities, value=value)
            self.add("control", mover, message, cities=cities, control_value=value)

    def add_rebellion(self, seat: int) -> None:
        """Narrate which cities rebel against a seat."""
        rebels = sites_in(self.state.revolted)
        message = say("event.rebellion", n=len(rebels), cities=[place(self.before, site) for site in rebels], seat=SEATS[seat])
        self.add("rebellion", seat, message, sites=[SITES[site] for site in rebels])

    def add_losses(self, loser: int, sites: Sequence[int], cause: str) -> None:
        """Narrate the cities lost to a rebellion."""
        before, state = self.before, self.state
        losses = before.controlled_sites[loser] & ~state.controlled_sites[loser]
        for site in [*sites, *(site for site in sites_in(losses) if site not in sites)]:
            self.add_loss(loser, site, cause if site in sites else "cut_off")

    def add_dominance(self) -> None:
        """Narrate the order of dominance."""
        before, state = self.before, self.state
        order = [SEATS[number] for number in state.order[: state.seats]]
        scores = {SEATS[number]: dominance.dominance_score(before, number) for number in state.order[: state.seats]}
        message = say("event.dominance_stays", order=order)
        if before.ranked:
            message = say("event.dominance", scores=[say("about.ranked", seat=seat, score=scores[seat]) for seat in order])
        self.add("dominance", None, message, order=order, scores=scores, temples=bool(before.ranked))

    def produced(self, mover: int) -> list[int]:
        """Return the cities that an automatic production step has credited."""
        turned = self.before.active[mover] & ~self.state.active[mover]
        return sorted(self.before.place[6 * mover + leader] for leader in range(6) if turned >> leader & 1)

    def add_production(self, mover: int, sites: list[int]) -> None:
        """Narrate the production of a seat's Capital and cities."""
        before, state = self.before, self.state
        goods = state.goods[mover] - before.goods[mover]
        gold = state.gold[mover] - before.gold[mover]
        if not goods and not gold:
            if before.is_asked:
                message = say("event.production_kept", seat=SEATS[mover])
                self.add("production", mover, message, goods=0, gold=0, sites=[], capital=False)
            return
        capital = not before.is_asked and before.cursor == 0
        cities = [place(before, site) for site in ([6 * mover] if capital else []) + sites]
        message = say("event.production", seat=SEATS[mover], money=[goods, gold], cities=cities)
        self.add("production", mover, message, goods=goods, gold=gold, sites=[SITES[site] for site in sites], capital=capital)

    def add_end(self) -> None:
        """Narrate the end of the game, if it has ended."""
        outcome = self.state.outcome()
        if outcome is not None:
            self.add("game_over", None, outcome_message(self.state), **outcome.to_json())


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


def outcome_message(state: State) -> Message:
    """Return how a finished game ended, and the scores."""
    outcome = state.outcome()
    assert outcome is not None
    holes: dict[str, Any] = {"n": len(outcome.winners), "seat": outcome.winners[0], "winners": list(outcome.winners)}
    holes["scores"] = [say("about.scored", seat=seat, score=score) for seat, score in outcome.scores.items()]
    if outcome.loser is not None:
        holes["loser"] = outcome.loser
    if outcome.reason == "rounds":
        holes["rounds"] = state.round_number
    return say(f"event.over_{outcome.reason}", **holes)
