import * as z from 'zod/mini';
import { PASSWORD_MAX } from '../rules/accounts/accounts.ts';
import { DAY, MINUTE } from './operation.ts';

/* The password that a signed-in person enters again, because the operation needs the owner. */

/**
 * The limits of operations that check the caller's password: a thief with an open session cannot guess faster than at
 * sign-in.
 */
export const PASSWORD_GUESSES = [
  { per: 'caller', max: 10, within: 15 * MINUTE },
  { per: 'caller', max: 50, within: DAY },
] as const;

/** The caller's own password, to confirm that the caller is the owner. */
export const ownPassword = z
  .string('Please enter your password')
  .check(
    z.minLength(1, 'Please enter your password'),
    z.maxLength(PASSWORD_MAX, 'That password is incorrect'),
  );
