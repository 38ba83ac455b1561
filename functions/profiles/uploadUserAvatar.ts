import { uploadUserAvatar } from '../../shared/api/profiles.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import {
  AVATAR_SIDE,
  AVATAR_TOO_LARGE,
  dataUrlBody,
  NOT_A_PICTURE,
} from '../../shared/rules/profiles/pictures.ts';
import { serve } from '../serve.ts';
import { saveAvatar } from '../storage/profiles/profiles.ts';
import { redraw } from './pictures.ts';

/**
 * Sets the caller's portrait (docs/product/profiles.md#portrait). The picture replaces the previous one at the same address, so
 * conversations show it too. If the process stops before the new query string of the address is saved, caches show the new
 * portrait a few minutes later.
 */
export const handler = serve(uploadUserAvatar, async ({ base64Image }, call) => {
  const { table, media, caller, now } = call;
  const drawn = redraw(Buffer.from(dataUrlBody(base64Image), 'base64'), AVATAR_SIDE);
  if (typeof drawn === 'string')
    throw invalidInput({ base64Image: drawn === 'TOO_LARGE' ? AVATAR_TOO_LARGE : NOT_A_PICTURE });
  const profileImageUrl = await media.keepPortrait(caller.userId, drawn.jpeg, now);
  if ((await saveAvatar(table, caller.userId, profileImageUrl)) === 'GONE')
    throw new Refusal('UNAUTHENTICATED');
  return { profileImageUrl };
});
