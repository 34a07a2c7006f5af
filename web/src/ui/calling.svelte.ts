/** Whether this device is called when a game waits, and how that is begun and ended. */

import { bytesOf } from "../api/base64url";
import { callHere, callNoMore, callsInfo } from "../api/talk";
import { fieldsOf, kept } from "../storage";
import { Task } from "./task.svelte";

/** `off`: it can be; `refused`: the browser was told not to let this page; the rest: it cannot be at all. */
export type Calling = "unknown" | "off" | "on" | "refused" | "unsupported" | "insecure";

/** The last choice on this device: null for no calls, `talk` for calls about remarks, too. */
const wish = kept("kingdoms.called", (stored) => (stored instanceof Object ? { talk: fieldsOf(stored)["talk"] === true } : null));

function sameKey(kept: ArrayBuffer | null | undefined, key: string): boolean {
  if (!kept) return false;
  const [one, other] = [new Uint8Array(kept), bytesOf(key)];
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export class Caller {
  state = $state<Calling>("unknown");
  talk = $state(wish.load()?.talk ?? false);
  readonly task = new Task();
  /** The browser's push service did not let itself be subscribed to. */
  failed = $state(false);

  /** Look how it stands; where somebody wants to be called here, see that the server knows the device as it is now. */
  async look(): Promise<void> {
    if (globalThis.isSecureContext === false) this.state = "insecure";
    else if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis)) this.state = "unsupported";
    else if (Notification.permission === "denied") this.state = "refused";
    else if (Notification.permission === "default" || wish.load() === null) this.state = "off";
    else await this.#attempt(() => this.#subscribe());
  }

  /** Be called here from now on: asked for by a tap, since the browser asks for leave then. */
  async begin(): Promise<void> {
    await this.#attempt(async () => {
      const leave = await Notification.requestPermission();
      if (leave === "granted") await this.#subscribe();
      else this.state = leave === "denied" ? "refused" : "off";
    });
  }

  /** Be called for talk as well, or no more. */
  async wishTalk(talk: boolean): Promise<void> {
    this.talk = talk;
    if (this.state === "on") await this.#attempt(() => this.#subscribe());
  }

  /** Be called here no more. */
  async stop(): Promise<void> {
    await this.#attempt(async () => {
      const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
      wish.save(null);
      this.state = "off";
      if (!subscription) return;
      await callNoMore(subscription.endpoint);
      await subscription.unsubscribe();
    });
  }

  async #subscribe(): Promise<void> {
    const { key } = await callsInfo();
    const { pushManager } = await navigator.serviceWorker.ready;
    let subscription = await pushManager.getSubscription();
    if (subscription && !sameKey(subscription.options.applicationServerKey, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }).catch(() => null);
    this.failed = subscription === null;
    if (subscription === null) {
      this.state = "off";
      return;
    }
    await callHere(subscription.toJSON(), this.talk);
    wish.save({ talk: this.talk });
    this.state = "on";
  }

  async #attempt(what: () => Promise<void>): Promise<void> {
    await this.task.run(what);
    if (this.task.error !== null && this.state === "unknown") this.state = "off";
  }
}
