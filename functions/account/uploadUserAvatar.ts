import { uploadUserAvatar } from '../../shared/api/account.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import {
  AVATAR_SIDE,
  AVATAR_TOO_LARGE,
  dataUrlBody,
  NOT_A_PICTURE,
} from '../../shared/rules/pictures.ts';
import { removePictures } from '../flows/removing-pictures.ts';
import { redraw } from '../pictures.ts';
import { serve } from '../serve.ts';
import { replaceAvatar } from '../storage/profiles.ts';

/**
 * Sets the caller's portrait (spec part 1, sections 2 and 5). First the new picture is stored, then the account
 * changes, then the old picture goes: a process that dies in between leaves a picture that nobody shows, never an
 * account without its picture. Conversations keep the portrait's address of their day.
 */
export const handler = serve(uploadUserAvatar, async ({ base64Image }, call) => {
  const { table, media, caller, now } = call;
  const drawn = redraw(Buffer.from(dataUrlBody(base64Image), 'base64'), AVATAR_SIDE);
  if (typeof drawn === 'string')
    throw invalidInput({ base64Image: drawn === 'TOO_LARGE' ? AVATAR_TOO_LARGE : NOT_A_PICTURE });
  const profileImageUrl = await media.keep('avatars', caller.userId, drawn.jpeg, now);
  const replaced = await replaceAvatar(table, caller.userId, profileImageUrl, now);
  await removePictures(call, 'avatars', replaced === 'GONE' ? [profileImageUrl] : replaced);
  if (replaced === 'GONE') throw new Refusal('UNAUTHENTICATED');
  return { profileImageUrl };
});
