/** What search says about chances. */
export const chances = {
  study_thinking: { one: "Thinking … {n} way tried so far", other: "Thinking … {n} ways tried so far" },
  study_done: { one: "{n} way tried", other: "{n} ways tried" },
  study_spent: { one: "{n} way tried; your thinking time for this minute is used up", other: "{n} ways tried; your thinking time for this minute is used up" },
  study_old: "From an earlier moment",
  chances_certain: "certain",
  chances_doubt: "give or take {n}%",
  chances_short: "{seat} {percent}%",
} as const;
