import { useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { cleanFragment } from './clean-fragment.ts';
import { isLinkAddress } from './link-address.ts';
import { isOwnPicture } from './own-picture.ts';

/*
 * Shows HTML that somebody wrote. It was cleaned when it was stored and is cleaned again here, so that neither side has
 * to trust the other. `plain` is the sans of ordinary pages (a bio); otherwise it is the serif of letters.
 */

export type RichTextProps = { html: string; plain?: boolean; className?: string };

export function RichText({ html, plain, className }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(shownFragment(html)), [html]);
  return (
    <div ref={box} dir="auto" className={classNames('prose', plain && 'prose-plain', className)} />
  );
}

/** Cleans `html` and secures its links. It returns nodes and not text, because parsing again could give other nodes (mXSS). */
function shownFragment(html: string): DocumentFragment {
  const fragment = cleanFragment(html);
  for (const link of fragment.querySelectorAll('a')) fence(link);
  // Each paragraph and each list in the direction of its own letters.
  for (const block of fragment.querySelectorAll('p, ul, ol')) block.setAttribute('dir', 'auto');
  // Before they are part of the page, which would fetch them.
  for (const image of fragment.querySelectorAll('img')) {
    if (!isOwnPicture(image.getAttribute('src') ?? '', window.location.href)) image.remove();
    image.setAttribute('loading', 'lazy');
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
  }
  return fragment;
}

function fence(link: HTMLAnchorElement) {
  const address = link.getAttribute('href') ?? '';
  link.setAttribute('rel', 'ugc nofollow noopener');
  if (!isLinkAddress(address)) link.removeAttribute('href');
  else link.setAttribute('target', '_blank');
}
