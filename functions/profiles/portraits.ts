import { Refusal } from '#shared/refusals.ts';
import type { Media } from '../gateways/media.ts';
import type { User } from '../storage/accounts/users.ts';

/* Changes of a portrait. Several devices may make them at the same moment: docs/product/profiles.md#portrait */

/** The refusal of a change that another device overtook. */
export const portraitChanged = () =>
  new Refusal('WRONG_STATUS', {
    message: 'Your picture was changed a moment ago. Please try again.',
  });

/**
 * Removes the file of the portrait before the current one, which an interrupted call may have left. Each change does this first,
 * because the account remembers a single former address.
 */
export async function removeFormerPortrait(
  media: Pick<Media, 'removePortrait'>,
  { id, formerAvatarUrl }: User,
): Promise<void> {
  if (formerAvatarUrl !== undefined) await media.removePortrait(id, formerAvatarUrl);
}
