import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { createInbox } from '#shared/api/conversation-payments.ts';
import { saveDraft, viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { cents } from '#shared/money.ts';
import { REFUSALS, type RefusalCode } from '#shared/refusals.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, message, NOW } from '../screen-fixtures.ts';

/* What the recipient changes while the sender is on the page of the payment. */

const TIER = 'a'.repeat(32);
const tier = {
  id: TIER,
  name: 'In depth',
  price: cents(1_900),
  promise: 'A long answer',
  minimumLength: 600,
};
const QUESTION = { question: 'Which violin is it?', required: true };
const LONG = `<p>${'How dry is dry? '.repeat(9)}</p>`;
const draft = {
  id: '01J0000000000000000000000D',
  version: 1,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText: LONG,
  tier: TIER,
  modifiedAt: NOW,
  expiresAt: NOW,
};
const withTiers = { ...bensProfile, tiers: [tier, { ...tier, id: 'b'.repeat(32) }] } as never;

const serveProfile = (change: object = {}) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, { data: [{ ...(withTiers as typeof bensProfile), ...change }] }),
  );

beforeAll(async () => {
  await import('#web/features/conversations/pages/compose/PromptFields.tsx');
  await import('#web/features/conversations/pages/compose/TierChoice.tsx');
  await import('#web/ui/RichTextSurface.tsx');
});

beforeEach(() => {
  let stored: Record<string, unknown> = draft;
  serveProfile();
  serve(viewDraft, () => success(viewDraft, { data: [stored as typeof draft] }));
  serve(saveDraft, ({ input }) => {
    const answers = JSON.parse(input.get('answers') ?? '[]') as object[];
    stored = { ...stored, version: Number(stored.version) + 1, answers };
    return success(saveDraft, { data: [stored as typeof draft] });
  });
  serve(viewPaymentMethod, () =>
    success(viewPaymentMethod, {
      data: [{ id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' }],
    }),
  );
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
});

const pay = () => screen.findByRole('button', { name: 'Submit Order' });

describe('a question that the recipient adds during the payment', () => {
  test('leads to that question, says that nothing was charged, and keeps the tier and the way on', async () => {
    const { user, pathname, search } = await openScreen(paths.inboxPayment(ben.id, TIER), ana);
    serve(createInbox, () => {
      serveProfile({ prompts: [QUESTION] });
      return refusal('INVALID_INPUT', { answers: 'Nothing was charged.' });
    });
    await user.click(await pay());
    await screen.findByText('Ben asks a new question');
    await screen.findByText(/Nothing was sent or charged, and what you wrote is kept/);
    expect(pathname() + search()).toBe(paths.createInbox(ben.id, TIER));
    const field = await screen.findByRole('textbox', { name: /Which violin is it/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.change(field, { target: { value: 'A Klotz.' } });
    serve(createInbox, () =>
      success(createInbox, { data: [{ ...message, recipientName: ben.fullName }] }),
    );
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await user.click(await pay());
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    expect(callsOf(createInbox)[1]?.input.get('tierId')).toBe(TIER);
  });
});

test('a tier that is removed during the payment leads to the choice, and says that nothing was charged', async () => {
  const { user, pathname } = await openScreen(paths.inboxPayment(ben.id, TIER), ana);
  serve(createInbox, () => refusal('PRICE_CHANGED'));
  await user.click(await pay());
  await screen.findByText(/Nothing was charged/);
  await user.click(screen.getByRole('link', { name: 'Choose again' }));
  await screen.findByText('What Ben offers has changed');
  expect(pathname()).toBe(paths.createInbox(ben.id));
});

test('a tier of a stored draft that is no longer offered leads to the choice, and says so', async () => {
  serveProfile({
    tiers: [
      { ...tier, id: 'b'.repeat(32) },
      { ...tier, id: 'c'.repeat(32) },
    ],
  });
  const { pathname } = await openScreen(paths.inboxPayment(ben.id, TIER), ana);
  await screen.findByText('What Ben offers has changed');
  expect(pathname()).toBe(paths.createInbox(ben.id));
});

test.each<RefusalCode>(['NOT_ACCEPTING', 'FORBIDDEN', 'NOT_FOUND', 'PENDING_INBOX_EXISTS'])(
  'a recipient who takes no letter any more (%s): the payment says that nothing was charged',
  async (code) => {
    serve(createInbox, () => refusal(code));
    const { user } = await openScreen(paths.inboxPayment(ben.id, TIER), ana);
    await user.click(await pay());
    await screen.findByText((words) => words.startsWith(REFUSALS[code].sentence));
    expect(document.body.textContent).toMatch(
      /Nothing was sent or charged, and your draft is kept/,
    );
  },
);

describe('the chosen tier', () => {
  test('is saved with the draft', async () => {
    serve(viewDraft, () => success(viewDraft, { data: [] }));
    const { user } = await openScreen(paths.createInbox(ben.id), ana);
    const [first] = await screen.findAllByRole('radio', { name: /In depth/ });
    await user.click(first as HTMLElement);
    const subject = screen.getByRole('textbox', { name: /Subject/ });
    fireEvent.change(subject, { target: { value: 'Dry winters' } });
    await waitFor(() => expect(callsOf(saveDraft).at(-1)?.input.get('tier')).toBe(TIER));
  });

  test('of a draft is chosen again when the draft is opened without it in the address', async () => {
    await openScreen(paths.createInbox(ben.id), ana);
    const tiers = await screen.findAllByRole('radio', { name: /In depth/ });
    await waitFor(() =>
      expect(tiers.map((one) => (one as HTMLInputElement).checked)).toEqual([true, false]),
    );
  });
});
