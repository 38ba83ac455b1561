import { describe, expect, test } from '@jest/globals';
import { newPasswordTwice } from '#web/features/auth/pages/sign-in/new-password.ts';

/** The first error of each field. */
function sentences(password: string, confirmPassword: string): Record<string, string> {
  const { error } = newPasswordTwice.safeParse({ password, confirmPassword });
  const said: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) said[String(path[0])] ??= message;
  return said;
}

describe('a new password, typed twice', () => {
  test('is required in both fields', () => {
    expect(sentences('', '')).toEqual({
      password: 'Please enter your password',
      confirmPassword: 'Please confirm your password',
    });
  });

  test.each([
    ['short', 'The password must be 8 characters or longer'],
    ['alllower!', 'Password must include both uppercase and lowercase letters'],
    ['NoSpecial1', 'Password must include at least one special character'],
  ])('shows the password rule that %s breaks', (password, sentence) => {
    expect(sentences(password, password)).toEqual({ password: sentence });
  });

  test('shows that the two inputs do not match, along with other errors', () => {
    const confirmPassword = 'New passwords must match';
    expect(sentences('Battery-Staple-2', 'Battery-Staple-3')).toEqual({ confirmPassword });
    expect(sentences('short', 'shorter')).toEqual({
      password: 'The password must be 8 characters or longer',
      confirmPassword,
    });
  });

  test('is accepted if it is valid and repeated', () => {
    expect(sentences('Battery-Staple-2', 'Battery-Staple-2')).toEqual({});
  });
});
