import * as z from 'zod/mini';
import { updatePassword } from '#shared/api/auth.ts';

const { oldPassword, newPassword } = updatePassword.input.shape;

/** The current password once and the new one twice, by the server's own rules. docs/product/auth.md#password-change */
export const passwordChange = z
  .object({
    oldPassword,
    newPassword,
    repeatPassword: z.string().check(z.minLength(1, 'Please enter a password')),
  })
  .check(
    z.refine((typed) => typed.newPassword !== typed.oldPassword, {
      path: ['newPassword'],
      message: 'The new password must differ from the old one',
    }),
    z.refine((typed) => typed.newPassword === typed.repeatPassword, {
      path: ['repeatPassword'],
      message: 'New passwords must match',
      // Validate as soon as both are filled in, even if another field is still invalid.
      when: ({ value }) => filledIn.safeParse(value).success,
    }),
  );

const filledIn = z.object({
  newPassword: z.string().check(z.minLength(1)),
  repeatPassword: z.string().check(z.minLength(1)),
});
