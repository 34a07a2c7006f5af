/** The remarks at a table that the visitor may read: updated live, and fetched again after a lost connection. */

import { BACK, TOLD, type Heard } from "../api/feed.svelte";
import { blockAuthor, blockPlayer, mute, report, say, switchTalk, talkPage } from "../api/talk";
import type { GameInfo, Phrase, Remark, Room, Seat } from "../api/types";
import { errorText } from "../ui/errors";
import { numberPerGame } from "../storage";

/** The number of the last remark read at each table. */
const lastRead = numberPerGame("kingdoms.read");

/** A table's talk. The component that creates it must close it. */
export class Thread {
  readonly id: string;
  info = $state.raw<GameInfo | null>(null);
  remarks = $state.raw<Remark[]>([]);
  /** Whether there are older remarks on the server. */
  more = $state(false);
  on = $state(true);
  room = $state<Room>("all");
  /** The number of remarks reported to the visitor as the host. */
  reported = $state(0);
  fault = $state<string | null>(null);
  busy = $state(false);
  /** The newest remark since the page was opened, for screen readers. */
  news = $state.raw<Remark | null>(null);
  #read = $state(0);
  #stop: () => void;

  unread = $derived(this.remarks.filter((remark) => remark.number > this.#read && !remark.you && !remark.muted).length);

  constructor(id: string, info: GameInfo | null) {
    this.id = id;
    this.info = info;
    this.#read = lastRead.get(id) ?? 0;
    const listener = (event: Event) => {
      const { detail } = event as CustomEvent<Heard>;
      if (detail.id === id) this.#hear(detail);
    };
    const back = () => void this.catchUp();
    document.addEventListener(TOLD, listener);
    document.addEventListener(BACK, back);
    this.#stop = () => {
      document.removeEventListener(TOLD, listener);
      document.removeEventListener(BACK, back);
    };
    void this.fetch();
  }

  /** Stop listening. */
  close(): void {
    this.#stop();
  }

  /** Mark all remarks as read. */
  see(): void {
    const last = this.remarks.at(-1)?.number ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    lastRead.set(this.id, last);
  }

  /** Fetch the newest remarks again: at the start, and when the visitor's right to read has changed. */
  fetch(): Promise<void> {
    return this.#attempt(async () => {
      const page = await talkPage(this.id);
      this.remarks = page.remarks;
      this.more = page.more;
      this.on = page.on;
      this.room = page.room;
    });
  }

  /** Fetch the remarks missed while the connection was lost. */
  catchUp(): Promise<void> {
    return this.#attempt(async () => {
      for (;;) {
        const page = await talkPage(this.id, { after: this.remarks.at(-1)?.number ?? 0 });
        this.on = page.on;
        this.room = page.room;
        page.remarks.forEach((remark) => this.#add(remark));
        if (!page.more || !page.remarks.length) return;
      }
    });
  }

  /** Fetch remarks older than the first known one. */
  older(): Promise<void> {
    return this.#attempt(async () => {
      const first = this.remarks[0];
      if (!first) return;
      const page = await talkPage(this.id, { before: first.number });
      this.remarks = [...page.remarks, ...this.remarks];
      this.more = page.more;
    });
  }

  /** Send a remark, and return whether it was accepted. */
  async say(remark: { text: string } | { phrase: Phrase }): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    let isAccepted = false;
    await this.#attempt(async () => {
      this.#add(await say(this.id, remark));
      this.see();
      isAccepted = true;
    });
    this.busy = false;
    return isAccepted;
  }

  /** Mute or unmute the author of a remark. */
  mute(remark: Remark, muted: boolean): Promise<void> {
    return this.#attempt(async () => {
      await mute(this.id, remark.number, muted);
      await this.fetch();
    });
  }

  /** Block the author of a remark, or the person in a seat. */
  block(whom: Remark | Seat): Promise<void> {
    return this.#attempt(async () => {
      await (typeof whom === "string" ? blockPlayer(this.id, whom) : blockAuthor(this.id, whom.number));
      await this.fetch();
    });
  }

  report = (remark: Remark): Promise<void> => this.#attempt(() => report(this.id, remark.number));

  switch = (on: boolean): Promise<void> =>
    this.#attempt(async () => {
      this.on = (await switchTalk(this.id, on)).on;
    });

  #hear(news: Heard): void {
    if ("remark" in news) {
      if (this.remarks.some((remark) => remark.number === news.remark.number)) return;
      this.#add(news.remark);
      if (!news.remark.you && !news.remark.muted) this.news = news.remark;
    } else if ("reports" in news) this.reported = news.reports;
    else {
      const before = this.info;
      this.info = news.info;
      this.on = news.info.talk;
      const isSame = before?.status === news.info.status && before.you.join() === news.info.you.join();
      if (before && !isSame) void this.fetch();
    }
  }

  #add(remark: Remark): void {
    if (this.remarks.some((candidate) => candidate.number === remark.number)) return;
    this.remarks = [...this.remarks, remark].sort((left, right) => left.number - right.number);
  }

  async #attempt(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed();
      this.fault = null;
    } catch (error) {
      this.fault = errorText(error);
    }
  }
}
