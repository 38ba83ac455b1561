import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { createInbox } from '#shared/api/conversation-payments.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, NOW } from '../screen-fixtures.ts';

/* The notices of the payment screen when nothing was sent. The button that was pressed is at the bottom of a page longer than a phone. */

const draft = {
  id: '01J0000000000000000000000D',
  version: 1,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
  modifiedAt: NOW,
  expiresAt: NOW,
};
const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };

/** Presses the button that pays, which is refused; returns what was scrolled into view. */
async function payRefused(status: RefusalCode, details = {}) {
  serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
  serve(viewDraft, () => success(viewDraft, { data: [draft] }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
  const { http, sentence: message } = REFUSALS[status];
  serve(createInbox, () => Response.json({ status, message, ...details }, { status: http }));
  const { user } = await openScreen(paths.inboxPayment(ben.id), ana);
  // Without the calls that earlier files of this worker made.
  const { mock } = jest.spyOn(Element.prototype, 'scrollIntoView').mockClear();
  await user.click(await screen.findByRole('button', { name: 'Submit Order' }));
  return { user, shown: () => mock.contexts as Element[] };
}

test.each<readonly [string, RefusalCode, object, RegExp]>([
  ['a new price', 'PRICE_CHANGED', { price: '6.00' }, /^The price is now \$6\.00/],
  ['a draft that was changed elsewhere', 'DRAFT_CHANGED', {}, /^Your draft was changed elsewhere/],
  ['a recipient who takes no messages', 'NOT_ACCEPTING', {}, /^Error processing order$/],
  ['a declined card', 'CARD_DECLINED', {}, /^Error processing order: the card wasn’t accepted/],
])('%s is scrolled to, so that nobody presses the button again unaware', async (...row) => {
  const [, status, details, words] = row;
  const { shown } = await payRefused(status, details);
  const notice = (await screen.findByText(words)).closest('[role=alert]');
  // The page scrolls after it has painted the notice.
  await waitFor(() => expect(shown().some((scrolledTo) => scrolledTo.contains(notice))).toBe(true));
});

test('the page stays where the sender scrolls to after a declined card', async () => {
  const { user, shown } = await payRefused('CARD_DECLINED');
  await screen.findByText('Error processing order: the card wasn’t accepted');
  await user.click(await screen.findByRole('button', { name: /^Use Visa/ }));
  expect(shown()).toHaveLength(1);
});
