/** The one sound there is: a soft knock on wood, made here rather than loaded. */

import { settings } from "../settings.svelte";

let context: AudioContext | null = null;

function tap(audio: AudioContext, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(210, at);
  tone.frequency.exponentialRampToValueAtTime(90, at + 0.09);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.22, at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.16);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.18);
}

/** Knock twice, softly, if sound is switched on. */
export function knock(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  tap(context, context.currentTime + 0.01);
  tap(context, context.currentTime + 0.19);
}
