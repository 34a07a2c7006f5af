/** What is said about being called, and what calls say. */

export const calls = {
  call: "Call me when it's my turn",
  call_about: "Your device shows a note when a game waits for you and you aren't looking at it. It names the game, and nothing else.",
  call_on: "This device is called when a game waits for you.",
  call_talk: "Also when someone writes to me",
  call_stop: "Stop calling this device",
  call_refused: "Your browser doesn't let this page call you. Allow notifications for this site in the browser's settings, then try again.",
  call_unsupported: "This browser can't be called. On an iPhone or iPad, add this page to the Home Screen and open it from there.",
  call_insecure: "Browsers let pages call you only over https.",
  call_failed: "Your browser's push service can't be reached just now. Try again later.",

  note_turn: "It's your turn as {seat}.",
  note_over: "The game is over.",
  note_asked: "The others have proposed something and wait for your answer.",
  note_talk: "Someone has written to you.",
} as const;
