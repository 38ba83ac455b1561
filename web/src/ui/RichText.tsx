import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import { cleanFragment } from './clean-fragment.ts';
import { isLinkAddress } from './link-address.ts';
import { addressInsteadOf } from './link-words.ts';
import { isOwnPicture } from './own-picture.ts';

/*
 * Shows HTML that a user wrote. The server sanitized it, and it is sanitized again here, so that neither has to trust
 * the other. `plain` uses the sans font (a bio); otherwise the serif of letters.
 */

export type RichTextProps = { html: string; plain?: boolean; className?: string };

export function RichText({ html, plain, className }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const served = useServedHtml(html);
  useLayoutEffect(() => box.current?.replaceChildren(shownFragment(html)), [html]);
  return (
    <div
      ref={box}
      dir="auto"
      className={classNames('prose', plain && 'prose-plain', className)}
      {...served}
    />
  );
}

/**
 * The props with which the server renders the stored HTML into a page, and the browser hydrates it. React must not change
 * them afterwards, because the nodes are then those of `shownFragment`.
 */
function useServedHtml(html: string) {
  const fromServer = useSyncExternalStore(unchanging, inBrowser, onServer);
  const [served] = useState(fromServer ? html : undefined);
  return served === undefined ? undefined : { dangerouslySetInnerHTML: { __html: served } };
}

const unchanging = () => () => undefined;
const inBrowser = () => false;
const onServer = () => true;

/**
 * Sanitizes `html` and secures its links. Returns nodes instead of text, because parsing twice could give other nodes
 * (mXSS).
 */
export function shownFragment(html: string): DocumentFragment {
  const fragment = cleanFragment(html);
  for (const link of fragment.querySelectorAll('a')) fence(link);
  // Each paragraph and list gets the direction of its own text.
  for (const block of fragment.querySelectorAll('p, ul, ol')) block.setAttribute('dir', 'auto');
  // Before the fragment is in the page, because that would load the images.
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
  if (!isLinkAddress(address)) return link.removeAttribute('href');
  link.setAttribute('target', '_blank');
  const honest = addressInsteadOf(link.textContent ?? '', address);
  if (honest !== undefined) link.textContent = honest;
}
