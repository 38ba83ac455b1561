import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { CROP_SIDE, cropArea, moved, settleZoom } from '#web/features/profiles/crop.ts';

const MIDDLE = { x: 0, y: 0 };

describe('the crop area of an avatar', () => {
  test('is the center square of a picture that has not been moved', () => {
    expect(cropArea({ width: 1_000, height: 600 }, MIDDLE, 1)).toEqual({ x: 200, y: 0, side: 600 });
    expect(cropArea({ width: 600, height: 1_000 }, MIDDLE, 1)).toEqual({ x: 0, y: 200, side: 600 });
  });

  test('is half as wide at the maximum zoom', () => {
    expect(cropArea({ width: 800, height: 800 }, MIDDLE, 2)).toEqual({ x: 200, y: 200, side: 400 });
  });

  test('moves to the left when the picture is dragged to the right', () => {
    const moved = cropArea({ width: 460, height: 230 }, { x: 50, y: 0 }, 1);
    expect(moved).toEqual({ x: 115 - 50, y: 0, side: 230 });
  });

  test('moves half as many pixels at twice the zoom', () => {
    const picture = { width: 920, height: 920 };
    const at = (zoom: number) => {
      const { x } = cropArea(picture, { x: -10, y: 0 }, zoom);
      return x - cropArea(picture, MIDDLE, zoom).x;
    };
    expect(at(2)).toBe(20);
    expect(cropArea(picture, { x: -1, y: 0 }, 1.6).x).toBeGreaterThan(
      cropArea(picture, MIDDLE, 1.6).x,
    );
  });

  test('never exceeds the picture, wherever it is dragged', () => {
    const side = fc.integer({ min: 1, max: 9_000 });
    const move = fc.double({ min: -5_000, max: 5_000, noNaN: true });
    const zoom = fc.double({ min: 0, max: 9, noNaN: true });
    fc.assert(
      fc.property(side, side, move, move, zoom, (width, height, x, y, z) => {
        const area = cropArea({ width, height }, { x, y }, z);
        expect(area.side).toBeGreaterThan(0);
        expect(area.x).toBeGreaterThanOrEqual(0);
        expect(area.y).toBeGreaterThanOrEqual(0);
        expect(area.x + area.side).toBeLessThanOrEqual(width + 1e-6);
        expect(area.y + area.side).toBeLessThanOrEqual(height + 1e-6);
      }),
    );
  });

  test('is in pixels of the picture, even if the picture is smaller than the square', () => {
    expect(cropArea({ width: 40, height: 20 }, { x: CROP_SIDE, y: 0 }, 1)).toEqual({
      x: 0,
      y: 0,
      side: 20,
    });
  });
});

describe('the zoom of a crop', () => {
  test('is between 1 and 2', () => {
    expect([0.3, 1, 2, 7].map(settleZoom)).toEqual([1, 1, 2, 2]);
  });

  test('has steps of 0.01', () => {
    expect(settleZoom(1.2345)).toBeCloseTo(1.23, 10);
  });
});

describe('a button that moves the picture', () => {
  const wide = { width: 1_000, height: 500 };
  test('moves it by 20 pixels of the screen', () => {
    expect(moved(wide, MIDDLE, 1, 'right')).toEqual({ x: 20, y: 0 });
    expect(moved(wide, { x: 40, y: 10 }, 2, 'up')).toEqual({ x: 40, y: -10 });
  });
  test('moves it no further than it covers the square', () => {
    const most = CROP_SIDE / 2;
    expect(moved(wide, { x: most - 5, y: 0 }, 1, 'right')).toEqual({ x: most, y: 0 });
    expect(moved(wide, { x: -most, y: 0 }, 1, 'left')).toEqual({ x: -most, y: 0 });
    expect(moved(wide, MIDDLE, 1, 'down')).toEqual(MIDDLE);
  });
});
