import { updateUserProfile } from '../../shared/api/account.ts';
import { saveOwnProfile } from '../flows/profile.ts';
import { userView } from '../flows/user-view.ts';
import { serve } from '../serve.ts';

/**
 * Changes what the caller says of themselves (docs/product/profiles.md#editing-the-profile). Another username ends every session
 * of the account: the person signs in again under it, and the old one leads to it for 90 days.
 */
export const handler = serve(updateUserProfile, async (form, call) => ({
  data: [userView(await saveOwnProfile(form, call), call.settings, call.now)],
}));
