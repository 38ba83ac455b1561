import { beforeEach, expect, test } from '@jest/globals';
import {
  dismissSteps,
  missingSteps,
  wereDismissed,
} from '../../../web/src/features/account/first-steps.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

const whole = { profileImageUrl: '/media/me.jpg', bio: '<p>Baker.</p>', categoryId: 'CATEGORY_01' };
const words = (...args: Parameters<typeof missingSteps>) =>
  missingSteps(...args).map((step) => step.words);

beforeEach(emptyBrowserStorage);

test('a new profile is shown everything it lacks', () => {
  expect(words({ profileImageUrl: null, bio: '', categoryId: null }, 0)).toEqual([
    'Add a portrait',
    'Say what you can be asked',
    'Add a link to your work',
  ]);
});

test('what is there is not asked for again', () => {
  expect(words({ ...whole, categoryId: null }, 2)).toEqual(['Choose your field']);
  expect(words(whole, 1)).toEqual([]);
});

test('putting the steps away counts for the person who did it, and for nobody else on this device', () => {
  dismissSteps('ana');
  expect([wereDismissed('ana'), wereDismissed('ben')]).toEqual([true, false]);
});
