/** Talk at tables, push notifications, and the visitor's list of games. */

import { api, gamePath, query } from "./client";
import type * as made from "./schema.gen";
import type { Phrase, Remark, TalkPage } from "./types";

export type Reported = made.ReportedAnswer;
type PushInfo = made.PushAnswer;
export type OwnGame = made.OwnGameAnswer;
type OwnGames = made.OwnGamesAnswer;

const talkPath = (id: string) => `${gamePath(id)}/talk`;

/** Fetch a page of remarks: the newest ones, or those before or after a number. */
export const talkPage = (id: string, of: { after?: number; before?: number } = {}) =>
  api.get<TalkPage>(`${talkPath(id)}${query(of)}`);
export const say = (id: string, remark: { text: string } | { phrase: Phrase }) =>
  api.post<Remark>(talkPath(id), remark);
export const switchTalk = (id: string, on: boolean) => api.put<{ on: boolean }>(talkPath(id), { on });
export const report = (id: string, number: number) => api.post<null>(`${talkPath(id)}/${number}/report`);
export const mute = (id: string, number: number, muted: boolean) =>
  api.put<null>(`${talkPath(id)}/${number}/mute`, { muted });
/** Block the author of a message. */
export const blockAuthor = (id: string, number: number) => api.post<null>(`${talkPath(id)}/${number}/block`);
/** Block the person in a seat. */
export const blockPlayer = (id: string, seat: string) => api.post<null>(`${gamePath(id)}/seats/${seat}/block`);
export const reports = async (id: string) =>
  (await api.get<{ reported: Reported[] }>(`${talkPath(id)}/reports`)).reported;

export const pushInfo = () => api.get<PushInfo>("/api/push");
export const subscribe = (device: PushSubscriptionJSON, talk: boolean) =>
  api.put<PushInfo>("/api/push", {
    endpoint: device.endpoint,
    keys: { p256dh: device.keys?.["p256dh"], auth: device.keys?.["auth"] },
    talk,
  });
export const unsubscribe = (endpoint: string) => api.post<null>("/api/push/stop", { endpoint });

export const ownGames = () => api.get<OwnGames>("/api/me/games");
