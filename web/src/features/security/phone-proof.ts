import * as z from 'zod';
import { changePhoneNumber } from '../../../../shared/api/account.ts';

const { code, password } = changePhoneNumber.input.shape;

/**
 * What proves a change of the phone number. `way`: by a code from the old number, by waiting 72 hours, or neither, after
 * the wait.
 */
export const phoneProof = z
  .object({ code, password, way: z.enum(['code', 'wait', 'none']), oldCode: z.string() })
  .superRefine(({ way, oldCode }, context) => {
    if (way !== 'code' || /^\d{6}$/.test(oldCode)) return;
    context.addIssue({
      code: 'custom',
      path: ['oldCode'],
      message: oldCode === '' ? 'Please send the code and enter it' : 'Please enter a valid code',
    });
  });

export type PhoneProof = z.input<typeof phoneProof>;
