import { decodeTime, ulid } from 'ulid';
import * as z from 'zod';
import { type Instant, instant } from './time.ts';

/** A new ULID whose time part is `now`: ids of one kind sort by age. */
export function newId(now: Instant): string {
  return ulid(now);
}

/** The moment that such an id was made. */
export const timeOf = (id: string): Instant => instant(decodeTime(id));

/** An id as it comes in: 26 characters of Crockford's base 32. `sentence` is what a person reads when it is not one. */
export const id = (sentence = 'This is not a valid id') =>
  z.string(sentence).regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, sentence);

/** Ids as a repeated key of a form, or as one value with commas; each counts once. `sentence` is read when there is none. */
export const idList = (sentence: string) =>
  z.codec(
    z.union([z.string(), z.array(z.string())], sentence),
    z.array(id(sentence)).min(1, sentence).max(200, sentence),
    {
      decode: (wire) => [...new Set([wire].flat().flatMap((part) => part.split(',')))],
      encode: (ids) => ids,
    },
  );
