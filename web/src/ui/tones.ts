/** Synthesised sounds: knocks on wood, coins, a clash, short tunes. */

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

/** Notes one after the other; the last one rings on. */
function notes(pitches: readonly number[], loud: number): void {
  play(
    pitches.map((from, at) => ({
      at: at * 0.15,
      from,
      to: from,
      lasts: at === pitches.length - 1 ? 0.7 : 0.3,
      loud,
      wave: "triangle",
    })),
  );
}

/** A victory: three rising notes. */
export const fanfare = (): void => notes([392, 494, 587], 0.14);

/** A conflict won, and one lost: two notes up or down. */
export const won = (): void => notes([392, 523], 0.1);
export const lost = (): void => notes([330, 262], 0.1);

/** A piece laid on wood. */
export const place = (): void => play([{ ...tap(0), loud: 0.1 }]);

/** Coins: two small bells. */
export const coins = (): void =>
  play([0, 0.07].map((at) => ({ at, from: 1760 + 3000 * at, to: 1700, lasts: 0.18, loud: 0.04, wave: "sine" })));
