import type { ComponentProps } from 'react';
import type { Cents } from '#shared/money.ts';
import { shortMoney } from './Money.tsx';
import { perforated } from './perforation.ts';

/* The price of an answer, drawn as a postage stamp, beside the action that pays it; never only as decoration. */

export type StampProps = {
  price: Cents;
  /** Below the price, in capitals. */
  unit?: string;
  /** In pixels; the height follows. */
  width?: number;
  /** Slightly rotated, as if by hand. */
  tilted?: boolean;
};

const WIDTH = 104;
const HEIGHT = 80;
const PAPER = perforated(WIDTH, HEIGHT, 2.5);

export function Stamp({ price, unit = 'per answer', width = 96, tilted }: StampProps) {
  const words = shortMoney(price);
  return (
    <svg
      role="img"
      aria-label={`${words} ${unit}`}
      viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 5}`}
      width={width}
      className="stamp shrink-0 overflow-visible"
      style={tilted ? { rotate: '-3deg' } : undefined}
    >
      <path d={PAPER} className="stamp-shadow" transform="translate(0 1.2)" />
      <path d={PAPER} className="stamp-paper" />
      <rect x="7.5" y="7.5" width={WIDTH - 15} height={HEIGHT - 15} className="stamp-field" />
      <Engraving />
      <rect x="7.5" y="7.5" width={WIDTH - 15} height={HEIGHT - 15} className="stamp-frame" />
      <rect x="10" y="10" width={WIDTH - 20} height={HEIGHT - 20} className="stamp-frame-inner" />
      <Words x={WIDTH / 2} y={baseline(words)} fontSize={sizeOf(words)} className="stamp-price">
        {words}
      </Words>
      <Words
        x={WIDTH / 2}
        y="63.5"
        fontSize="8.2"
        className="stamp-unit"
        {...(unit.length > 12 ? { textLength: 78, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {unit.toUpperCase()}
      </Words>
    </svg>
  );
}

/**
 * Words with a halo that keeps the waves away from them. The halo is drawn by itself: the WebKit of Safari 16.0 sometimes ignores
 * `paint-order`, and a halo of the same element then covers the words.
 */
function Words({ className, ...words }: ComponentProps<'text'>) {
  return (
    <>
      <text {...words} aria-hidden className={`${className} stamp-halo`} />
      <text {...words} className={className} />
    </>
  );
}

/** Fine waves behind the price, as in an engraving. */
function Engraving() {
  const line = (y: number) => `M10 ${y} q7 -3.4 14 0 t14 0 t14 0 t14 0 t14 0 t14 0`;
  const lines = Array.from({ length: 13 }, (_, row) => line(13 + row * 4.6)).join(' ');
  return (
    <svg
      x="10"
      y="10"
      width={WIDTH - 20}
      height={HEIGHT - 20}
      viewBox="10 10 84 60"
      aria-hidden="true"
    >
      <path d={lines} className="stamp-engraving" />
    </svg>
  );
}

/** Longer prices are smaller, so that each fills the field and fits. */
function sizeOf(words: string): number {
  return Math.min(36, 140 / words.length);
}

function baseline(words: string): number {
  return 37 + sizeOf(words) * 0.28;
}
