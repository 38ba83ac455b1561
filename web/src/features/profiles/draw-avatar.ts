import { AVATAR_SIDE } from '#shared/rules/profiles/pictures.ts';
import { canvasOf } from '../../ui/pictures.ts';
import type { Area } from './crop.ts';

/** Draws the area of a picture at the size of stored avatars. */
export function drawAvatar(picture: ImageBitmap, { x, y, side }: Area): HTMLCanvasElement {
  const [canvas, context] = canvasOf({ width: AVATAR_SIDE, height: AVATAR_SIDE });
  context.drawImage(picture, x, y, side, side, 0, 0, AVATAR_SIDE, AVATAR_SIDE);
  return canvas;
}
