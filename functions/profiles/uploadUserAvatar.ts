import { uploadUserAvatar } from '#shared/api/profile-changes.ts';
import { Refusal } from '#shared/refusals.ts';
import { AVATAR_SIDE } from '#shared/rules/profiles/pictures.ts';
import { media } from '../gateways/media.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { saveAvatar } from '../storage/profiles/profiles.ts';
import { redrawUpload } from './pictures.ts';
import { portraitChanged, removeFormerPortrait } from './portraits.ts';

/**
 * Sets the caller's portrait (docs/product/profiles.md#portrait). If another device changes the portrait at the same moment, the
 * first change stays: this one is refused, and its file is removed. If the process stops, the profile shows the old portrait or the
 * new one.
 */
export const handler = serve(
  uploadUserAvatar,
  async ({ base64Image }, call) => {
    const { table, media, caller, now, log } = call;
    const { jpeg } = await redrawUpload(base64Image, AVATAR_SIDE);
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    await removeFormerPortrait(media, user);
    const profileImageUrl = await media.keepPortrait(user.id, jpeg, now);
    if ((await saveAvatar(table, user, profileImageUrl)) === 'CHANGED') {
      // A repeated write whose first response was lost finds its own change.
      const current = await userById(table, user.id, now);
      if (current?.avatarUrl !== profileImageUrl) {
        await media.removePortrait(user.id, profileImageUrl);
        throw portraitChanged();
      }
    }
    try {
      if (user.avatarUrl !== undefined) await media.removePortrait(user.id, user.avatarUrl);
    } catch (fault) {
      log.warn('a replaced portrait stays until the next change', fault as Error);
    }
    return { profileImageUrl };
  },
  { gives: { media } },
);
