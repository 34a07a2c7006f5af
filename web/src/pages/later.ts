/** Pages that few visits begin with. They are named here rather than in the list of all pages, which every visit loads. */

export const analysis = () => import("./AnalysisPage.svelte");
export const run = () => import("./RunPage.svelte");
export const mistake = () => import("./MistakePage.svelte");
export const claim = () => import("./people/ClaimPage.svelte");
export const people = () => import("./people/PeoplePage.svelte");
export const person = () => import("./people/PersonPage.svelte");
