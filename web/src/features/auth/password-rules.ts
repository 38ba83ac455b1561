import { PASSWORD_MIN } from '../../../../shared/rules/accounts/accounts.ts';
import type { PasswordRule } from '../../ui/PasswordInput.tsx';

/* The server's password rules one by one, checked off while typing. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { label: 'At least 8 characters', met: (password) => password.length >= PASSWORD_MIN },
  {
    label: 'Upper and lower case letters',
    met: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  },
  { label: 'A special character', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
];
