import { removeUserAvatar } from '../../shared/api/profile-changes.ts';
import { Refusal } from '../../shared/refusals.ts';
import { media } from '../gateways/media.ts';
import { serve } from '../serve.ts';
import { userById } from '../storage/accounts/users.ts';
import { avatarRemoval } from '../storage/profiles/profiles.ts';

const CHANGED = 'Your picture was changed a moment ago. Please try again.';

/** Removes the caller's portrait. A repetition removes what an interrupted call left. */
export const handler = serve(
  removeUserAvatar,
  async (_input, { table, media, caller, now }) => {
    const user = await userById(table, caller.userId, now);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    if (user.avatarUrl !== undefined && (await table.write(avatarRemoval(user))) === 'CHANGED')
      throw new Refusal('WRONG_STATUS', { message: CHANGED });
    await media.removePortrait(user.id);
    return {};
  },
  { gives: { media } },
);
