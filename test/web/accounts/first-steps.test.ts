import { beforeEach, expect, test } from '@jest/globals';
import {
  dismissSteps,
  missingSteps,
  wereDismissed,
} from '#web/features/accounts/pages/dashboard/first-steps.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

const whole = { profileImageUrl: '/media/me.jpg', bio: '<p>Baker.</p>', categoryId: 'CATEGORY_01' };
const words = (...args: Parameters<typeof missingSteps>) =>
  missingSteps(...args).map((step) => step.words);

beforeEach(emptyBrowserStorage);

test('missingSteps lists everything that a new profile lacks', () => {
  expect(words({ profileImageUrl: null, bio: '', categoryId: null }, 0)).toEqual([
    'Add a picture',
    'Say what you can be asked',
    'Add a link to your work',
  ]);
});

test('missingSteps leaves out completed steps', () => {
  expect(words({ ...whole, categoryId: null }, 2)).toEqual(['Choose your field']);
  expect(words(whole, 1)).toEqual([]);
});

test('dismissing the steps hides them for that user only, and only on this device', () => {
  dismissSteps('ana');
  expect([wereDismissed('ana'), wereDismissed('ben')]).toEqual([true, false]);
});
