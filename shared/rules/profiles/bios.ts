import * as z from 'zod';
import { plainText } from '../conversations/messages.ts';

/* What a person says of themselves on their profile: rich text with a few pictures. docs/product/profiles.md#bio */

/** Characters that a person reads; tags and what is invisible do not count. */
export const BIO_TEXT_MAX = 2_000;
export const BIO_PICTURES_MAX = 4;
/** Characters of HTML besides the pictures that travel within it. */
export const BIO_HTML_MAX = 20_000;
/**
 * Characters of the whole, new pictures included. A function takes 6 MB, and API Gateway hands it a form in base64:
 * what is sent may be at most some 4 MB.
 */
export const BIO_SENT_MAX = 3_500_000;

const TOO_LONG = 'Your bio can have at most 2,000 characters';
const TOO_HEAVY =
  'These pictures are too large together. Please leave one out or use smaller ones.';

/** Pictures that travel within the text. No part of it can begin a second time within itself, so it reads each character once. */
const PICTURE_DATA = /data:[a-z0-9.+-]+\/[a-z0-9.+-]+;base64,[a-z0-9+/=]*/gi;

/** The HTML without the bytes of new pictures: what counts and what is shown of it costs little from here on. */
const withoutPictureData = (html: string) => html.replace(PICTURE_DATA, '');

/** How many characters a person reads in a bio. */
export function bioLength(html: string): number {
  return plainText(withoutPictureData(html)).length;
}

/** The sentence that a bio breaks first, or undefined. */
export function bioFault(html: string): string | undefined {
  if (html.length > BIO_SENT_MAX) return TOO_HEAVY;
  const text = withoutPictureData(html);
  if (text.length > BIO_HTML_MAX || plainText(text).length > BIO_TEXT_MAX) return TOO_LONG;
  return undefined;
}

export const bio = z.string('Please enter a text').check((context) => {
  const fault = bioFault(context.value);
  if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value });
});
