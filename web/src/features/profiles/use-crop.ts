import { useEffect, useState } from 'react';
import { canvasOf, fitWithin } from '../../ui/pictures.ts';
import { type Area, cropArea, type Position, settleZoom, ZOOM_MIN } from './crop.ts';

/** The longer side (px) of the picture while it is cropped: phones cannot move larger ones smoothly. */
const SHOWN_SIDE = 1_600;
const MIDDLE: Position = { x: 0, y: 0 };

/** A chosen picture, and an address to display it. */
export type ChosenPicture = { readonly bitmap: ImageBitmap; readonly address: string };

export type Crop = {
  readonly picture: ChosenPicture | undefined;
  readonly position: Position;
  readonly zoom: number;
  readonly area: Area;
  readonly choose: (bitmap: ImageBitmap) => void;
  readonly move: (position: Position) => void;
  readonly setZoom: (zoom: number) => void;
};

/** The picture that is being cropped, with its position and zoom. */
export function useCrop(): Crop {
  const [picture, setPicture] = useState<ChosenPicture>();
  const [position, move] = useState(MIDDLE);
  const [zoom, setZoom] = useState(ZOOM_MIN);
  useEffect(() => () => picture?.bitmap.close(), [picture]);
  return {
    picture,
    position,
    zoom,
    area: cropArea(picture?.bitmap ?? { width: 1, height: 1 }, position, zoom),
    choose: (bitmap) => {
      setPicture({ bitmap, address: addressOf(bitmap) });
      move(MIDDLE);
      setZoom(ZOOM_MIN);
    },
    move,
    setZoom: (wanted) => setZoom(settleZoom(wanted)),
  };
}

/** Upright regardless of the camera's orientation, because the bitmap is. */
function addressOf(bitmap: ImageBitmap): string {
  const size = fitWithin(bitmap, SHOWN_SIDE);
  const [canvas, context] = canvasOf(size);
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  return canvas.toDataURL('image/jpeg', 0.9);
}
