import type { Size } from '../../ui/pictures.ts';

/* The part of a picture that becomes an avatar. docs/product/profiles.md#portrait */

/** Pixels of the square that is seen while cropping. */
export const CROP_SIDE = 230;
export const ZOOM_MIN = 1;
export const ZOOM_MAX = 2;
export const ZOOM_STEP = 0.01;

/** Where the middle of the picture lies from the middle of the square, in pixels of the screen. */
export type Position = { readonly x: number; readonly y: number };
/** In pixels of the picture. */
export type Area = Position & { readonly side: number };

/** At zoom 1 the picture covers the square exactly; the area never reaches past its edges. */
export function cropArea(picture: Size, position: Position, zoom: number): Area {
  const side = Math.min(picture.width, picture.height) / within(ZOOM_MIN, zoom, ZOOM_MAX);
  const pixelsPerPixel = side / CROP_SIDE;
  const start = (length: number, moved: number) =>
    within(0, (length - side) / 2 - moved * pixelsPerPixel, length - side);
  return { x: start(picture.width, position.x), y: start(picture.height, position.y), side };
}

/** The zoom as the slider knows it: steps of 0.01, whatever a pinch made of it. */
export function settleZoom(zoom: number): number {
  return within(ZOOM_MIN, Math.round(zoom / ZOOM_STEP) * ZOOM_STEP, ZOOM_MAX);
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
