import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const css = readFileSync(new URL('../../../web/src/styles/tokens.css', import.meta.url), 'utf8');

type Rgb = readonly [number, number, number];
type Scheme = 'light' | 'dark';

/** Parses every `--name: light-dark(#light, #dark)` of the design tokens. */
const tokens = new Map<string, Record<Scheme, Rgb>>(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light: rgb(light), dark: rgb(dark) }],
  ),
);

function rgb(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function color(name: string, scheme: Scheme): Rgb {
  const pair = tokens.get(name);
  if (!pair) throw new Error(`no token --${name}`);
  return pair[scheme];
}

/** The relative luminance as WCAG 2.2 defines it. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Blends `top` at 12 % over `ground`, as in the background of a chip. */
function chip(top: Rgb, ground: Rgb): Rgb {
  const mix = (at: 0 | 1 | 2) => top[at] * 0.12 + ground[at] * 0.88;
  return [mix(0), mix(1), mix(2)];
}

const GROUNDS = ['paper', 'card'];
const TEXTS = [
  'ink',
  'ink-soft',
  'red',
  'red-text',
  'earned',
  'held',
  'back',
  'earned-text',
  'held-text',
  'back-text',
];
const CHIPS = [
  ['earned', 'earned-text'],
  ['held', 'held-text'],
  ['red', 'red-text'],
  ['back', 'back-text'],
  ['ink-soft', 'soft-text'],
] as const;

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    'text in %s has enough contrast on %s',
    (text, ground) => {
      expect(contrast(color(text, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['ink', 'ink-soft'])(
    'text in %s has enough contrast on a hovered background',
    (text) => {
      expect(contrast(color(text, scheme), color('tint', scheme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(
    CHIPS.flatMap(([tone, text]) => GROUNDS.map((ground) => [text, tone, ground] as const)),
  )('text in %s has enough contrast on a chip of %s over %s', (text, tone, ground) => {
    const under = chip(color(tone, scheme), color(ground, scheme));
    expect(contrast(color(text, scheme), under)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['on-red', 'red'],
    ['on-red', 'red-deep'],
    ['on-red', 'earned'],
    ['paper', 'ink'],
  ])('a button with %s on %s has enough contrast', (text, ground) => {
    expect(contrast(color(text, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['paper', 'card'])('the outline of an input has enough contrast on %s', (ground) => {
    expect(contrast(color('edge', scheme), color(ground, scheme))).toBeGreaterThanOrEqual(3);
    expect(contrast(color('ink', scheme), color(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
});
