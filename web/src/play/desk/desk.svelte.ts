/** A table as one visitor sees it: the live feed, the playback of other players' moves, the composer, and the news. */

import { onMount, untrack } from "svelte";
import { letStandIn, returnToSeat } from "../../api/client";
import { BACK, GameFeed, type Feed } from "../../api/feed.svelte";
import type { Entry, GameEvent, Seat, TableFacts } from "../../api/types";
import { onLanguage } from "../../language";
import { animated, settings } from "../../settings.svelte";
import { numberPerGame } from "../../storage";
import { t } from "../../texts";
import { errorText } from "../../ui/errors";
import { notify } from "../../notices.svelte";
import { badge } from "../../ui/badge";
import { sound } from "../../ui/sound";
import { inkOf } from "../../ui/signs";
import { setTitle } from "../../ui/title";
import type { Composer } from "./composer.svelte";
import type { Idiom } from "./idiom";
import type { Worded } from "./speech";
import type { Trace } from "../../board/traces";
import { loadMover } from "../motion/load";
import type { Mover } from "../motion/mover";
import { type Alarm, alarms, mainEvents, momentsOf, type News, recap, type Tone } from "../log/log";
import { tracesOf } from "../log/traces";
import type { Option } from "./options";
import type { Place, Stage } from "./place";
import { Playback } from "./playback.svelte";

const CALM = 6_000;

/** The number up to which each game has been seen. */
const lastSeen = numberPerGame("kingdoms.seen");

interface Setup<F extends TableFacts, O extends Option> {
  idiom: Idiom<F, O>;
  composer: Composer<F, O>;
  secrets: boolean;
  /** Whether the page announces news itself: the desk then plays back no moves, sets no titles and plays no sounds. */
  quiet?: boolean;
}

/** The state of a table page. Create it while a component initialises: it is disposed of with the component. */
export class Desk<F extends TableFacts, O extends Option> {
  readonly id: string;
  readonly idiom: Idiom<F, O>;
  readonly composer: Composer<F, O>;
  readonly live: Feed<F>;
  readonly stage: Stage | null;
  readonly playback: Playback<F>;
  /** Whether seats have secrets: the screen then shows one seat's view at a time. */
  readonly secrets: boolean;
  /** Whether the question has had the focus since the screen was passed on. */
  #settled: boolean;
  readonly #seenAs: string;
  readonly #quiet: boolean;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #knocked = "";
  #looked: number | null = null;
  #mover: Mover<F> | null = null;

  alarm = $state.raw<Alarm | null>(null);
  since = $state.raw<{ title: string; news: News[] } | null>(null);
  /** Keys of targets to highlight on the board. */
  spots = $state.raw<readonly string[]>([]);
  /** Whether the sheet at the bottom of a small screen is pulled up. */
  tall = $state(false);

