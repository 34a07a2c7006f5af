/** Push notifications to this device when a game waits: their state, and how to start and stop them. */

import { bytesOf } from "../api/base64url";
import { pushInfo, subscribe, unsubscribe } from "../api/talk";
import { fieldsOf, storageOf } from "../storage";
import { Task } from "./task.svelte";

/** `off`: notifications are possible; `refused`: the browser's settings deny them to this page; `unsupported` and `insecure`: they are impossible. */
type PushState = "unknown" | "off" | "on" | "refused" | "unsupported" | "insecure";

/** The last choice on this device: null for no notifications, `talk` for those about remarks, too. */
const wish = storageOf("kingdoms.called", (stored) =>
  stored instanceof Object ? { talk: fieldsOf(stored)["talk"] === true } : null,
);

function sameKey(storedKey: ArrayBuffer | null | undefined, key: string): boolean {
  if (!storedKey) return false;
  const [stored, current] = [new Uint8Array(storedKey), bytesOf(key)];
  return stored.length === current.length && stored.every((byte, at) => byte === current[at]);
}

export class PushDevice {
  state = $state<PushState>("unknown");
  talk = $state(wish.load()?.talk ?? false);
  readonly task = new Task();
  /** Whether the browser's push service rejected the subscription. */
  failed = $state(false);

  /** Update the state. If notifications are wanted on this device, register its current subscription with the server. */
  async look(): Promise<void> {
    if (globalThis.isSecureContext === false) this.state = "insecure";
    else if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis))
      this.state = "unsupported";
    else if (Notification.permission === "denied") this.state = "refused";
    else if (Notification.permission === "default" || wish.load() === null) this.state = "off";
    else await this.#attempt(() => this.#subscribe());
  }

  /** Start notifications to this device. Use it only in response to a tap: the browser asks for permission. */
  async begin(): Promise<void> {
    await this.#attempt(async () => {
      const leave = await Notification.requestPermission();
      if (leave === "granted") await this.#subscribe();
      else this.state = leave === "denied" ? "refused" : "off";
    });
  }

  /** Start or stop notifications about talk. */
  async wishTalk(talk: boolean): Promise<void> {
    this.talk = talk;
    if (this.state === "on") await this.#attempt(() => this.#subscribe());
  }

  /** Stop notifications to this device. */
  async stop(): Promise<void> {
    await this.#attempt(async () => {
      const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
      wish.save(null);
      this.state = "off";
      if (!subscription) return;
      await unsubscribe(subscription.endpoint);
      await subscription.unsubscribe();
    });
  }

  async #subscribe(): Promise<void> {
    const { key } = await pushInfo();
    const { pushManager } = await navigator.serviceWorker.ready;
    let subscription = await pushManager.getSubscription();
    if (subscription && !sameKey(subscription.options.applicationServerKey, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
      .catch(() => null);
    this.failed = subscription === null;
    if (subscription === null) {
      this.state = "off";
      return;
    }
    await subscribe(subscription.toJSON(), this.talk);
    wish.save({ talk: this.talk });
    this.state = "on";
  }

  async #attempt(request: () => Promise<void>): Promise<void> {
    await this.task.run(request);
    if (this.task.error !== null && this.state === "unknown") this.state = "off";
  }
}
