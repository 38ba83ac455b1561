import { PRODUCT_NAME } from '#shared/brand.ts';
import { ANSWER_OR_MONEY } from '#shared/messages/promises.ts';
import { perforated } from '#web/ui/perforation.ts';
import { drawQrCode } from '#web/ui/QrCode.tsx';

/* The poster: a printable page with the QR code of a profile, as SVG. docs/product/links.md#poster */

/** The sizes of paper, in millimeters. */
export const PAPERS = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof PAPERS;

export type PosterFacts = {
  readonly fullName: string;
  /** The address that people read and type: `replypaid.com/ana`. */
  readonly address: string;
  /** The address of the QR code. */
  readonly url: string;
  /** `$25`; undefined for a person who takes no messages. */
  readonly price: string | undefined;
  /** Below the price on the stamp: `per answer`. */
  readonly unit: string;
};

const INK = '#16233b';
const SERIF = 'Georgia, serif';
/** Millimeters of the QR code, of the text column, and of the stamp. */
const [QR, COLUMN, STAMP] = [104, 170, { width: 52, height: 40 }] as const;

/** The poster as the text of an SVG file. The browser escapes what people wrote. */
export const posterSvg = (facts: PosterFacts, paper: Paper): string =>
  new XMLSerializer().serializeToString(posterElement(facts, paper));

/** The poster as an SVG element. */
export function posterElement(facts: PosterFacts, paper: Paper): SVGElement {
  const { width, height } = PAPERS[paper];
  const middle = width / 2;
  const page = svg('svg', {
    width: `${width}mm`,
    height: `${height}mm`,
    viewBox: `0 0 ${width} ${height}`,
  });
  page.append(
    svg('rect', { width, height, fill: '#ffffff' }),
    line('Ask', { x: middle, y: 34, size: 11 }),
    line(facts.fullName, { x: middle, y: 52, size: sizeOf(facts.fullName, 18), weight: 600 }),
    qrCode(facts.url, middle - QR / 2, 62),
    line('Point your camera here', { x: middle, y: 174, size: 6 }),
    ...(facts.price === undefined ? [] : [stamp(facts.price, facts.unit, middle, 184)]),
    line(ANSWER_OR_MONEY, { x: middle, y: 238, size: 7 }),
    line(facts.address, { x: middle, y: 252, size: sizeOf(facts.address, 9), weight: 600 }),
    line(PRODUCT_NAME, { x: middle, y: height - 14, size: 5 }),
  );
  return page;
}

/** Smaller for a long text, so that it fits the column: a letter is about half as wide as high. */
const sizeOf = (text: string, usual: number): number =>
  Math.min(usual, COLUMN / (0.56 * [...text].length));

function qrCode(url: string, x: number, y: number): SVGElement {
  const { size, path } = drawQrCode(url);
  const place = svg('svg', {
    x,
    y,
    width: QR,
    height: QR,
    viewBox: `0 0 ${size} ${size}`,
    'shape-rendering': 'crispEdges',
  });
  place.append(svg('path', { d: path, fill: INK }));
  return place;
}

function stamp(price: string, unit: string, middle: number, y: number): SVGElement {
  const { width, height } = STAMP;
  const group = svg('g', { transform: `translate(${middle - width / 2} ${y})` });
  const outline = { fill: 'none', stroke: INK, 'stroke-width': 0.5 };
  group.append(
    svg('path', { ...outline, d: perforated(width, height, 1.25) }),
    svg('rect', { ...outline, x: 4, y: 4, width: width - 8, height: height - 8 }),
    line(price, { x: width / 2, y: 23, size: Math.min(17, 70 / price.length), weight: 600 }),
    line(unit.toUpperCase(), { x: width / 2, y: 32, size: 4.2 }),
  );
  return group;
}

type LineProps = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
};

function line(text: string, { x, y, size, weight = 400 }: LineProps): SVGElement {
  const made = svg('text', {
    x,
    y,
    fill: INK,
    'font-family': SERIF,
    'font-size': size,
    'font-weight': weight,
    'text-anchor': 'middle',
  });
  made.textContent = text;
  return made;
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes))
    made.setAttribute(attribute, String(value));
  return made;
}
