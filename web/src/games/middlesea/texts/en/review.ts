/** Words of the review. */
export const review = {
  phase_start: "start",
  phase_control: "control",
  phase_dominance: "dominance",
  phase_production: "production",
  phase_build: "build",
  phase_leader: "leaders",
  phase_over: "over",

  kingdoms: "Kingdoms",
  kingdom: "Kingdom",
} as const;
