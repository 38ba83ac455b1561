import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import {
  refundConversation,
  refundConversationPart,
  viewDeskConversation,
} from '#shared/api/desk.ts';
import { cents } from '#shared/money.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { answered, type DeskConversation, dana } from './desk-fixtures.ts';

/* The form of a refund, in full or in part. docs/product/desk.md#refunds */

const REASON = 'Half of it was answered.';

const serveConversation = (more: Partial<DeskConversation> = {}) =>
  serve(viewDeskConversation, () =>
    success(viewDeskConversation, { data: [{ ...answered, ...more }] }),
  );

async function openForm(more: Partial<DeskConversation> = {}) {
  serveConversation(more);
  const { user } = await openScreen(paths.deskConversation(answered.id), dana);
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
  const choose = (name: RegExp) => user.click(screen.getByRole('radio', { name }));
  const refund = () => user.click(screen.getByRole('button', { name: 'Refund' }));
  const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  return { user, reason, choose, refund, amount };
}

const done = (message: string) => ({ data: [{ message, caseId: null }] });

test('a part is sent with its amount, what was given back before, and the reason', async () => {
  const { user, reason, choose, refund, amount } = await openForm({ givenBack: cents(500) });
  serve(refundConversationPart, () =>
    success(refundConversationPart, done('$10.00 is refunded to the sender.')),
  );
  await choose(/^A part/);
  expect(screen.queryByRole('radiogroup', { name: 'Who pays for the refund' })).toBeNull();
  await user.type(amount(), '10');
  await user.type(reason, REASON);
  await refund();
  await screen.findByText('$10.00 is refunded to the sender.');
  const [sent] = callsOf(refundConversationPart);
  expect(Object.fromEntries(sent?.input ?? [])).toEqual({
    conversationId: answered.id,
    amount: '10',
    givenBack: '5',
    reason: REASON,
  });
});

test('the form says above which amount a second person decides', async () => {
  await openForm({ refundAlone: cents(7_500) });
  await screen.findByText('Above $75.00 a second person decides first.');
});

const PROPOSAL = /^This becomes a proposal, because it moves more than \$50\.00/;
const ABOVE: readonly (readonly [string, Partial<DeskConversation>, string])[] = [
  ['by itself', { price: cents(9_000) }, '60'],
  ['with what was given back before', { price: cents(9_000), givenBack: cents(4_500) }, '10'],
  ['with what staff moved today', { movedToday: cents(4_500) }, '10'],
];

test.each(ABOVE)(
  'a part that is above the limit %s is announced as a proposal whose reason only staff read',
  async (_, more, typed) => {
    const { user, choose, amount } = await openForm(more);
    await choose(/^A part/);
    await user.type(amount(), typed.charAt(0));
    screen.getByText('The sender and the recipient read it.');
    screen.getByRole('button', { name: 'Refund' });
    await user.type(amount(), typed.slice(1));
    const words = screen.getByText(PROPOSAL).textContent;
    expect(words).toMatch(/no one is notified/);
    expect(words?.includes('with the $45.00 of today')).toBe(more.movedToday !== undefined);
    screen.getByRole('button', { name: 'Propose it' });
    expect(screen.queryByText('The sender and the recipient read it.')).toBeNull();
  },
);

test('a refund in full that is above the limit with what staff moved today is announced as a proposal', async () => {
  const { choose } = await openForm({ movedToday: cents(3_000) });
  await choose(/^In full/);
  screen.getByText(PROPOSAL);
  screen.getByRole('button', { name: 'Propose it' });
});

test('a refund in full after a part is announced as a proposal with what was given back before', async () => {
  const { choose, user, amount } = await openForm({ price: cents(9_000), givenBack: cents(4_500) });
  const words = /it moves more than \$50\.00, with the \$45\.00 that was given back before\./;
  await choose(/^In full/);
  screen.getByText(words);
  await choose(/^A part/);
  await user.type(amount(), '10');
  screen.getByText(words);
});

test('a refund of the rest of a message that is not above the limit is no proposal, also on the day of its first part', async () => {
  const part = cents(2_000);
  const { choose } = await openForm({ price: cents(4_000), givenBack: part, movedToday: part });
  await choose(/^In full/);
  expect(screen.queryByText(PROPOSAL)).toBeNull();
  screen.getByRole('button', { name: 'Refund' });
});

test('a review above the limit is announced as a proposal', async () => {
  serveConversation({ price: cents(9_000), inReview: true, status: 'REPORTED' } as never);
  await openScreen(paths.deskConversation(answered.id), dana);
  await screen.findByText(PROPOSAL);
});

test('a choice that the rules refuse now cannot be chosen, and says why', async () => {
  const refused = { recipient: 'They do not have that much.' };
  const { choose } = await openForm({ refused });
  await choose(/^In full/);
  screen.getByText('Not possible now: They do not have that much.');
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: /^The recipient/ });
  expect(radio.disabled).toBe(true);
  expect(screen.queryByText('The earning is taken back.')).toBeNull();
});

test('a refund in full asks who bears it, and for no amount', async () => {
  const { user, reason, choose, refund } = await openForm();
  serve(refundConversation, () => success(refundConversation, done('The sender is refunded.')));
  await choose(/^In full/);
  expect(screen.queryByRole('textbox', { name: /^Amount/ })).toBeNull();
  await choose(/^The platform/);
  await user.type(reason, REASON);
  await refund();
  await screen.findByText('The sender is refunded.');
  expect(callsOf(refundConversationPart)).toEqual([]);
});

