import type { Caller } from '#lib/local/deeds/calls.ts';
import type { Person } from './people.ts';
import { visitor } from './people.ts';

/* The offers of people in tests. */

/** Two tiers, as the form of the web app sends them. */
export const SHORT = {
  name: 'Short',
  price: '10',
  promise: 'One clear answer',
  minimumLength: '200',
};
export const LONG = { name: 'Long', price: '50', promise: 'A full plan', minimumLength: '1000' };

/** Returns a person's profile as this viewer sees it, or a visitor. */
export const profileOf = async ({ user }: Pick<Person, 'user'>, viewer: Caller = visitor()) =>
  (await viewer.calls('viewUserProfile', { id: user.id })).data[0];
