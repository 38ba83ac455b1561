import type { User } from '../accounts/users.ts';
import { phoneKey } from '../keys.ts';
import { check, put, type Step } from '../table.ts';

/* Claims of phone numbers. A number belongs to the account that first confirms it with a code; nothing reserves it before. */

/** A claim with `expiresAt` was written by an older version, in which unconfirmed registrations claimed numbers. */
const FREE = 'attribute_not_exists(#pk) OR attribute_exists(#expiresAt)';

/** The step that fails with PHONE_TAKEN if an account has the number. */
export const checkPhone = (phoneNumber: string): Step<'PHONE_TAKEN'> =>
  check(phoneKey(phoneNumber), { when: FREE, otherwise: 'PHONE_TAKEN' });

/** The step that claims a phone number for the account that has just confirmed it. */
export const claimPhone = ({ id, phoneNumber }: Pick<User, 'id' | 'phoneNumber'>) =>
  put<'PHONE_TAKEN'>(
    { ...phoneKey(phoneNumber), userId: id },
    { when: FREE, otherwise: 'PHONE_TAKEN' },
  );
