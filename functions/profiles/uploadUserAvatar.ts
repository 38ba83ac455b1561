import { uploadUserAvatar } from '../../shared/api/profile-changes.ts';
import { Refusal } from '../../shared/refusals.ts';
import { AVATAR_SIDE } from '../../shared/rules/profiles/pictures.ts';
import { media } from '../gateways/media.ts';
import { serve } from '../serve.ts';
import { saveAvatar } from '../storage/profiles/profiles.ts';
import { redrawUpload } from './pictures.ts';

/**
 * Sets the caller's portrait (docs/product/profiles.md#portrait). The picture replaces the previous one at the same address, so
 * conversations show it too. If the process stops before the new query string of the address is saved, caches show the new
 * portrait a few minutes later.
 */
export const handler = serve(
  uploadUserAvatar,
  async ({ base64Image }, call) => {
    const { table, media, caller, now } = call;
    const { jpeg } = redrawUpload(base64Image, AVATAR_SIDE);
    const profileImageUrl = await media.keepPortrait(caller.userId, jpeg, now);
    if ((await saveAvatar(table, caller.userId, profileImageUrl)) === 'GONE')
      throw new Refusal('UNAUTHENTICATED');
    return { profileImageUrl };
  },
  { gives: { media } },
);
