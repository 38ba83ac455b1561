import * as z from 'zod/mini';
import { newPassword } from '#shared/rules/accounts/accounts.ts';

/** A new password, typed twice and validated by the server's own rules. docs/product/auth.md#passwords */
export const newPasswordTwice = z
  .object({
    password: newPassword('Please enter your password'),
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: 'New passwords must match',
      // Validate as soon as both are filled in, even if the first is still invalid.
      when: ({ value }) => filledIn.safeParse(value).success,
    }),
  );

const filledIn = z.object({
  password: z.string().check(z.minLength(1)),
  confirmPassword: z.string().check(z.minLength(1)),
});
