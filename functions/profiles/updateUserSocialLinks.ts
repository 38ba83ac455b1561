import { updateUserSocialLinks } from '#shared/api/social-links.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { saveSocials } from '../storage/profiles/profiles.ts';

/** Replaces the five social links of the caller. An empty or missing field removes its link. */
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