test('a message that nobody answered is refunded without the question who bears it', async () => {
  const { user, reason, refund } = await openForm({
    status: 'PENDING',
    moneyState: 'HELD',
    netEarnings: null,
  });
  serve(refundConversation, () => success(refundConversation, done('The sender is refunded.')));
  expect(screen.queryByRole('radiogroup', { name: 'Who pays for the refund' })).toBeNull();
  await user.type(reason, REASON);
  await refund();
  await screen.findByText('The sender is refunded.');
  expect(callsOf(refundConversation)[0]?.input.get('bearer')).toBe('platform');
});

test('after a lost response to a refund in full the reason stays, as one that may have been sent', async () => {
  const { user, reason, choose, refund } = await openForm();
  serve(refundConversation, () => {
    serveConversation({ moneyState: 'REFUNDED', givenBack: answered.price });
    return lost();
  });
  await choose(/^In full/);
  await choose(/^The platform/);
  await user.type(reason, REASON);
  await refund();
  await screen.findByText('Your reason, which may have been sent');
  await user.click(screen.getByRole('button', { name: 'Delete it' }));
  expect(screen.queryByText(REASON)).toBeNull();
  expect(localStorage.getItem(`idempotencyKey_desk_refund_${answered.id}`)).toBeNull();
});

test('a refund that is not possible now is not offered: the reason stands in its place', async () => {
  const obstacle =
    'The sender made a claim about this answer. Wait until it ends, or is contested and decided.';
  localStorage.setItem(`desk_refund_${answered.id}`, REASON);
  serveConversation({ refundObstacle: obstacle });
  await openScreen(paths.deskConversation(answered.id), dana);
  await screen.findByText(obstacle);
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  screen.getByText(REASON);
});

test('a refund that waits for a second person is not offered: the reason links to its case', async () => {
  const refundObstacle = 'Sam has proposed this refund already. You can decide it.';
  serveConversation({ refundObstacle, refundCaseId: answered.id });
  await openScreen(paths.deskConversation(answered.id), dana);
  await screen.findByText(refundObstacle, { exact: false });
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the proposal' });
  expect(link.pathname).toBe(paths.deskCase(answered.id));
});

test('after a decision about a proposed refund the form says that it cannot be proposed again', async () => {
  await openForm({ refundCaseId: answered.id });
  screen.getByText(/can’t be proposed again/);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the decision' });
  expect(link.pathname).toBe(paths.deskCase(answered.id));
});

test.each([
  ['nothing', '', 'Please enter an amount of dollars, such as 10.00'],
  ['a single dot', '.', 'Please enter an amount of dollars, such as 10.00'],
  ['zero', '0.00', 'Please enter more than $0.00'],
  ['all that is left', '20', 'Please enter less than the $20.00 that’s left, or refund in full'],
])('an amount of %s has its error at the field, and is not sent', async (_, typed, error) => {
  const { user, reason, choose, refund, amount } = await openForm({ givenBack: cents(500) });
  await choose(/^A part/);
  if (typed) await user.type(amount(), typed);
  await user.type(reason, REASON);
  await refund();
  await screen.findByText(error);
  await waitFor(() => expect(document.activeElement).toBe(amount()));
  expect(amount().value).toBe(typed);
  expect(callsOf(refundConversationPart)).toEqual([]);
});

test('after a lost response the same part is sent again, although the screen shows it as given back', async () => {
  const { user, reason, choose, refund, amount } = await openForm();
  serve(refundConversationPart, () => {
    serveConversation({ givenBack: cents(1_000) });
    return lost();
  });
  await choose(/^A part/);
  await user.type(amount(), '10');
  await user.type(reason, REASON);
  await refund();
  await screen.findByText('Less than the $15.00 that’s left.');
  serve(refundConversationPart, () =>
    success(refundConversationPart, done('$10.00 is refunded to the sender.')),
  );
  await refund();
  await screen.findByText('$10.00 is refunded to the sender.');
  expect(callsOf(refundConversationPart).map(({ input }) => input.get('givenBack'))).toEqual([
    '0',
    '0',
    '0',
  ]);
});

test('after a refusal because something was given back meanwhile, the next part counts that', async () => {
  const { user, reason, choose, refund, amount } = await openForm();
  serve(refundConversationPart, () => {
    serveConversation({ givenBack: cents(1_000) });
    const message = '$10.00 is already refunded. Please look at it again.';
    return Response.json(
      { status: 'WRONG_STATUS', message },
      { status: REFUSALS.WRONG_STATUS.http },
    );
  });
  await choose(/^A part/);
  await user.type(amount(), '4');
  await user.type(reason, REASON);
  await refund();
  await screen.findByText('Less than the $15.00 that’s left.');
  serve(refundConversationPart, () =>
    success(refundConversationPart, done('$4.00 is refunded to the sender.')),
  );
  await refund();
  await screen.findByText('$4.00 is refunded to the sender.');
  expect(callsOf(refundConversationPart).at(-1)?.input.get('givenBack')).toBe('10');
});

const WITHOUT_PARTS: readonly (readonly [string, Partial<DeskConversation>])[] = [
  ['without an answer', { status: 'PENDING', moneyState: 'HELD', netEarnings: null }],
  ['in a dispute', { dispute: 'OPEN' }],
];

test.each(WITHOUT_PARTS)('a message %s can only be refunded in full', async (_, more) => {
  await openForm(more);
  await screen.findByRole('heading', { name: 'Refund the sender in full' });
  expect(screen.queryByRole('radio', { name: /^A part/ })).toBeNull();
});
