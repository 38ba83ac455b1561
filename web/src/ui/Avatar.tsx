import { useState } from 'react';
import { graphemes } from '#shared/rules/text/graphemes.ts';
import { classNames } from './class-names.ts';

/*
 * A person's picture or initial. Their name is usually beside it, so screen readers skip it; pass `alt` if it is not.
 */

export type AvatarProps = {
  name: string;
  imageUrl?: string | null | undefined;
  /** `fluid` fills the width, up to `lg`. */
  size?: 'sm' | 'row' | 'md' | 'lg' | 'xl' | 'fluid';
  alt?: string;
};

const SIZES = {
  sm: { pixels: 32, box: 'size-8 text-base' },
  row: { pixels: 40, box: 'size-10 text-lg' },
  md: { pixels: 44, box: 'size-11 text-xl' },
  lg: { pixels: 64, box: 'size-16 text-3xl' },
  xl: { pixels: 104, box: 'size-26 text-5xl' },
  fluid: { pixels: 64, box: 'aspect-square h-auto w-full max-w-16 text-3xl' },
} as const;

/** Four background colors that tell initials apart and still look like a set. */
const WARM = ['warm-a', 'warm-b', 'warm-c', 'warm-d'] as const;

export function Avatar({ name, imageUrl, size = 'md', alt = '' }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const { pixels, box } = SIZES[size];
  if (imageUrl && failed !== imageUrl) {
    return (
      <img
        src={imageUrl}
        alt={alt}
        width={pixels}
        height={pixels}
        // The large portrait of a profile is the main content of its page.
        {...(size === 'xl' ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        decoding="async"
        onError={() => setFailed(imageUrl)}
        className={classNames('shrink-0 rounded-full bg-tint object-cover', box)}
      />
    );
  }
  const look = WARM[hash(name) % WARM.length];
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={classNames(
        'avatar-initial grid shrink-0 select-none place-items-center rounded-full font-serif leading-none',
        look,
        box,
      )}
    >
      {initial(name)}
    </span>
  );
}

function initial(name: string): string {
  const [first = '?'] = graphemes(name.trim().replace(/^@/, ''));
  // Not by the language of the browser, because the server renders it too: in Turkish, i would become İ.
  return first.toUpperCase();
}

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum;
}
