import * as z from 'zod/mini';
import { plainText } from '../conversations/messages.ts';

/* The bio on a profile: rich text with a few pictures. docs/product/profiles.md#bio */

/** The maximum number of visible characters; tags and invisible characters do not count. */
export const BIO_TEXT_MAX = 2_000;
export const BIO_PICTURES_MAX = 4;
/** The maximum length of the HTML without the data of embedded pictures. */
export const BIO_HTML_MAX = 20_000;
/**
 * The maximum length of the HTML including new pictures. A Lambda function accepts 6 MB, and API Gateway passes a form in
 * base64, so a request can have about 4 MB.
 */
export const BIO_SENT_MAX = 3_500_000;

const TOO_LONG = 'Your bio can have at most 2,000 characters';
const TOO_HEAVY =
  'These pictures are too large together. Please leave one out or use smaller ones.';

/** Pictures that are embedded in the text. No part of a match can begin another match, so it takes linear time. */
const PICTURE_DATA = /data:[a-z0-9.+-]+\/[a-z0-9.+-]+;base64,[a-z0-9+/=]*/gi;

/** The HTML without the data of new pictures, so that further processing is cheap. */
const withoutPictureData = (html: string) => html.replace(PICTURE_DATA, '');

/** The number of visible characters of a bio. */
export function bioLength(html: string): number {
  return plainText(withoutPictureData(html)).length;
}

/** The first error of a bio, as a sentence; undefined if it is valid. */
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
