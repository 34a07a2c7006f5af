/** Passing the screen on, in games with secrets. */
export const passing = {
  pass_screen: "Pass the screen to {who}",
  pass_about: "Their secrets stay hidden until they are ready.",
  pass_ready: "I am {who}",
  pass_others: "Or someone else wants to look:",
  pass_who: "Who is at the screen?",
  pass_who_about: "Several people share this screen. Each sees only their own secrets.",
} as const;
