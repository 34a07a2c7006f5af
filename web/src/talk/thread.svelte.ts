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

  unread = $derived(this.remarks.filter((one) => one.number > this.#read && !one.you && !one.muted).length);

  constructor(id: string, info: GameInfo | null) {
    this.id = id;
    this.info = info;
    this.#read = lastRead.get(id) ?? 0;
    const told = (event: Event) => {
      const { detail } = event as CustomEvent<Heard>;
      if (detail.id === id) this.#hear(detail);
    };
    const back = () => void this.catchUp();
    document.addEventListener(TOLD, told);
    document.addEventListener(BACK, back);
    this.#stop = () => {
      document.removeEventListener(TOLD, told);
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
  async say(what: { text: string } | { phrase: Phrase }): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    let taken = false;
    await this.#attempt(async () => {
      this.#add(await say(this.id, what));
      this.see();
      taken = true;
    });
    this.busy = false;
    return taken;
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

  #hear(heard: Heard): void {
    if ("remark" in heard) {
      if (this.remarks.some((one) => one.number === heard.remark.number)) return;
      this.#add(heard.remark);
      if (!heard.remark.you && !heard.remark.muted) this.news = heard.remark;
    } else if ("reports" in heard) this.reported = heard.reports;
    else {
      const before = this.info;
      this.info = heard.info;
      this.on = heard.info.talk;
      const same = before?.status === heard.info.status && before.you.join() === heard.info.you.join();
      if (before && !same) void this.fetch();
    }
  }

  #add(remark: Remark): void {
    if (this.remarks.some((one) => one.number === remark.number)) return;
    this.remarks = [...this.remarks, remark].sort((one, other) => one.number - other.number);
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