  /** The seats that are played at this screen. */
  seats = $derived.by<readonly Seat[]>(() => this.live.info?.you ?? []);
  /** The visitor's seats: with secrets, only the one in view. */
  ownSeats = $derived.by<readonly Seat[]>(() =>
    this.secrets ? this.seats.filter((seat) => seat === this.live.seat) : this.seats,
  );
  /** Whether the player has hidden the secrets. */
  away = $state(false);
  /** Another seat at this screen that is to move: its player must not see the present seat's secrets. */
  passing = $derived.by(() => {
    const mover = this.live.view?.to_move ?? null;
    const over = this.facts?.outcome != null || this.live.info?.status === "over";
    if (!this.secrets || this.playback.waiting > 0 || mover === this.live.seat || this.seats.length < 2 || over)
      return null;
    return this.seats.find((seat) => seat === mover) ?? null;
  });
  /** Whether secrets are hidden, since the screen is passed on. */
  closed = $derived.by(() => this.passing !== null || this.away);
  facts = $derived.by(() => this.playback.view);
  ownSeat = $derived.by(() => this.ownSeats[0] ?? this.live.seat ?? null);
  /** Whether the board celebrates the end of the game. */
  #celebrating = $state(false);
  /** How the game has ended, by its rules or otherwise, once the board has shown its last move and celebrated. */
  outcome = $derived.by(() => {
    if (this.#celebrating) return null;
    return this.facts?.outcome ?? (this.playback.waiting === 0 ? (this.live.info?.outcome ?? null) : null);
  });
  /** The entries up to the moment that the board shows. */
  shownEntries = $derived.by(() => {
    const { entries } = this.live;
    const number = this.playback.waiting > 0 ? (this.playback.current?.number ?? 0) : Infinity;
    return number === Infinity ? entries : entries.filter((entry) => entry.number <= number);
  });
  /** What has happened at the targets of the board, by key. */
  traces = $derived.by(() =>
    settings.traces === "off"
      ? new Map<string, Trace>()
      : tracesOf(this.shownEntries, this.composer.ask ? this.ownSeats : [], this.idiom, (event) => this.say(event)),
  );
  /** How many decisions the visitor has made. */
  decided = $derived.by(
    () => this.live.entries.filter((entry) => entry.by !== null && this.ownSeats.includes(entry.by)).length,
  );
  news = $derived.by(() => (this.playback.current ? this.#newsOf(this.playback.current) : []));
  announcement = $derived.by(() => {
    const { ask } = this.composer;
    return [
      ...this.news,
      ...(ask && this.facts ? [t("play.your_turn"), this.idiom.question(ask, this.facts, ask.seat)] : []),
    ].join(" ");
  });

  constructor({ id, seat, passed, stage = null }: Place, { idiom, composer, secrets, quiet = false }: Setup<F, O>) {
    this.id = id;
    this.idiom = idiom;
    this.composer = composer;
    this.secrets = secrets;
    this.#settled = !passed;
    this.#seenAs = secrets && seat ? `${id} ${seat}` : id;
    this.stage = stage;
    this.#quiet = quiet || stage !== null;
    this.live = stage ? (stage.feed as unknown as Feed<F>) : new GameFeed<F>(id, seat);
    this.playback = new Playback<F>(
      () => this.ownSeats,
      () => (quiet ? 0 : settings.speed),
      idiom.chronicle.pause,
      (entry, change, pace) => this.#show(entry, change, pace),
    );
    this.#follow();
    this.#mount();
  }

  /** Let a bot stand in for an absent player. */
  letBot = (seat: Seat): Promise<void> =>
    this.#change(async () => void (this.live.info = await letStandIn(this.id, seat)));

  /** Take the visitor's seat back from a bot. */
  comeBack = (seat: Seat): Promise<void> =>
    this.#change(async () => {
      this.live.info = await returnToSeat(this.id, seat);
      await this.live.catchUp();
    });

  /** Show a seat to its player at this screen; `sit` changes to another seat. */
  look(seat: Seat, sit: (seat: Seat) => void): void {
    if (seat === this.live.seat) this.away = false;
    else sit(seat);
  }

  /** Close the summary of missed moves. */
  forget = (): void => {
    this.since = null;
    this.spots = [];
  };

  /** The seat that "you" means at this screen; null if several people share it. */
  get self(): Seat | null {
    return this.ownSeats.length === 1 ? (this.ownSeats[0] ?? null) : null;
  }

  /** Return an event in words. */
  say(event: GameEvent): string {
    return this.idiom.event(event, this.self);
  }

  /** Return a choice in words, addressed to the visitor. */
  words(choice: Worded): string {
    return this.idiom.choice(choice, this.facts, this.self);
  }

  /** Pick a target of the board, or nothing; during playback, skip it instead. */
  pick = (key: string | null): void => {
    if (this.playback.waiting > 0) this.playback.skip();
    else {
      this.composer.pick(key);
      if (!this.composer.chosen) this.tell(key);
    }
  };

  /** Say what has happened at a marked target. */
  tell(key: string | null): void {
    const trace = this.traces.get(key ?? "");
    if (trace) this.#announce({ tone: "news", text: trace.text });
  }

  async #change(deed: () => Promise<void>): Promise<void> {
    try {
      await deed();
    } catch (error) {
      notify({ key: `bot ${this.id}`, text: errorText(error), kind: "trouble", lasting: 8_000 });
    }
  }

