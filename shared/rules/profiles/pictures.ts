import * as z from 'zod/mini';

/* Uploaded pictures: data URLs of PNG or JPEG files. docs/product/profiles.md#portrait */

/** The side of a portrait in pixels: it is shown at 230 pixels, with twice as many on high-density screens. */
export const AVATAR_SIDE = 460;
/** The longer side of a picture in a bio, in pixels. */
export const BIO_PICTURE_SIDE = 1_600;
/**
 * The maximum side of an accepted picture, in pixels. It limits memory, which grows with the pixels and not with the size of
 * the file.
 */
export const PICTURE_SIDE_MAX = 3_000;
/** The maximum size of an uploaded picture, in bytes. */
export const AVATAR_BYTES_MAX = 2_000_000;
export const BIO_PICTURE_BYTES_MAX = 1_000_000;

const NO_PICTURE = 'Please choose a picture';
export const NOT_A_PICTURE = 'This isn’t a PNG or JPEG picture';
export const AVATAR_TOO_LARGE =
  'This picture is too large. It can have at most 2 MB and 3,000 pixels on each side.';
export const BIO_PICTURE_TOO_LARGE =
  'A picture is too large. It can have at most 1 MB and 3,000 pixels on each side.';

/** The refusal of a picture whose decoding takes too long: of more pixels or more passes than an app needs to send. */
export const PICTURE_TOO_MUCH_WORK =
  'This picture takes too long to read. Please make it smaller: 1,600 pixels on its longer side are enough.';

const START = /^data:[a-z0-9.+/-]*;base64,/i;

/** The number of bytes in a data URL, computed without decoding it; undefined if the text is not a data URL. */
export function dataUrlBytes(url: string): number | undefined {
  const [start] = START.exec(url) ?? [];
  return start === undefined ? undefined : Math.floor(((url.length - start.length) * 3) / 4);
}

/** The base64 text of a data URL; empty if the text is not a data URL. */
export function dataUrlBody(url: string): string {
  const [start] = START.exec(url) ?? [];
  return start === undefined ? '' : url.slice(start.length);
}

/** The schema of an uploaded portrait. The actual file type is checked when it is decoded. */
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
