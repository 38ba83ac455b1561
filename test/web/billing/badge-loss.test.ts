import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { removePaymentMethod } from '#shared/api/card-removal.ts';
import { badgeLossOf, otherCardWords } from '#web/features/billing/badge-loss.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* What a profile loses with a change of the name, the card or the plan, said before and after. */

const NAME = ana.fullName;
const holders = {
  'the line about the card': { ...ana, nameOnCard: NAME },
  'the badge': { ...ana, verifiedName: NAME },
  'the badge and the line': { ...ana, verifiedName: NAME, nameOnCard: NAME },
  nothing: ana,
  'no paid plan': { ...ana, licenseId: 'FREE' as const, nameOnCard: NAME, verifiedName: NAME },
};

type Row = readonly [
  holder: keyof typeof holders,
  change: Parameters<typeof badgeLossOf>[1],
  loss: ReturnType<typeof badgeLossOf>,
];
const LINE = { from: 'CARD_NAME', to: 'NONE' } as const;
const BADGE = { from: 'IDENTITY', to: 'NONE' } as const;

const ROWS: readonly Row[] = [
  ['the line about the card', { nameOnCard: 'Somebody Else' }, LINE],
  ['the line about the card', { nameOnCard: null }, LINE],
  ['the line about the card', { fullName: 'Another Name' }, LINE],
  ['the line about the card', { licenseId: 'FREE' }, LINE],
  ['the line about the card', { nameOnCard: ' ana  markovic ' }, undefined],
  ['the badge', { nameOnCard: 'Somebody Else' }, undefined],
  ['the badge', { fullName: 'Another Name' }, BADGE],
  ['the badge', { licenseId: 'FREE' }, BADGE],
  ['the badge and the line', { nameOnCard: 'Somebody Else' }, undefined],
  ['the badge and the line', { fullName: 'Another Name' }, BADGE],
  ['nothing', { nameOnCard: 'Somebody Else' }, undefined],
  ['nothing', { licenseId: 'FREE' }, undefined],
  ['no paid plan', { nameOnCard: 'Somebody Else' }, undefined],
];

test.each(ROWS)('a profile that shows %s loses with %j: %j', (holder, change, loss) => {
  expect(badgeLossOf(holders[holder], change)).toEqual(loss);
});

test('the words before a card in another name say what the profile shows with it', () => {
  expect(otherCardWords(ana, LINE)).toBe(
    'The name on this card isn’t your full name, Ana Marković. With it your profile shows “Unverified” instead of “Card name matches”.',
  );
});

const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };

describe('removing the card', () => {
  test('says before and after that the profile turns to “Unverified”', async () => {
    serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
    serve(removePaymentMethod, () => success(removePaymentMethod, {}));
    const { user } = await openScreen(paths.paymentMethod(), { ...ana, nameOnCard: NAME });
    await user.click(await screen.findByRole('button', { name: 'Remove Payment Method' }));
    await screen.findByText(/your profile shows “Unverified” instead of “Card name matches”/);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Visa 4242 is removed. Your profile shows “Unverified” now.');
  });

  test('says nothing about the profile if it shows the same without the card', async () => {
    serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
    const { user } = await openScreen(paths.paymentMethod(), ana);
    await user.click(await screen.findByRole('button', { name: 'Remove Payment Method' }));
    await screen.findByText(
      'Our payment provider deletes it. To pay, you enter or choose one again.',
    );
  });
});

test.each([
  [{ nameOnCard: NAME }, /shows “Unverified” instead of “Card name matches”/],
  [{ verifiedName: NAME, trusted: true }, /“Unverified” instead of the Verified Account Badge/],
])('canceling the plan says what the profile loses (%j)', async (more, words) => {
  await openScreen(paths.cancelSubscription(), { ...ana, ...more });
  await screen.findByText(words);
});

test('canceling the plan says nothing about a badge that the profile does not have', async () => {
  await openScreen(paths.cancelSubscription(), ana);
  await screen.findByRole('button', { name: 'Yes, Cancel My Subscription' });
  await waitFor(() => expect(screen.queryByText(/Badge|Unverified/)).toBeNull());
});
