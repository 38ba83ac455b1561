import { expect, test } from '@jest/globals';
import { clearSession, followSessionEnds, storeSession } from '#web/api/session.ts';
import { chooseStoredTheme, chooseTheme, readTheme } from '#web/shell/theme.ts';

test('signing out ends the theme of the account on this device at once', () => {
  storeSession({ userId: '01ANA', fullName: 'Ana Marković', avatarUrl: null });
  followSessionEnds(chooseStoredTheme);
  chooseTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  clearSession();
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(readTheme()).toBe('system');
  expect(localStorage).toHaveLength(0);
});
