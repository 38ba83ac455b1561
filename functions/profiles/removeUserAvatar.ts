import { removeUserAvatar } from '#shared/api/profile-changes.ts';
import { Refusal } from '#shared/refusals.ts';
import { media } from '../gateways/media.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { avatarRemoval } from '../storage/profiles/profiles.ts';
import { portraitChanged, removeFormerPortrait } from './portraits.ts';

/**
 * Removes the caller's portrait. Refused if another device has uploaded a new one in the meantime, which stays. A repetition removes
 * the file that an interrupted call left.
 */
export const handler = serve(
  removeUserAvatar,
  async (_input, { table, media, caller, now }) => {
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    await removeFormerPortrait(media, user);
    if (user.avatarUrl === undefined) return {};
    if ((await table.write(avatarRemoval(user))) === 'CHANGED') {
      // Another device, or the first try of this write, may have removed it.
      const current = await userById(table, user.id, now);
      if (current?.avatarUrl !== undefined) throw portraitChanged();
    }
    await media.removePortrait(user.id, user.avatarUrl);
    return {};
  },
  { gives: { media } },
);