  /** Return an entry in sentences; for the visitor's own action, only its consequences. */
  #newsOf(entry: Entry): string[] {
    const isOwn = entry.by !== null && this.ownSeats.includes(entry.by);
    return mainEvents(isOwn ? entry.events.slice(1) : entry.events, this.idiom.chronicle, this.ownSeats).map((event) =>
      this.say(event),
    );
  }

  #follow(): void {
    const { live, composer, playback } = this;
    // The newest table is shown as soon as nothing is left to play back.
    $effect(() => {
      if (live.view && playback.waiting === 0) playback.view = live.view;
    });
    $effect(() => {
      const ask = playback.waiting === 0 && live.status !== "gone" ? live.ask : null;
      const { number } = live;
      const view = playback.view;
      untrack(() => composer.adopt(ask, view, number));
    });
    // A turn begins with a summary of the moves before it, until the next decision.
    $effect(() => {
      const { ask } = composer;
      if (ask) untrack(() => this.#recap());
      return () => {
        this.since = null;
        this.spots = [];
      };
    });
    $effect(() => {
      const { ask } = composer;
      const question = ask === null ? "" : ask.seat + ask.decision;
      if (question !== "" && question !== this.#knocked && !this.#quiet) untrack(() => sound("knock"));
      this.#knocked = question;
      if (!this.#quiet) badge(question === "" ? 0 : 1);
    });
    $effect(() => {
      if (this.#settled || !this.facts) return;
      this.#settled = true;
      if (document.activeElement === document.body)
        requestAnimationFrame(() => document.querySelector<HTMLElement>(".ask")?.focus({ preventScroll: true }));
    });
    $effect(() => {
      this.tall = this.outcome !== null;
    });
    $effect(() => {
      if (composer.sending || composer.picks.length > 0) this.tall = false;
    });
    $effect(() => {
      const { facts } = this;
      if (!facts || this.#quiet) return;
      const round = facts.round ?? null;
      if (round === null) setTitle(() => t(composer.ask ? "play.title_asked_plain" : "play.heading"));
      else setTitle(() => (composer.ask ? t("play.title_asked", { round }) : t("play.round", { n: round })));
    });
    $effect(() => {
      const { number, status } = live;
      if (this.#quiet || number === 0 || status !== "live" || document.visibilityState !== "visible") return;
      if (this.#looked === null) {
        const before = lastSeen.get(this.#seenAs);
        if (before !== null && before < number) untrack(() => this.#tellSince(before));
      }
      this.#looked = number;
      lastSeen.set(this.#seenAs, number);
    });
  }

  #mount(): void {
    onMount(() => {
      void this.#prepare();
      const stop = this.live.onentry(this.#heard);
      const stopLanguage = onLanguage(() => {
        this.alarm = null;
        this.forget();
      });
      let left: number | null = null;
      const away = () => (left ??= this.live.number);
      const back = () => {
        if (left !== null && left < this.live.number) this.#tellSince(left);
        left = null;
      };
      const turned = () => (document.visibilityState === "hidden" ? away() : back());
      document.addEventListener("visibilitychange", turned);
      document.addEventListener(BACK, back);
      return () => {
        stop();
        stopLanguage();
        document.removeEventListener("visibilitychange", turned);
        document.removeEventListener(BACK, back);
        clearTimeout(this.#calm);
        this.playback.close();
        this.#mover?.finish();
        this.composer.clear();
        this.live.close();
      };
    });
  }

  /** Summarise the entries after a number, if other players made more than one. */
  #tellSince(number: number): void {
    const missed = this.live.entries.filter(
      (entry) => entry.number > number && !(entry.by !== null && this.ownSeats.includes(entry.by)),
    );
    const news = this.#recapOf(missed);
    if (missed.length > 1 && news.length) this.since = { title: t("play.since"), news };
  }

  /** Summarise, at the start of a turn, the other players' moves since the last one. */
  #recap(): void {
    const entries = this.shownEntries;
    let last = entries.length - 1;
    while (last >= 0 && !this.ownSeats.includes(entries[last]?.by ?? "")) last -= 1;
    const othersEntries = entries.slice(last + 1);
    if (othersEntries.filter((entry) => entry.by !== null && entry.by !== "chance").length < 2) return;
    const news = this.#recapOf(othersEntries);
    if (news.flatMap(({ lines }) => lines).length > 1)
      this.since = { title: t(last < 0 ? "play.since_start" : "play.since_turn"), news };
  }

  #recapOf(entries: readonly Entry[]): News[] {
    const lineOf = (event: GameEvent) => ({ text: this.say(event), spots: this.idiom.spots(event) });
    return recap(entries, this.idiom.chronicle, lineOf);
  }

  /** Load what shows events; without it, the board only changes. */
  async #prepare(): Promise<void> {
    this.#mover = await loadMover<F>(this.idiom, {
      ownSeat: () => this.self,
      ink: (seat) => inkOf(this.facts?.game ?? "", seat, this.facts?.seats.indexOf(seat) ?? 0),
      say: (event) => this.say(event),
      facts: () => this.facts,
      events: () => this.live.entries.flatMap((entry) => entry.events),
      celebrating: (begins) => void (this.#celebrating = begins),
      // Several players at one screen hear only the knock.
      sound: (name) => void (this.#quiet || this.seats.length > 1 || sound(name)),
    });
  }

  /** Show an entry on the board; return how long this takes, in milliseconds. */
  #show(entry: Entry, change: () => void, pace: number): number {
    const mover = pace > 0 && !this.closed && animated() ? this.#mover : null;
    this.#mover?.finish();
    const fight = mover ? undefined : this.#mover?.fights(entry.events).at(-1);
    const changeLoudly = () => {
      // The visitor has read what was announced before their own action.
      if (this.ownSeats.includes(entry.by ?? "")) this.alarm = null;
      const earlier = this.alarm;
      change();
      this.#raise(entry);
      if (fight) {
        const raised = this.alarm === earlier ? null : this.alarm;
        const text = [fight.order, raised?.text ?? this.say(fight.event)].filter(Boolean).join(". ");
        this.#announce({ tone: raised?.tone ?? "news", text, sides: fight.sides });
      }
    };
    if (mover) return mover.show(entry.events, changeLoudly, pace);
    changeLoudly();
    return 0;
  }

  /** Raise the alarms of the entry on the board. */
  #raise(entry: Entry): void {
    const loud = alarms(entry, this.idiom.chronicle, this.ownSeats);
    const [first] = loud;
    if (!first) return;
    if (!this.#quiet) this.#sound(loud);
    // A celebration says itself how the game has ended.
    if (this.#celebrating) return;
    this.#announce({
      tone: loud.find((alarm) => alarm.tone === "victory")?.tone ?? first.tone,
      text: loud.map(({ event }) => this.say(event)).join(" "),
    });
  }

  #announce(alarm: Alarm): void {
    clearTimeout(this.#calm);
    this.alarm = alarm;
    if (!alarm.sides) this.#calm = setTimeout(() => (this.alarm = null), CALM);
  }

  #sound(loud: readonly { tone: Tone }[]): void {
    if (loud.some((alarm) => alarm.tone === "victory")) sound("fanfare");
    else if (loud.some((alarm) => alarm.tone === "danger")) sound("clash");
  }

  #heard = (entry: Entry, view: F | null): void => {
    const moments = momentsOf(entry, this.idiom.chronicle);
    for (const [at, moment] of moments.entries()) this.playback.push(moment, at === moments.length - 1 ? view : null);
  };
}
