import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewDeskConversation } from '#shared/api/desk.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { answered, type DeskConversation, dana } from './desk-fixtures.ts';

/* The screen on which the payment of a reported letter is decided. docs/product/desk.md#choices */

async function openReview(more: Partial<DeskConversation>) {
  const review = { ...answered, inReview: true, status: 'REPORTED' } as const;
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, { data: [{ ...review, ...more }] }),
  );
  const { user } = await openScreen(paths.deskConversation(answered.id), dana);
  await screen.findByRole('button', { name: /^Decide this review/ });
  return user;
}

test('a review asks about the part of the price that is still there to refund', async () => {
  const refused = { REFUND: 'A dispute about this payment is open.' };
  const user = await openReview({ givenBack: cents(1_000), refused });
  screen.getByRole('heading', { level: 1, name: 'Does Ana get $15.00 back?' });
  const refund = screen.getByRole<HTMLInputElement>('radio', { name: /^Refund \$15\.00 to Ana/ });
  expect(refund.disabled).toBe(true);
  await user.click(screen.getByRole('radio', { name: /^Keep the payment/ }));
  expect(screen.queryByText(/\$25\.00 (to|back)/)).toBeNull();
});

test('a review asks about all of the price while a bank has taken it', async () => {
  await openReview({ givenBack: answered.price, dispute: 'OPEN' });
  screen.getByRole('heading', { level: 1, name: 'Does Ana get $25.00 back?' });
});

test('a review whose payment is whole asks about all of its price', async () => {
  const user = await openReview({});
  screen.getByRole('heading', { level: 1, name: 'Does Ana get $25.00 back?' });
  await user.click(screen.getByRole('radio', { name: /^Refund \$25\.00 to Ana/ }));
  screen.getByRole('button', { name: /^Refund \$25\.00 to Ana/ });
});
