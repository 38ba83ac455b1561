import { phoneKey } from './keys.ts';
import { check, put, type Step } from './table.ts';
import type { User } from './users.ts';

/* Who has a phone number: the account that proved it first. Nothing holds a number before it is proven. */

/** A claim that can lapse is of an older version, in which registrations held numbers. */
const FREE = 'attribute_not_exists(#pk) OR attribute_exists(#expiresAt)';

/** Ends a transaction where an account has the number. */
export const checkPhone = (phoneNumber: string): Step<'PHONE_TAKEN'> =>
  check(phoneKey(phoneNumber), { when: FREE, otherwise: 'PHONE_TAKEN' });

/** The number is this account's from now on, which has just proven it. */
export const claimPhone = ({ id, phoneNumber }: Pick<User, 'id' | 'phoneNumber'>) =>
  put<'PHONE_TAKEN'>(
    { ...phoneKey(phoneNumber), userId: id },
    { when: FREE, otherwise: 'PHONE_TAKEN' },
  );
