import { invalidInput } from '#shared/refusals.ts';
import { BIO_PICTURES_MAX } from '#shared/rules/profiles/bios.ts';
import {
  BIO_PICTURE_BYTES_MAX,
  BIO_PICTURE_SIDE,
  BIO_PICTURE_TOO_LARGE,
  dataUrlBody,
  dataUrlBytes,
  NOT_A_PICTURE,
  PICTURE_TOO_MUCH_WORK,
} from '#shared/rules/profiles/pictures.ts';
import type { Instant } from '#shared/time.ts';
import type { Caller } from '../auth/tokens.ts';
import type { Media } from '../gateways/media.ts';
import { cleanBio, type PlacedPicture, picturesIn, placePictures } from '../html.ts';
import type { Logger } from '../log.ts';
import type { User } from '../storage/accounts/users.ts';
import { type Drawn, redraw, type Unreadable } from './pictures.ts';

export type DrawnBio = {
  /** The HTML to store. */
  readonly html: string;
  /** The addresses of the pictures that came with the bio and were stored now. */
  readonly stored: readonly string[];
  /** The addresses of the pictures that only the previous bio showed. */
  readonly left: readonly string[];
};

/**
 * Cleans a bio and stores the pictures that came with it. It keeps only these pictures and those that the person's bio already
 * shows, so that a profile never tells a third party who viewed it. Refuses at `userBio`, before anything is stored, if the bio
 * has too many pictures, or one that is too large or not a picture.
 */
export async function drawBio(
  html: string,
  { id, bio }: User,
  { media, now }: { readonly media: Media; readonly now: Instant },
): Promise<DrawnBio> {
  const before = picturesIn(bio);
  const { html: clean, sources } = cleanBio(html, (src) => before.has(src));
  if (sources.length > BIO_PICTURES_MAX)
    throw invalidInput({ userBio: `Your bio can have at most ${BIO_PICTURES_MAX} pictures` });
  const drawn: (PlacedPicture | Drawn)[] = [];
  // One after the other, so that the memory of one is enough.
  for (const src of sources) drawn.push(before.get(src) ?? (await draw(src)));
  const stored: string[] = [];
  const placed: PlacedPicture[] = [];
  for (const picture of drawn) {
    if ('src' in picture) placed.push(picture);
    else {
      const src = await media.keepBioPicture(id, picture.jpeg, now);
      stored.push(src);
      placed.push({ src, width: picture.width, height: picture.height });
    }
  }
  const shown = new Set(placed.map(({ src }) => src));
  return {
    html: placePictures(clean, placed),
    stored,
    left: [...before.keys()].filter((src) => !shown.has(src)),
  };
}

async function draw(dataUrl: string): Promise<Drawn> {
  if ((dataUrlBytes(dataUrl) ?? 0) > BIO_PICTURE_BYTES_MAX)
    throw invalidInput({ userBio: BIO_PICTURE_TOO_LARGE });
  const drawn = await redraw(Buffer.from(dataUrlBody(dataUrl), 'base64'), BIO_PICTURE_SIDE);
  if (typeof drawn !== 'string') return drawn;
  throw invalidInput({
    userBio: REFUSALS[drawn],
  });
}

const REFUSALS: Record<Unreadable, string> = {
  NOT_A_PICTURE,
  TOO_LARGE: BIO_PICTURE_TOO_LARGE,
  TOO_MUCH_WORK: PICTURE_TOO_MUCH_WORK,
};

type Context = { readonly media: Media; readonly caller: Caller; readonly log: Logger };

/**
 * Deletes pictures of the caller's bio that are no longer shown. The saved bio remains if this fails; the pictures then stay in
 * storage without a link to them.
 */
export async function removeBioPictures(
  { media, caller, log }: Context,
  addresses: readonly string[],
): Promise<void> {
  try {
    await Promise.all(addresses.map((address) => media.removeBioPicture(caller.userId, address)));
  } catch (fault) {
    log.warn('a picture stays behind', fault as Error);
  }
}
