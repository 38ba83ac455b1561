import { describe, expect, test } from '@jest/globals';
import { themeStep } from '#shared/rules/profiles/themes.ts';

describe('the theme of a device', () => {
  test('is that of the account after signing in, even if another person used the device before', () => {
    expect(themeStep('dark', 'light', undefined)).toBe('take');
    expect(themeStep('dark', 'system', undefined)).toBe('take');
  });

  test('follows a choice that was made on another device', () => {
    expect(themeStep('light', 'dark', 'light')).toBe('take');
  });

  test('stays as chosen while the account cannot be updated, and is then sent', () => {
    expect(themeStep('dark', 'light', 'light')).toBe('save');
  });

  test('is unchanged if device and account agree', () => {
    expect(themeStep('dark', 'dark', 'dark')).toBe('nothing');
  });
});
