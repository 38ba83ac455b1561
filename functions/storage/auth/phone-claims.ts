import type { User } from '../accounts/users.ts';
import { phoneKey } from '../keys.ts';
import { check, putNew, type Step } from '../table.ts';

/* Claims of phone numbers. A number belongs to the account that first confirms it with a code; nothing reserves it before. */

/** The step that fails with PHONE_TAKEN if an account has the number. */
export const checkPhone = (phoneNumber: string): Step<'PHONE_TAKEN'> =>
  check(phoneKey(phoneNumber), { when: { pk: undefined }, otherwise: 'PHONE_TAKEN' });

/** The step that claims a phone number for the account that has just confirmed it. */
export const claimPhone = ({ id, phoneNumber }: Pick<User, 'id' | 'phoneNumber'>) =>
  putNew({ ...phoneKey(phoneNumber), userId: id }, 'PHONE_TAKEN');
