import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { THEMES } from '../rules/profiles/themes.ts';
import { HOUR, MINUTE, nothing, one, operation, PUBLIC_CACHE_SECONDS } from './operation.ts';
import { publicProfile } from './profile-entities.ts';
import { via } from './via.ts';

export const viewUserProfile = operation({
  name: 'viewUserProfile',
  method: 'GET',
  who: 'anyone',
  knowsCaller: true,
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'odds.read', 'views.record', 'usernames.read', 'hashKey'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'Public profiles do not open, so no one can be sent a first paid letter.',
  input: z
    .object({
      username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(60))),
      id: z.optional(id()),
      via,
    })
    .check(
      z.refine((input) => input.username || input.id, {
        path: ['username'],
        message: 'Please give a username or an id',
      }),
    ),
  output: one(publicProfile),
});

export const viewUserProfileByReferralCode = operation({
  name: 'viewUserProfileByReferralCode',
  method: 'GET',
  who: 'anyone',
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'odds.read', 'usernames.read'],
  // Codes are short and identify people, so the limit prevents guessing.
  limits: [{ per: 'address', max: 120, within: 5 * MINUTE, atEdge: true }],
  impact: 'Invitation pages do not show the inviter; registrations from them are still counted.',
  input: z.object({
    referralCode: z
      .string('Please give the code of an invitation')
      .check(
        z.trim(),
        z.toUpperCase(),
        z.minLength(1, 'Please give the code of an invitation'),
        z.maxLength(40, 'This is not the code of an invitation'),
      ),
  }),
  output: one(publicProfile),
});

export const updateUserTheme = operation({
  name: 'updateUserTheme',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'The choice of theme is not saved for other devices.',
  input: z.object({ theme: z.enum(THEMES, 'Please choose light, dark or system') }),
  output: nothing,
});
