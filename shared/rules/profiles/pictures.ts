import * as z from 'zod';

/* Pictures that people hand in: as data URLs of PNG or JPEG files. docs/product/profiles.md#portrait */

/** The picture of a person is shown at 230 pixels, on fine screens with twice as many. */
export const AVATAR_SIDE = 460;
/** The longer side of a picture within a text. */
export const BIO_PICTURE_SIDE = 1_600;
/** What is taken at all, in pixels: memory grows with them, however few bytes they are packed into. */
export const PICTURE_SIDE_MAX = 3_000;
/** Bytes of one picture as it is handed in. */
export const AVATAR_BYTES_MAX = 2_000_000;
export const BIO_PICTURE_BYTES_MAX = 1_000_000;

export const NO_PICTURE = 'Please choose a picture';
export const NOT_A_PICTURE = 'This is not a PNG or JPEG picture';
export const AVATAR_TOO_LARGE =
  'This picture is too large. It can have at most 2 MB and 3,000 pixels on each side.';
export const BIO_PICTURE_TOO_LARGE =
  'A picture is too large. It can have at most 1 MB and 3,000 pixels on each side.';

const START = /^data:[a-z0-9.+/-]*;base64,/i;

/** How many bytes a data URL holds, without unpacking it; undefined for what is none. */
export function dataUrlBytes(url: string): number | undefined {
  const [start] = START.exec(url) ?? [];
  return start === undefined ? undefined : Math.floor(((url.length - start.length) * 3) / 4);
}

/** The base64 text of a data URL; empty for what is none. */
export function dataUrlBody(url: string): string {
  const [start] = START.exec(url) ?? [];
  return start === undefined ? '' : url.slice(start.length);
}

/** The portrait as it is sent. What kind of picture it really is shows when it is unpacked. */
export const avatarImage = z.string(NO_PICTURE).check((context) => {
  const bytes = dataUrlBytes(context.value);
  const fault =
    context.value === ''
      ? NO_PICTURE
      : bytes === undefined
        ? NOT_A_PICTURE
        : bytes > AVATAR_BYTES_MAX
          ? AVATAR_TOO_LARGE
          : undefined;
  if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value });
});
