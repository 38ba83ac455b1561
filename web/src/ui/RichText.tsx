import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { classNames } from './class-names.ts';
import { isLinkAddress } from './link-address.ts';
import { isOwnPicture } from './own-picture.ts';

/*
 * Shows HTML that somebody wrote. It was cleaned when it was stored and is cleaned again here, so that neither side has
 * to trust the other. `plain` is the sans of ordinary pages (a bio); otherwise it is the serif of letters.
 */

export type RichTextProps = { html: string; plain?: boolean; className?: string };

const ALLOWED_TAGS = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'img'];
const ALLOWED_ATTR = ['href', 'src', 'alt', 'width', 'height'];

export function RichText({ html, plain, className }: RichTextProps) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  return (
    <div
      dir="auto"
      className={classNames('prose', plain && 'prose-plain', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

/** What may be shown of `html`: the allow-list of the two rich-text fields, every link fenced off. */
export function cleanHtml(html: string): string {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) fence(link);
  // Each paragraph and each list in the direction of its own letters.
  for (const block of fragment.querySelectorAll('p, ul, ol')) block.setAttribute('dir', 'auto');
  // Before they are part of the page, which would fetch them.
  for (const image of fragment.querySelectorAll('img')) {
    if (!isOwnPicture(image.getAttribute('src') ?? '', window.location.href)) image.remove();
    image.setAttribute('loading', 'lazy');
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
  }
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}

function fence(link: HTMLAnchorElement) {
  const address = link.getAttribute('href') ?? '';
  link.setAttribute('rel', 'ugc nofollow noopener');
  if (!isLinkAddress(address)) link.removeAttribute('href');
  else link.setAttribute('target', '_blank');
}
