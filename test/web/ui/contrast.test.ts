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

type Layer = { readonly color: Rgb; readonly alpha: number };

/** Parses every `--name: light-dark(rgb(1 2 3 / 0.1), …)`: a layer over the background. */
const layers = new Map<string, Record<Scheme, Layer>>(
  [...css.matchAll(/--([a-z-]+): light-dark\(rgb\(([^)]*)\), rgb\(([^)]*)\)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light: layer(light), dark: layer(dark) }],
  ),
);

function layer(text: string): Layer {
  const [red = 0, green = 0, blue = 0, alpha = 1] = text.split(/[ /]+/).map(Number);
  return { color: [red, green, blue], alpha };
}

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

/** The background of a chip over `ground`. */
function chip(tone: string, scheme: Scheme, ground: Rgb): Rgb {
  const found = layers.get(`${tone}-chip`)?.[scheme];
  if (!found) throw new Error(`no token --${tone}-chip`);
  const { color: top, alpha } = found;
  const mix = (at: 0 | 1 | 2) => top[at] * alpha + ground[at] * (1 - alpha);
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
  ['soft', 'soft-text'],
] as const;

/** Which color each layer is made of. */
const LAYERS = [
  ['red-chip', 'red'],
  ['earned-chip', 'earned'],
  ['held-chip', 'held'],
  ['back-chip', 'back'],
  ['soft-chip', 'ink-soft'],
  ['selection', 'red'],
  ['marked', 'held'],
  ['pending', 'red'],
  ['veil', 'paper'],
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
    const under = chip(tone, scheme, color(ground, scheme));
    expect(contrast(color(text, scheme), under)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(LAYERS)('the layer %s has the color %s', (name, base) => {
    expect(layers.get(name)?.[scheme].color).toEqual(color(base, scheme));
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
