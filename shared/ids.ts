import { decodeTime, ulid } from 'ulid';
import * as z from 'zod/mini';
import { type Instant, instant } from './time.ts';

/** The number of random characters of an id. */
const RANDOM_LENGTH = 16;

/** Makes a new ULID. Its first part is the time, so ids of one kind sort by age. */
export function newId(now: Instant): string {
  // By itself ulid asks the system for each character, which takes twelve times as long.
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
  let used = 0;
  return ulid(now, () => (bytes[used++] ?? 0) / 256);
}

/** Returns the time at which an id was made. */
export const timeOf = (id: string): Instant => instant(decodeTime(id));

/** The 32 characters of ids: Crockford's base 32. */
export const ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The schema of an id: 26 characters of the alphabet. `sentence`: the message for anything else. */
export const id = (sentence = 'This isn’t a valid id') =>
  z.string(sentence).check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, sentence));

/**
 * The codec of a list of ids: a repeated form field, or one value with commas. Duplicates are removed. `sentence`: the
 * message for an empty list.
 */
export const idList = (sentence: string) =>
  z.codec(
    z.union([z.string(), z.array(z.string())], sentence),
    z.array(id(sentence)).check(z.minLength(1, sentence), z.maxLength(200, sentence)),
    {
      decode: (wire) => [...new Set([wire].flat().flatMap((part) => part.split(',')))],
      encode: (ids) => ids,
    },
  );
