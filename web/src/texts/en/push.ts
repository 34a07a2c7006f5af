/** What is said about push notifications, and what they say. */

export const push = {
  start: "Call me when it's my turn",
  about: "Your device shows a note when a game waits for you and you aren't looking at it. It names the game, and nothing else.",
  on: "This device is called when a game waits for you.",
  talk: "Also when someone writes to me",
  stop: "Stop calling this device",
  refused: "Your browser doesn't let this page call you. Allow notifications for this site in the browser's settings, then try again.",
  unsupported: "This browser can't be called. On an iPhone or iPad, add this page to the Home Screen and open it from there.",
  insecure: "Browsers let pages call you only over https.",
  failed: "Your browser's push service can't be reached just now. Try again later.",

  note_turn: "It's your turn as {seat}.",
  note_over: "The game is over.",
  note_asked: "The others have proposed something and wait for your answer.",
  note_talk: "Someone has written to you.",
} as const;
