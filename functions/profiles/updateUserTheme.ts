import { updateUserTheme } from '#shared/api/profiles.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { saveTheme } from '../storage/profiles/profiles.ts';

/** Saves the caller's theme in the account, for every device that signs in. */
export const handler = serve(updateUserTheme, async ({ theme }, { table, caller }) => {
  const outcome = await saveTheme(table, caller.userId, theme);
  if (outcome === 'GONE') throw new Refusal('NOT_FOUND');
  return {};
});
