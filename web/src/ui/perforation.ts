/**
 * The outline of a postage stamp as an SVG path: a rectangle with half-round holes along each side. `width` and
 * `height` are in drawing units; `hole` is the radius of a hole. The holes are evenly spaced, with a tooth at every
 * corner.
 */
export function perforated(width: number, height: number, hole: number): string {
  const across = sideOf(width, hole);
  const down = sideOf(height, hole);
  return [
    'M0 0',
    across.map((step) => `h${step.tooth} a${hole} ${hole} 0 0 0 ${2 * hole} 0`).join(' '),
    `H${width}`,
    down.map((step) => `v${step.tooth} a${hole} ${hole} 0 0 0 0 ${2 * hole}`).join(' '),
    `V${height}`,
    across.map((step) => `h${-step.tooth} a${hole} ${hole} 0 0 0 ${-2 * hole} 0`).join(' '),
    'H0',
    down.map((step) => `v${-step.tooth} a${hole} ${hole} 0 0 0 0 ${-2 * hole}`).join(' '),
    'Z',
  ].join(' ');
}

/** As many holes as fit with teeth wider than half a hole; the teeth share the remaining length. */
function sideOf(length: number, hole: number): { tooth: number }[] {
  const count = Math.floor((length - 1.4 * hole) / (3.4 * hole));
  const tooth = Number(((length - count * 2 * hole) / (count + 1)).toFixed(3));
  return Array.from({ length: count }, () => ({ tooth }));
}
