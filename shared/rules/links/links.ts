import * as z from 'zod/mini';
import { readable } from '../text/readable-text.ts';
import { oneLine } from '../text.ts';

/* Custom links on a public profile. docs/product/links.md */

export const LINKS_MAX = 50;
export const LINK_NAME_MAX = 60;
const LINK_URL_MAX = 2_000;

export const NOT_A_WEB_ADDRESS = 'Please enter a web address such as https://example.com';
export const TOO_MANY_LINKS = `You have ${LINKS_MAX} links, and there’s no room for more. Please delete one first.`;
const TOO_LONG = 'A link can have at most 2,000 characters';

const NO_NAME = 'Please enter a name';
const NO_LINK = 'Please enter a link';

/** The name of a link, in one line. */
export const linkName = z
  .string(NO_NAME)
  .check(
    z.overwrite(oneLine),
    readable(1, NO_NAME),
    z.maxLength(LINK_NAME_MAX, 'The name can have at most 60 characters'),
  );

/** The address of a link, completed to a full URL: `example.com` becomes `https://example.com`. */
export const linkUrl = z.string(NO_LINK).check(
  z.trim(),
  z.minLength(1, NO_LINK),
  z.maxLength(LINK_URL_MAX, TOO_LONG),
  z.refine((text) => webAddress(text) !== undefined, NOT_A_WEB_ADDRESS),
  z.overwrite((text) => webAddress(text) ?? text),
  z.maxLength(LINK_URL_MAX, TOO_LONG),
);

/**
 * Parses a web address: http or https, with a host name under a top-level domain, without credentials. Undefined for
 * anything else (`javascript:`, `data:`, a bare word, an IP address). A text without a scheme is https.
 */
export function webAddress(text: string): string | undefined {
  // Browsers drop or convert some of these characters, so the opened address would differ from the checked one.
  if (/[\s\p{C}\\]/u.test(text)) return undefined;
  const isWhole = /^https?:\/\/[^/]/i.test(text);
  if (!isWhole && /^([a-z][a-z0-9+.-]*:)?\/\//i.test(text)) return undefined;
  const whole = isWhole ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.username || url.password || /^[^/?#]*@/.test(whole.slice(url.protocol.length + 2)))
    return undefined;
  if (!/[^.]\.([a-z]{2,}|xn--[a-z0-9-]+)$/.test(url.hostname)) return undefined;
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
}

/**
 * Whether a link in a user's text is allowed: an absolute URL on the open web, without credentials that look like its host.
 * Relative paths are not allowed, because they would lead to our own pages.
 */
export function isLinkTarget(href: string): boolean {
  if (!/^https?:\/\/[^\s\p{C}\\]+$/iu.test(href) || !URL.canParse(href)) return false;
  const { username, password } = new URL(href);
  return username === '' && password === '';
}

/** Returns the host of an address without `www.`; the whole text if it is not a URL. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address;
}
