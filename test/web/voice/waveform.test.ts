import { describe, expect, test } from '@jest/globals';
import { barsOf, grownBars, levelOf, peaksOf } from '#web/features/voice/waveform.ts';

describe('the level of a moment', () => {
  const tone = (loudness: number) =>
    Float32Array.from({ length: 4_096 }, (_, nth) => loudness * Math.sin(nth / 10));

  test('is 0 in silence, and 100 for a loud voice', () => {
    expect(levelOf(new Float32Array(4_096))).toBe(0);
    expect(levelOf(new Float32Array())).toBe(0);
    expect(levelOf(tone(1))).toBe(100);
  });

  test('grows with the loudness', () => {
    const levels = [0.005, 0.02, 0.1, 0.3].map((loudness) => levelOf(tone(loudness)));
    expect(levels).toEqual([...levels].sort((one, other) => one - other));
    expect(new Set(levels).size).toBe(4);
  });
});

describe('the bars of a waveform', () => {
  test('are the average of their share of the time', () => {
    expect(barsOf([1, 9, 2, 4, 8, 4], 3)).toEqual([5, 3, 6]);
  });

  test('repeat a level where there are fewer than bars', () => {
    expect(barsOf([5, 7], 4)).toEqual([5, 5, 7, 7]);
    expect(barsOf([], 3)).toEqual([0, 0, 0]);
  });

  test('of a whole recording are 70 from 0 to 100, of which the loudest is 100', () => {
    const peaks = peaksOf(Array.from({ length: 1_800 }, (_, nth) => (nth % 40) / 2));
    expect(peaks).toHaveLength(70);
    expect(Math.max(...peaks)).toBe(100);
    expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0)).toBe(true);
    expect(peaksOf([0, 0, 0])).toEqual(Array.from({ length: 70 }, () => 0));
  });

  test('grow while it is recorded, and leave room for the caret', () => {
    expect([0, 1, 31, 60, 180].map(grownBars)).toEqual([0, 2, 47, 66, 66]);
  });
});
