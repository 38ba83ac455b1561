import { PASSWORD_MIN } from '#shared/rules/accounts/accounts.ts';
import type { PasswordRule } from '../../ui/PasswordInput.tsx';

/* The server's password rules, checked off in one line while typing. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { label: '8 characters', met: (password) => password.length >= PASSWORD_MIN },
  {
    label: 'upper and lower case',
    met: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  },
  { label: 'special character', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
];
