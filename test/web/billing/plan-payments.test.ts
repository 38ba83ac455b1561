import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewPlanPayments } from '#shared/api/plan-payments.ts';
import { cents } from '#shared/money.ts';
import { fromIso } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The screen of what was paid for plans. docs/product/billing.md#payments-of-plans */

const payment = {
  id: 'in_1',
  description: 'ReplyPaid Starter',
  amount: cents(999),
  returned: cents(0),
  at: fromIso('2026-11-25T12:00:00.000Z'),
  from: fromIso('2026-11-25T12:00:00.000Z'),
  to: fromIso('2026-12-25T12:00:00.000Z'),
  status: 'PAID' as const,
  receiptUrl: null,
};

test('each payment shows its amount, period, status and receipt', async () => {
  const receiptUrl = 'https://invoice.stripe.com/i/1';
  serve(viewPlanPayments, () =>
    success(viewPlanPayments, {
      data: [
        { ...payment, receiptUrl },
        { ...payment, id: 'in_2', returned: cents(100) },
        { ...payment, id: 'in_3', returned: cents(999) },
        { ...payment, id: 'in_4', status: 'OPEN' },
        { ...payment, id: 'in_5', status: 'CANCELLED' },
      ],
    }),
  );
  await openScreen(paths.planPayments(), ana);
  const list = await screen.findByRole('list', { name: 'Payments' });
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts[0]).toContain('$9.99Paid on Nov 25, 2026');
  expect(texts[0]).toContain('Nov 25, 2026 to Dec 25, 2026');
  expect(texts[1]).toContain('$1.00 given back');
  expect(texts[2]).toContain('Given back');
  expect(texts[3]).toContain('Not paid yet');
  expect(texts[4]).toContain('Canceled, not charged');
  const [receipt] = within(list).getAllByRole('link');
  expect(receipt?.getAttribute('href')).toBe(receiptUrl);
});

test('a person who never paid is told so', async () => {
  serve(viewPlanPayments, () => success(viewPlanPayments, { data: [] }));
  await openScreen(paths.planPayments(), ana);
  await screen.findByText('You haven’t paid for a plan.');
});
