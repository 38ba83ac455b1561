import type { Size } from '../../ui/pictures.ts';

/* The part of a picture that becomes an avatar. docs/product/profiles.md#portrait */

/** The side of the crop square on the screen, in pixels. */
export const CROP_SIDE = 230;
export const ZOOM_MIN = 1;
export const ZOOM_MAX = 2;
export const ZOOM_STEP = 0.01;

/** The offset of the picture's center from the square's center, in screen pixels. */
export type Position = { readonly x: number; readonly y: number };
/** In pixels of the picture. */
export type Area = Position & { readonly side: number };

/**
 * The area of the picture inside the square. At zoom 1 the picture covers the square exactly; the area never exceeds
 * the picture.
 */
export function cropArea(picture: Size, position: Position, zoom: number): Area {
  const side = Math.min(picture.width, picture.height) / within(ZOOM_MIN, zoom, ZOOM_MAX);
  const pixelsPerPixel = side / CROP_SIDE;
  const start = (length: number, moved: number) =>
    within(0, (length - side) / 2 - moved * pixelsPerPixel, length - side);
  return { x: start(picture.width, position.x), y: start(picture.height, position.y), side };
}

export type Direction = 'left' | 'up' | 'down' | 'right';

/** How far (px on the screen) a press on a button moves the picture. */
const MOVE_STEP = 20;

/** The position after a move toward a side, as far as the picture still covers the square. */
export function moved(picture: Size, position: Position, zoom: number, to: Direction): Position {
  const shorter = Math.min(picture.width, picture.height);
  const most = (length: number) => (CROP_SIDE * ((length / shorter) * zoom - 1)) / 2;
  const [x, y] = { left: [-1, 0], up: [0, -1], down: [0, 1], right: [1, 0] }[to] as [
    number,
    number,
  ];
  const [mostX, mostY] = [most(picture.width), most(picture.height)];
  return {
    x: within(-mostX, position.x + x * MOVE_STEP, mostX),
    y: within(-mostY, position.y + y * MOVE_STEP, mostY),
  };
}

/** Rounds a zoom to the slider's steps of 0.01, also after a pinch. */
export function settleZoom(zoom: number): number {
  return within(ZOOM_MIN, Math.round(zoom / ZOOM_STEP) * ZOOM_STEP, ZOOM_MAX);
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
