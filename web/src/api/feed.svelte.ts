/** A live feed of a game that survives lost connections and server restarts. */

import { onLanguage } from "../language";
import { t } from "../texts";
import { dismiss, notify } from "../notices.svelte";
import {
  ApiError,
  CLOSED,
  follow,
  game,
  history,
  historyPage,
  onGameNews,
  unfolded,
  view as fetchView,
  type GameNews,
} from "./client";
import { showNotice } from "./server.svelte";
import type { Live } from "./transport";
import type { Ask, Entry, GameInfo, LiveMessage, Remark, Seat, TableFacts } from "./types";

type FeedStatus = "connecting" | "live" | "lost" | "gone";
export type EntryListener<F = TableFacts> = (entry: Entry, view: F | null) => void;

/** Silence in milliseconds after which a connection counts as dead, whatever the browser reports. The server pings every 20 s. */
const SILENCE = 45_000;
/** The time in milliseconds that the entry of a played action may take to arrive on the socket before it is fetched. */
const OVERDUE = 3_000;
/** The timeout in milliseconds for the server's hello message. */
const GREETING = 15_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;
/** Shorter interruptions, in milliseconds, are not reported. */
const UNNOTICED = 1_200;

const GONE = 4404;
const NOT_YOURS = 4403;
const BANNED = 4410;
const SHUT = 4411;
const CROWDED = 4429;
const RESTARTS = [1001, 1012];

/** Events on the document: a connection is back; a followed game (its id in `detail`) has been deleted. */
export const BACK = "kingdoms:back";
export const GAME_GONE = "kingdoms:gone";

/** An event on the document with a followed game's news: a remark, the number of reports, or the game's info. */
export const TOLD = "kingdoms:told";
export type Heard = { id: string } & ({ remark: Remark } | { reports: number } | { info: GameInfo });

/** A followed game: its table, the current question, and its entries. */
export interface Feed<F extends TableFacts = TableFacts> {
  info: GameInfo | null;
  readonly view: F | null;
  readonly ask: Ask | null;
  readonly number: number;
  readonly entries: Entry[];
  readonly status: FeedStatus;
  readonly seat: Seat | null;
  /** Call a listener for every new entry. Return a function that removes it. */
  onentry(listener: EntryListener<F>): () => void;
  catchUp(): Promise<void>;
  close(): void;
}

export class GameFeed<F extends TableFacts = TableFacts> implements Feed<F> {
  info = $state.raw<GameInfo | null>(null);
  view = $state.raw<F | null>(null);
  ask = $state.raw<Ask | null>(null);
  /** The number of the newest known entry. */
  number = $state(0);
  /** All entries so far. */
  entries = $state.raw<Entry[]>([]);
  status = $state<FeedStatus>("connecting");
  /** The seat whose view is received; null for an onlooker's. */
  seat = $state<Seat | null>(null);

  readonly id: string;
  #listeners = new Set<EntryListener<F>>();
  #socket: Live | null = null;
  #closed = false;
  #greeted = false;
  /** Whether the feed takes the visitor's first seat, if there is one. */
  #anySeat: boolean;
  #attempts = 0;
  #retry: Timer;
  #silence: Timer;
  #overdue: Timer;
  #unnoticed: Timer;
  #catching: Promise<void> | null = null;
  #stopNews: () => void;
  #stopLanguage: () => void;

