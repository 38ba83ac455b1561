import { describe, expect, test } from '@jest/globals';
import { passwordChange } from '#web/features/auth/pages/security/password-change.ts';

/** The first error of each field. */
function sentences(oldPassword: string, newPassword: string, repeatPassword: string) {
  const { error } = passwordChange.safeParse({ oldPassword, newPassword, repeatPassword });
  const said: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) said[String(path[0])] ??= message;
  return said;
}

const OLD = 'Correct-Horse-1';
const NEW = 'Battery-Staple-2';

describe('a changed password', () => {
  test('requires all three fields', () => {
    expect(sentences('', '', '')).toEqual({
      oldPassword: 'Please enter your password',
      newPassword: 'Please enter a password',
      repeatPassword: 'Please enter a password',
    });
  });

  test.each([
    ['Short-1', 'The password must be 8 characters or longer'],
    ['alllower!', 'Password must include both uppercase and lowercase letters'],
    ['NoSpecial1', 'Password must include at least one special character'],
    [OLD, 'The new password must differ from the old one'],
  ])('shows the error of %s at its field', (password, newPassword) => {
    expect(sentences(OLD, password, password)).toEqual({ newPassword });
  });

  test('shows that the repeated password does not match, along with other errors', () => {
    const repeatPassword = 'New passwords must match';
    expect(sentences(OLD, NEW, `${NEW}!`)).toEqual({ repeatPassword });
    expect(sentences('', 'short', 'shorter')).toEqual({
      oldPassword: 'Please enter your password',
      newPassword: 'The password must be 8 characters or longer',
      repeatPassword,
    });
  });

  test('does not apply the current password rules to the old password', () => {
    expect(sentences('old', NEW, NEW)).toEqual({});
  });
});
