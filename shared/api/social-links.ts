import * as z from 'zod/mini';
import { social } from '../rules/profiles/socials.ts';
import { HOUR, nothing, operation } from './operation.ts';

export const updateUserSocialLinks = operation({
  name: 'updateUserSocialLinks',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
  impact: 'People cannot change their social links.',
  /** All five at once: an empty or missing field removes that link. */
  input: z.object({
    socialBluesky: social('bluesky'),
    socialInstagram: social('instagram'),
    socialTikTok: social('tikTok'),
    socialLinkedin: social('linkedin'),
    socialYouTube: social('youTube'),
  }),
  output: nothing,
});