  /**
   * Follow a game.
   * @param seat The visitor's seat whose view is received, null for an onlooker's. By default the visitor's first seat, if there is one.
   */
  constructor(id: string, seat?: Seat | null) {
    this.id = id;
    this.seat = seat ?? null;
    this.#anySeat = seat === undefined;
    this.#stopNews = onGameNews((news) => this.#news(news));
    this.#stopLanguage = onLanguage(this.#translate);
    addEventListener("online", this.tryNow);
    addEventListener("offline", this.#offline);
    document.addEventListener("visibilitychange", this.#seen);
    this.#connect();
  }

  /** Call a listener for every new entry, in order, after the fields here are updated. Return a function that removes it. */
  onentry(listener: EntryListener<F>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Receive another seat's view from now on. */
  sit(seat: Seat | null): void {
    if (seat === this.seat && !this.#anySeat) return;
    this.seat = seat;
    this.#anySeat = false;
    this.#drop();
    this.#connect();
  }

  /** Reconnect: by taking a seat, the visitor may have got a cookie that the open socket does not know. */
  renew(info: GameInfo): void {
    this.#inform(info);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#retry);
    clearTimeout(this.#unnoticed);
    this.#stopNews();
    this.#stopLanguage();
    removeEventListener("online", this.tryNow);
    removeEventListener("offline", this.#offline);
    document.removeEventListener("visibilitychange", this.#seen);
    dismiss(this.#key);
  }

  /** Reconnect now instead of waiting for the next retry. */
  tryNow = (): void => {
    if (this.status !== "lost") return;
    this.#attempts = 0;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** Receive the table in the language of the page, and the entries too if the server puts them into words. */
  #translate = (): void => {
    if (!this.#greeted) return;
    this.#connect();
    if (this.entries.some(({ events }) => events.some(({ said }) => !said))) this.reread().catch(() => null);
  };

  get #key(): string {
    return `live ${this.id}`;
  }

  #offline = (): void => {
    if (this.#socket && this.status !== "gone") this.#lost(0);
  };

  #seen = (): void => {
    this.#sayWhetherSeen();
    if (document.visibilityState === "visible") this.tryNow();
  };

  /** Tell the server whether the table is visible: a player who sees it needs no notification when it is their turn. */
  #sayWhetherSeen(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "looking", looking: document.visibilityState === "visible" }));
  }

  #tell(news: { remark: Remark } | { reports: number } | { info: GameInfo }): void {
    document.dispatchEvent(new CustomEvent<Heard>(TOLD, { detail: { id: this.id, ...news } }));
  }

  #connect(): void {
    if (this.#closed || this.status === "gone") return;
    this.#drop();
    const socket = follow(this.id, this.#anySeat ? null : this.seat, this.number);
    this.#socket = socket;
    this.#listen(socket);
    this.#hush(GREETING);
  }

  #listen(socket: Live): void {
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#hush();
      this.#receive(unfolded(JSON.parse(event.data) as LiveMessage<F>));
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#silence);
    clearTimeout(this.#overdue);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    // Closing a socket that is still connecting would log an error in the browser's console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  #hush(patience = SILENCE): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(0), patience);
  }

  #receive(message: LiveMessage<F>): void {
    if (message.type === "ping") this.#socket?.send(JSON.stringify({ type: "pong" }));
    else if (message.type === "info") this.#inform(message.info);
    else if (message.type === "gone") this.#gone();
    else if (message.type === "hello") this.#hello(message);
    else if (message.type === "entry") this.#entry(message);
    else if (message.type === "talk") this.#tell({ remark: message.remark });
    else if (message.type === "notice") showNotice(message.notice);
    else if (message.type === "reports") this.#tell({ reports: message.reports });
  }

  #hello(message: Extract<LiveMessage<F>, { type: "hello" }>): void {
    const back = this.status === "lost";
    this.#attempts = 0;
    if (document.visibilityState === "hidden") this.#sayWhetherSeen();
    clearTimeout(this.#unnoticed);
    dismiss(this.#key);
    showNotice(message.notice ?? null);
    this.#inform(message.info);
    this.status = "live";
    const isBack = () => back && document.dispatchEvent(new CustomEvent(BACK));
    if (message.more && this.#greeted) {
      void this.catchUp().then(isBack);
      return;
    }
    this.#adopt(message.missed, message);
    if (message.more) void this.#fill();
    isBack();
  }

  #entry(message: Extract<LiveMessage<F>, { type: "entry" }>): void {
    if (message.info) this.#inform(message.info);
    else if (this.info && message.number > this.number) this.info = { ...this.info, ...message.around };
    if (message.number > this.number + 1) void this.catchUp();
    else if (message.number > this.number) this.#adopt([message.entry], message);
  }

  #inform(info: GameInfo): void {
    const had = this.info?.you.length ?? 0;
    this.info = info;
    this.#tell({ info });
    if (this.#anySeat) this.seat = info.you[0] ?? null;
    if (had && !info.you.length && info.status === "playing") this.#sayElsewhere();
  }

  #sayElsewhere(): void {
    notify({ key: `seat ${this.id}`, text: t("shell.seat_elsewhere"), kind: "info", lasting: 10_000 });
  }

  /** Append the entries that are new, and update the table to the state after them. */
  #adopt(entries: Entry[], now: { number: number; view: F | null; ask: Ask | null }): void {
    const fresh = entries.filter((entry) => entry.number > this.number);
    if (now.number < this.number) return;
    this.number = now.number;
    this.view = now.view;
    this.ask = now.ask;
    // The server sends the info again only if other fields than these have changed.
    if (this.info && now.view)
      this.info = { ...this.info, number: now.number, to_move: now.view.to_move, round: now.view.round ?? null };
    if (fresh.length) this.entries = [...this.entries, ...fresh];
    const first = !this.#greeted;
    this.#greeted = true;
    // Entries before the first hello are history: listeners do not get them.
    if (first) return;
    fresh.forEach((entry, at) => {
      const last = at === fresh.length - 1;
      this.#listeners.forEach((listener) => listener(entry, last ? now.view : null));
    });
  }

  /** Fetch the entries that did not fit into the hello message, page by page. */
  async #fill(): Promise<void> {
    const until = this.entries[0]?.number ?? 0;
    for (let after = 0; after < until - 1 && !this.#closed && this.status !== "gone";) {
      try {
        const { entries } = await historyPage(this.id, after, this.seat);
        const last = entries.at(-1);
        if (!last) return;
        after = last.number;
        const numbers = new Set(this.entries.map((entry) => entry.number));
        const fresh = entries.filter((entry) => entry.number < until && !numbers.has(entry.number));
        this.entries = [...this.entries, ...fresh].sort((left, right) => left.number - right.number);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, LAST_RETRY));
      }
    }
  }

