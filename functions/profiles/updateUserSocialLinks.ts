import { updateUserSocialLinks } from '../../shared/api/profiles.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { saveSocials } from '../storage/profiles/profiles.ts';

/** Sets the five social links of the caller, all at once; what is empty or left out is no link from then on. */
export const handler = serve(updateUserSocialLinks, async (input, { table, caller }) => {
  const typed = {
    bluesky: input.socialBluesky,
    instagram: input.socialInstagram,
    tikTok: input.socialTikTok,
    linkedin: input.socialLinkedin,
    youTube: input.socialYouTube,
  };
  const socials = Object.fromEntries(Object.entries(typed).filter(([, text]) => text));
  const outcome = await saveSocials(table, caller.userId, socials);
  if (outcome === 'GONE') throw new Refusal('UNAUTHENTICATED');
  return {};
});
