import * as z from 'zod/mini';
import { changePhoneNumber } from '#shared/api/phone-change.ts';

const { code, password } = changePhoneNumber.input.shape;

/**
 * The proof for a phone change. `way`: a code from the old number, a passkey, a wait of 72 hours, or neither after the wait.
 */
export const phoneProof = z
  .object({ code, password, way: z.enum(['code', 'passkey', 'wait', 'none']), oldCode: z.string() })
  .check(
    z.superRefine(({ way, oldCode }, context) => {
      if (way !== 'code' || /^\d{6}$/.test(oldCode)) return;
      context.addIssue({
        code: 'custom',
        path: ['oldCode'],
        message: oldCode === '' ? 'Please send the code and enter it' : 'Please enter a valid code',
      });
    }),
  );

export type PhoneProof = z.input<typeof phoneProof>;
