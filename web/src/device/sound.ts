// Sounds, if the settings want them. What makes them is fetched behind the rules on pages on which one plays, and else with
// the first sound.
import { prefs } from '../prefs.svelte.ts';
import type { Sound } from './synth.ts';

export type { Sound };

/** Plays a sound now or that many milliseconds later. */
export function sound(what: Sound, delay = 0): void {
  const { sound, volume } = prefs.settings;
  if (sound) void import('./synth.ts').then(({ play }) => play(what, volume, delay)).catch(() => {}); // silence harms nothing
}
