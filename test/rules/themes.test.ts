import { describe, expect, test } from '@jest/globals';
import { themeStep } from '../../shared/rules/profiles/themes.ts';

describe('how the app looks on this device', () => {
  test('is what the account says after signing in, whoever was here before', () => {
    expect(themeStep('dark', 'light', undefined)).toBe('take');
    expect(themeStep('dark', 'system', undefined)).toBe('take');
  });

  test('follows a choice that was made on another device', () => {
    expect(themeStep('light', 'dark', 'light')).toBe('take');
  });

  test('stays as it was chosen here while the account could not be told, and the account is told', () => {
    expect(themeStep('dark', 'light', 'light')).toBe('save');
  });

  test('is let be where both agree', () => {
    expect(themeStep('dark', 'dark', 'dark')).toBe('nothing');
  });
});
