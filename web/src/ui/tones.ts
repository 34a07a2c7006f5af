/** Synthesised sounds: a knock on wood, a clash, a small fanfare. */

let context: AudioContext | null = null;

interface Tone {
  /** Seconds from now. */
  at: number;
  from: number;
  to: number;
  lasts: number;
  loud: number;
  wave: OscillatorType;
}

function play(tones: readonly Tone[]): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const output = context;
  void output.resume();
  for (const { at, from, to, lasts, loud, wave } of tones) {
    const begin = output.currentTime + 0.01 + at;
    const tone = output.createOscillator();
    const volume = output.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + lasts * 0.6);
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(loud, begin + 0.006);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    tone.connect(volume).connect(output.destination);
    tone.start(begin);
    tone.stop(begin + lasts + 0.02);
  }
}

const tap = (at: number): Tone => ({ at, from: 210, to: 90, lasts: 0.16, loud: 0.22, wave: "triangle" });

/** The visitor's turn: two soft knocks on wood. */
export function knock(): void {
  play([tap(0), tap(0.18)]);
}

/** An attack: metal on metal. */
export function clash(): void {
  play(
    [620, 930, 1410].map((from, at) => ({
      at: at * 0.012,
      from,
      to: from * 0.93,
      lasts: 0.3,
      loud: 0.05,
      wave: "square",
    })),
  );
}

/** A victory: three rising notes. */
export function fanfare(): void {
  play(
    [392, 494, 587].map((from, at) => ({
      at: at * 0.15,
      from,
      to: from,
      lasts: at === 2 ? 0.7 : 0.3,
      loud: 0.14,
      wave: "triangle",
    })),
  );
}
