import * as z from 'zod';
import { newPassword } from '../../../../../../shared/rules/accounts/accounts.ts';

/** A new password, typed twice and validated by the server's own rules. docs/product/auth.md#passwords */
export const newPasswordTwice = z
  .object({
    password: newPassword('Please enter your password'),
    confirmPassword: z.string().min(1, 'Please confirm your password'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'New passwords must match',
    // Validate as soon as both are filled in, even if the first is still invalid.
    when: ({ value }) => filledIn.safeParse(value).success,
  });

const filledIn = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) });
