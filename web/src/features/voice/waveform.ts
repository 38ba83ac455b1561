import { PEAKS } from '#shared/rules/attachments/attachments.ts';

/* The waveform of a recording: loudness as bars. A level is a number from 0, silence, to 100. */

/** How many levels are measured a second. */
export const LEVELS_PER_SECOND = 10;

/** Silence and the loudest voice, in decibels below full scale. */
const QUIETEST = -60;
const LOUDEST = -10;

/** The level of a moment, from its samples between -1 and 1. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  const share = (decibels - QUIETEST) / (LOUDEST - QUIETEST);
  // Squared, so that syllables stand out from their neighbors.
  return Math.round(100 * Math.min(1, Math.max(0, share)) ** 2);
}

/** As many bars as asked for from any number of levels: each is the average of its share of the time. */
export function barsOf(levels: readonly number[], count: number): number[] {
  if (levels.length === 0) return Array.from({ length: count }, () => 0);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count));
    const share = levels.slice(from, to);
    return share.reduce((sum, level) => sum + level, 0) / Math.max(1, share.length);
  });
}

/** The waveform of a whole recording, in which the loudest bar is full: a quiet voice is drawn as high as a loud one. */
export function peaksOf(levels: readonly number[]): number[] {
  const bars = barsOf(levels, PEAKS);
  const loudest = Math.max(1, ...bars);
  return bars.map((bar) => Math.round((100 * bar) / loudest));
}

/** How many bars a recording fills while it grows; after 44 seconds they move closer, and the caret stays in sight. */
export const grownBars = (seconds: number): number => Math.min(PEAKS - 4, Math.ceil(seconds * 1.5));
