/** How far the device is with loading what it needs to play. */

export const loading: { state: "waiting" | "loading" | "ready"; loaded: number; of: number } = $state({
  state: "waiting",
  loaded: 0,
  of: 1,
});
