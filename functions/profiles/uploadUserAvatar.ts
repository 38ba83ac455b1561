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
 * Sets the caller's portrait (docs/product/profiles.md#portrait). The picture takes the place of the one before under the
 * same address, so conversations show it too. A process that dies before the account has the address's new ending
 * leaves the new portrait to be seen some minutes later.
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
