/** Pages that few visits begin with. They are named here rather than in the list of all pages, which every visit loads. */

import { isDevice } from "../home";

export const people = () => import("./people/PeoplePage.svelte");
export const person = () => import("./people/PersonPage.svelte");
export const review = () => import("./ReviewPage.svelte");
export const text = () => import("./TextPage.svelte");
export const position = () => import("./AnalysisBoard.svelte");
export const analysis = () => import("./AnalysisPage.svelte");
export const puzzle = () => import("./PuzzlePage.svelte");
export const run = () => import("./RunPage.svelte");
export const mistake = () => import("./MistakePage.svelte");
export const claim = () => import("./people/ClaimPage.svelte");
export const invite = () => import("./EntrancePage.svelte");
const onServer = () => import("./people/YouPage.svelte");
const onDevice = () => import("./people/DevicePage.svelte");
export const you = isDevice ? onDevice : onServer;
export const device = async () => (await import("../device/start")).start();
export const offline = async () => (await import("../ui/offline.svelte")).keepInIdleTime();
export const rules = () => import("./RulesPage.svelte");
