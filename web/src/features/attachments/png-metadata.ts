/* Removes what a PNG says besides its picture: places, cameras, programs, times. The pixels stay as they are. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The parts that a picture is drawn with. Animations lose their later frames. https://www.w3.org/TR/png-3/#4Concepts.FormatTypes */
const DRAWN = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'pHYs',
]);

/** The same PNG with only the parts that it is drawn with; undefined if the file is no whole PNG. */
export function pngWithoutMetadata(file: Uint8Array): Uint8Array | undefined {
  if (!SIGNATURE.every((byte, at) => file[at] === byte)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kept: Uint8Array[] = [file.subarray(0, 8)];
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > file.length) return undefined;
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (DRAWN.has(type)) kept.push(file.subarray(at, end));
    if (type === 'IEND') return joined(kept);
    at = end;
  }
  return undefined;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
