import { expect, test } from '@jest/globals';
import { encode } from 'uqr';
import { drawQrCode } from '#web/ui/QrCode.tsx';

const LINK = 'https://replypaid.test/ana.markovic';

/** Returns the modules that a path of bars covers. */
function modulesOf({ size, path }: ReturnType<typeof drawQrCode>): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  return modules;
}

test('drawQrCode draws every module', () => {
  expect(modulesOf(drawQrCode(LINK))).toEqual(encode(LINK, { ecc: 'M', border: 4 }).data);
});

test('a QR code has a quiet zone of four modules on each side', () => {
  const drawing = drawQrCode(LINK);
  const modules = modulesOf(drawing);
  const inside = (at: number) => at >= 4 && at < drawing.size - 4;
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries()) if (dark) expect(inside(x) && inside(y)).toBe(true);
  // The finder pattern of the first corner starts right after it.
  expect(modules[4]?.slice(4, 12)).toEqual([...Array(7).fill(true), false]);
});
