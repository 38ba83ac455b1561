import { useMemo } from 'react';
import { encode } from 'uqr';

/*
 * A link as a QR code. Dark on light in both color schemes, with a quiet zone: many scanners cannot read inverted
 * codes.
 */

/** White modules on each side; the standard requires four. */
const QUIET_ZONE = 4;
const DARK = '#16233b';
const LIGHT = '#fffdf8';

export type QrCodeProps = {
  text: string;
  /** The target of the link, for screen readers. */
  label: string;
};

export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-60 rounded-letter forced-color-adjust-none"
    >
      <rect width={size} height={size} fill={LIGHT} />
      <path d={path} fill={DARK} />
    </svg>
  );
}

/** The dark modules as one path on a grid of `size`; a run of modules in a row is one bar. */
export function drawQrCode(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('');
  return { size, path };
}

function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  let start: number | undefined;
  for (let x = 0; x <= row.length; x += 1) {
    if (row[x] === true) start ??= x;
    else if (start !== undefined) {
      runs.push([start, x - start]);
      start = undefined;
    }
  }
  return runs;
}

/** The code as a PNG of about 1200 pixels, for printing. */
export async function qrPicture(text: string): Promise<Blob> {
  const { size, path } = drawQrCode(text);
  const scale = Math.ceil(1_200 / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser does not draw');
  context.scale(scale, scale);
  context.fillStyle = LIGHT;
  context.fillRect(0, 0, size, size);
  context.fillStyle = DARK;
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))));
  });
}
