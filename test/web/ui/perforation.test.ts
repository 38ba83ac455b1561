import { expect, test } from '@jest/globals';
import { perforated } from '#web/ui/perforation.ts';

/** Sums the relative moves along one axis of a path. */
function length(path: string, side: RegExp): number {
  return [...path.matchAll(side)].reduce(
    (sum, [, tooth, hole]) => sum + Number(tooth) + Number(hole),
    0,
  );
}

test.each([
  [104, 80],
  [60, 60],
  [300, 40],
])('a stamp of %d by %d has a tooth at every corner', (width, height) => {
  const path = perforated(width, height, 2.5);
  const along = length(path, /h(\d[\d.]*) a2\.5 2\.5 0 0 0 (\d+) 0/g);
  expect(along).toBeLessThan(width);
  expect(width - along).toBeGreaterThan(1);
  expect(width - along).toBeLessThan(6);
  const down = length(path, /v(\d[\d.]*) a2\.5 2\.5 0 0 0 0 (\d+)/g);
  expect(height - down).toBeGreaterThan(1);
  expect(height - down).toBeLessThan(6);
});
