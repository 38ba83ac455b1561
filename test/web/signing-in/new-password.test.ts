import { describe, expect, test } from '@jest/globals';
import { newPasswordTwice } from '../../../web/src/features/signing-in/new-password.ts';

/** The first sentence of each field. */
function sentences(password: string, confirmPassword: string): Record<string, string> {
  const { error } = newPasswordTwice.safeParse({ password, confirmPassword });
  const said: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) said[String(path[0])] ??= message;
  return said;
}

describe('a new password, typed twice', () => {
  test('is asked for, both times', () => {
    expect(sentences('', '')).toEqual({
      password: 'Please enter your password',
      confirmPassword: 'Please confirm your password',
    });
  });

  test.each([
    ['short', 'The password must be 8 characters or longer'],
    ['alllower!', 'Password must include both uppercase and lowercase letters'],
    ['NoSpecial1', 'Password must include at least one special character'],
  ])('%s breaks a rule of its own', (password, sentence) => {
    expect(sentences(password, password)).toEqual({ password: sentence });
  });

  test('must match, and says so beside whatever else is wrong', () => {
    const confirmPassword = 'New passwords must match';
    expect(sentences('Battery-Staple-2', 'Battery-Staple-3')).toEqual({ confirmPassword });
    expect(sentences('short', 'shorter')).toEqual({
      password: 'The password must be 8 characters or longer',
      confirmPassword,
    });
  });

  test('that is good and typed twice alike is taken', () => {
    expect(sentences('Battery-Staple-2', 'Battery-Staple-2')).toEqual({});
  });
});
