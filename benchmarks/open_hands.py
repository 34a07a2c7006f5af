"""What it would be worth to know all secrets: search that is told them, against search that samples them.

`python benchmarks/open_hands.py rivers --seats 2 --games 120 --seed 8971000` plays one search that knows the whole state, alone
against others that know what their seats know. Openings vary as in `strength.py`.
"""

from __future__ import annotations

import argparse
import json
import sys

import strength

import kingdoms
from kingdoms.core.game import Game
from kingdoms.core.state import State
from kingdoms.learning.thinking import SelfPlayer, Thinker
from kingdoms.nets import Net, own_net
from kingdoms.search.running import run


class Informed(Thinker):
    """A search that knows the whole state."""

    def think(self, state: State, seat: int, simulations: int) -> tuple[int, tuple[float, ...]]:
        """Return the best action, and the share that each seat can expect."""
        assert self.tree is not None, "the game has secrets"
        self.tree.knowledge.begin(state)
        self.tree.plant()
        run(self.tree, simulations)
        best = max(self.tree.choices(), key=lambda choice: (choice[1], choice[4][seat], choice[2]))
        return best[0], tuple(self.tree.value())


def play(game: Game, net: Net | None, simulations: int, seed: int, opening: int, place: int) -> strength.Row:
    """Play a game with the informed search at one place."""
    actions: list[int] = []
    bots = {}
    for i, seat in enumerate(game.seats):
        kind = Informed if i == place else Thinker
        thinker = kind(game, seed + opening + strength.SEED_STEP * i, net, wide=False, greedy=False)
        bots[seat] = SelfPlayer(thinker, simulations, actions, {})
    state, reason, _ = strength.run(game, bots, seed + opening, actions)
    return strength.Row(opening, state.returns()[place], reason, (0.0, 0.0))


def main() -> None:
    """Play the match, and print its result as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=8971000)
    parser.add_argument("--simulations", type=int, default=300)
    given = parser.parse_args()
    game = kingdoms.load_game(given.game, given.seats).limited(strength.ROUNDS)
    if not game.has_secrets:
        sys.exit(f"{game.title} has no secrets")
    net, rows = own_net(game), []
    for number in range(given.games // given.seats * given.seats):
        rows.append(play(game, net, given.simulations, given.seed, *divmod(number, given.seats)))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {given.games}", end="", file=sys.stderr)
    share, low, high = strength.by_opening(rows)
    print(json.dumps({"games": len(rows), "share": round(share, 3), "low": round(low, 3), "high": round(high, 3)}))


if __name__ == "__main__":
    main()