  /** Fetch all entries again: the secrets of a game are revealed when it is over. */
  async reread(): Promise<void> {
    const entries = await history(this.id, 0, this.seat);
    if (!this.#closed && entries.length >= this.entries.length) this.entries = entries.slice(0, this.number);
  }

  /** Fetch missed entries by request, without the socket. */
  catchUp(): Promise<void> {
    this.#catching ??= this.#fetchMissed().finally(() => (this.#catching = null));
    return this.#catching;
  }

  async #fetchMissed(): Promise<void> {
    try {
      const info = await game(this.id);
      if (this.#closed) return;
      this.#inform(info);
      if (info.status === "lobby") return;
      const answer = await fetchView<F>(this.id, { seat: this.seat });
      const missed = answer.number > this.number ? await history(this.id, this.number, this.seat) : [];
      const upTo = missed.filter((entry) => entry.number <= answer.number);
      if (!this.#closed) this.#adopt(upTo, answer);
    } catch (error) {
      if (!this.#closed && error instanceof ApiError && error.status === 404) this.#gone();
    }
  }

  #news(news: GameNews): void {
    if (news.id !== this.id || this.#closed) return;
    if ("gone" in news) void this.catchUp();
    else if ("stale" in news) {
      if (news.stale) notify({ key: `stale ${this.id}`, text: t("shell.stale"), kind: "info", lasting: 6_000 });
      void this.catchUp();
    } else if (news.number > this.number) {
      clearTimeout(this.#overdue);
      this.#overdue = setTimeout(() => {
        if (news.number > this.number) void this.catchUp();
      }, OVERDUE);
    }
  }

  #gone(): void {
    this.status = "gone";
    this.ask = null;
    this.#drop();
    clearTimeout(this.#unnoticed);
    clearTimeout(this.#retry);
    dismiss(this.#key);
    document.dispatchEvent(new CustomEvent<string>(GAME_GONE, { detail: this.id }));
  }

  #lost(code: number): void {
    this.#drop();
    if (this.#closed) return;
    if (code === GONE) {
      this.#gone();
      return;
    }
    if (code === SHUT) document.dispatchEvent(new Event(CLOSED));
    if (code === NOT_YOURS && this.seat !== null) {
      this.#sayElsewhere();
      this.sit(null);
      return;
    }
    if (this.status !== "lost") this.#say(code);
    this.status = "lost";
    const longest = [CROWDED, BANNED, SHUT].includes(code)
      ? LAST_RETRY
      : Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.#attempts);
    this.#attempts += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#again(), longest * (0.5 + 0.5 * Math.random()));
  }

  /** Reconnect. If only sockets fail, keep the game up to date by requests. */
  async #again(): Promise<void> {
    if (this.#greeted && this.#attempts > 3) await this.catchUp();
    if (this.status === "lost") this.#connect();
  }

  #say(code: number): void {
    clearTimeout(this.#unnoticed);
    this.#unnoticed = setTimeout(() => {
      if (this.status !== "lost") return;
      const text = RESTARTS.includes(code)
        ? t("shell.restarting")
        : code === CROWDED
          ? t("shell.crowded")
          : code === BANNED
            ? t("shell.banned")
            : navigator.onLine
              ? t("shell.lost")
              : t("shell.offline");
      notify({ key: this.#key, text, kind: "trouble", action: { label: t("shell.try_now"), run: this.tryNow } });
    }, UNNOTICED);
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;
