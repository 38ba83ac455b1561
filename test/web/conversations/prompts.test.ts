import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { createInbox } from '#shared/api/conversation-payments.ts';
import { saveDraft, viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import type { Prompt, PromptAnswer } from '#shared/rules/conversations/prompts.ts';
import { instant } from '#shared/time.ts';
import { readDeviceDraft } from '#web/features/conversations/drafts/device-draft.ts';
import { paths } from '#web/paths.ts';
import { letters } from '../../support/letters.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile } from '../screen-fixtures.ts';

/* What a sender sees of the recipient's questions. docs/product/profiles.md#prompts */

const TRIED = 'What have you tried already?';
const GOAL = 'What should be different afterwards?';
const PROMPTS = [
  { question: TRIED, required: true },
  { question: GOAL, required: false },
];
const TEXT = `<p>${'How do I keep a violin from cracking? '.repeat(4)}</p>`;

const ask = (prompts: Prompt[]) =>
  serve(viewUserProfile, () => success(viewUserProfile, { data: [{ ...bensProfile, prompts }] }));

/** Counts the drafts, because the page remembers the version that it has seen. */
let drafts = 0;
beforeEach(() => {
  // The device keeps the draft that the test before has changed.
  emptyBrowserStorage();
  drafts += 1;
});

const draft = (answers: PromptAnswer[], messageText = TEXT) => ({
  id: `01J000000000000000000000D${drafts}`,
  version: 2,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText,
  answers,
  modifiedAt: instant(1_000),
  expiresAt: instant(2_000),
});

/** Opens the page on which Ana writes to Ben, with a draft that has these answers. */
function compose(answers: PromptAnswer[], messageText = TEXT) {
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [draft(answers, messageText)] }));
  serve(saveDraft, ({ input }) => {
    const saved = JSON.parse(String(input.get('answers')));
    return success(saveDraft, { data: [{ ...draft(saved), version: 3 }] });
  });
  return openScreen(paths.createInbox(ben.id), ana);
}

const showCard = () =>
  serve(viewPaymentMethod, () =>
    success(viewPaymentMethod, {
      data: [{ id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' }],
    }),
  );

function pay(answers: PromptAnswer[]) {
  showCard();
  serve(viewDraft, () => success(viewDraft, { data: [draft(answers)] }));
  return openScreen(paths.inboxPayment(ben.id), ana);
}

const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const submit = () => screen.getByRole('button', { name: 'Continue to Payment' });

test('a sender answers the questions above the message, and the answers are saved with the draft', async () => {
  ask(PROMPTS);
  const { user } = await compose([{ question: TRIED, text: 'A humidifier' }]);
  expect((await field(/^What have you tried/)).value).toBe('A humidifier');
  await user.click(await field(/^What should be different/));
  await user.paste('Peace');
  const answers = [
    { question: TRIED, text: 'A humidifier' },
    { question: GOAL, text: 'Peace' },
  ];
  expect(readDeviceDraft(ben.id)?.words.answers).toEqual(answers);
  await user.click(submit());
  await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(1));
  expect(JSON.parse(String(callsOf(saveDraft)[0]?.input.get('answers')))).toEqual(answers);
});

test('a missing required answer shows an error at its field', async () => {
  ask(PROMPTS);
  const { user } = await compose([]);
  const tried = await field(/^What have you tried/);
  await user.click(submit());
  await screen.findByText('Please answer this question');
  expect(tried.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(tried));
  expect((await field(/^What should be different/)).getAttribute('aria-invalid')).toBeNull();
  expect(callsOf(saveDraft)).toEqual([]);
  await user.paste('Nothing');
  expect(screen.queryByText('Please answer this question')).toBeNull();
});

test('an answer to a question that is no longer asked is kept until the sender removes it', async () => {
  ask([PROMPTS[1] as Prompt]);
  const { user } = await compose([{ question: TRIED, text: 'A humidifier' }]);
  await screen.findByText('A humidifier');
  await screen.findByText(/no longer asks this/);
  await user.click(screen.getByRole('button', { name: 'Remove these answers' }));
  expect(screen.queryByText('A humidifier')).toBeNull();
});

test('answers that are long enough need no message', async () => {
  ask(PROMPTS);
  showCard();
  const { user } = await compose([{ question: TRIED, text: letters(100) }], '');
  await field(/^What have you tried/);
  await user.click(submit());
  await screen.findByRole('heading', { name: 'Confirm Payment' });
});

test('the payment sends an answer to each question, and none to others', async () => {
  ask(PROMPTS);
  serve(createInbox, () => refusal('PENDING_INBOX_EXISTS'));
  const { user } = await pay([
    { question: TRIED, text: 'A humidifier' },
    { question: 'Why me?', text: 'You know' },
  ]);
  await screen.findByText(/What have you tried already\? A humidifier How do I keep/);
  await user.click(await screen.findByRole('button', { name: 'Submit Order' }));
  await waitFor(() => expect(callsOf(createInbox)).toHaveLength(1));
  expect(JSON.parse(String(callsOf(createInbox)[0]?.input.get('answers')))).toEqual([
    { question: TRIED, text: 'A humidifier' },
    { question: GOAL, text: '' },
  ]);
});

test('an order whose questions have changed is refused with an explanation, and the message can be edited', async () => {
  ask(PROMPTS);
  const sentence = 'The questions to answer were changed in the meantime.';
  serve(createInbox, () => {
    ask([{ question: 'Why me?', required: false }]);
    return refusal('INVALID_INPUT', { answers: sentence });
  });
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  const { user } = await pay([{ question: TRIED, text: 'A humidifier' }]);
  await user.click(await screen.findByRole('button', { name: 'Submit Order' }));
  await screen.findByText(`Error processing order. ${sentence}`);
  await user.click(screen.getByRole('link', { name: 'Change the letter' }));
  await field(/^Why me/);
  await screen.findByText('A humidifier');
});

test('the payment page leads back to the message while a required answer is missing', async () => {
  ask(PROMPTS);
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  await pay([{ question: GOAL, text: 'Peace' }]);
  expect((await field(/^What should be different/)).value).toBe('Peace');
});
