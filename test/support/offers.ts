import { handler as updateTiers } from '#functions/accounts/updateTiers.ts';
import { handler as viewInboundSettings } from '#functions/accounts/viewInboundSettings.ts';
import type { Caller } from '#lib/local/deeds/calls.ts';
import { call } from './call.ts';
import type { Person } from './people.ts';
import { visitor } from './people.ts';

/* Saves and reads the offers of people in tests, through the real handlers. */

/** Two tiers, as the form of the web app sends them. */
export const SHORT = {
  name: 'Short',
  price: '10',
  promise: 'One clear answer',
  minimumLength: '200',
};
export const LONG = { name: 'Long', price: '50', promise: 'A full plan', minimumLength: '1000' };

/** Saves tiers as the form of the web app sends them. */
export const saveTiers = ({ token }: Pick<Person, 'token'>, tiers: unknown) =>
  call(
    updateTiers,
    { tiers: typeof tiers === 'object' ? JSON.stringify(tiers) : tiers },
    { token },
  );

/** Returns a person's offer as they see it themselves. */
export const settingsOf = async ({ token }: Pick<Person, 'token'>) =>
  (await call(viewInboundSettings, {}, { method: 'GET', token })).body.data[0];

/** Returns a person's profile as this viewer sees it, or a visitor. */
export const profileOf = async ({ user }: Pick<Person, 'user'>, viewer: Caller = visitor()) =>
  (await viewer.calls('viewUserProfile', { id: user.id })).data[0];
