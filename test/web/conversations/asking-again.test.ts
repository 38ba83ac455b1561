import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewOrder } from '#shared/api/conversations.ts';
import { saveDraft, viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { cents } from '#shared/money.ts';
import type { MessageKind } from '#shared/rules/conversations/message-kinds.ts';
import { paths } from '#web/paths.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* A sender asks the same person again, with one press. docs/product/conversations.md#asking-again */

const WHEN = 'By when do you need to act?';
const GOAL = 'What would you like to happen?';
const PROMPTS = [
  { question: WHEN, required: true },
  { question: GOAL, required: false },
];
const LETTER = `<p>${'How dry is too dry for a violin? '.repeat(5)}</p>`;
const HERS = `<p><small>${WHEN}</small></p><p>On the 30th &amp; not later</p>${LETTER}`;
const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };

/** Numbers the recipients: the app keeps a draft in memory while it is open. */
let people = 0;
/** Ben, to whom Ana writes again. */
let recipientId: string;
beforeEach(() => {
  emptyBrowserStorage();
  people += 1;
  recipientId = `01J000000000000000000BEN${people.toString().padStart(2, '0')}`;
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewDraft, () => success(viewDraft, { data: [] }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
});

type Profile = Partial<typeof bensProfile>;

const serveBen = (profile: Profile = {}) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, {
      data: [{ ...bensProfile, id: recipientId, paidResponsePrice: cents(2_500), ...profile }],
    }),
  );

/** Ana's letter to Ben, which he answered. */
function serveOrder(order: Partial<Conversation> = {}): Conversation {
  const paid = { event: 'PAID', at: NOW, moneyState: 'HELD' } as const;
  const answered = { event: 'ANSWERED', at: NOW, moneyState: 'CHARGED' } as const;
  const asked: Conversation = {
    ...message,
    senderId: ana.id,
    senderName: ana.fullName,
    recipientId,
    recipientName: ben.fullName,
    status: 'OPEN',
    moneyState: 'CHARGED',
    timeline: [paid, answered],
    ...order,
  };
  serve(viewOrder, () => success(viewOrder, { data: [asked] }));
  serve(viewOrderMessages, () =>
    success(viewOrderMessages, {
      data: [written('PAID_RESPONSE', LETTER), written('QUESTION', HERS)],
      pageTotal: 2,
    }),
  );
  return asked;
}

const written = (kind: MessageKind, body: string) => ({
  id: `01J0000000000000000000${kind.slice(0, 4)}`,
  kind,
  senderId: kind === 'QUESTION' ? ana.id : recipientId,
  senderName: 'Somebody',
  senderAvatar: null,
  body,
  dateTimeSent: NOW,
  messageRead: true,
  dateTimeRead: NOW,
});

const again = (order: Conversation) =>
  openScreen(paths.createInbox(recipientId, undefined, order.id), ana);

const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
const answerTo = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

describe('a letter that is asked again', () => {
  test('is empty with the caret in its subject, and has the answers to the questions as last time', async () => {
    serveBen({ prompts: PROMPTS });
    await again(serveOrder());
    expect((await subject()).value).toBe('');
    await waitFor(async () => expect(document.activeElement).toBe(await subject()));
    expect((await answerTo(/^By when/)).value).toBe('On the 30th & not later');
    expect((await answerTo(/^What would/)).value).toBe('');
    expect(screen.getAllByText('as last time')).toHaveLength(1);
    screen.getByText(/^Answered you on/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says which card pays as last time, and that one tap is left', async () => {
    serveBen();
    await again(serveOrder());
    const row = await screen.findByRole('region', { name: 'Payment card' });
    within(row).getByText('Visa 4242');
    within(row).getByText('$25.00, as last time');
    screen.getByText('Next: one tap, $25.00 held until Ben answers.');
  });

  test('is saved with the answers that were taken over, and leads to the payment', async () => {
    serveBen({ prompts: PROMPTS });
    const order = serveOrder();
    const { user, pathname, search } = await again(order);
    serve(saveDraft, ({ input }) =>
      success(saveDraft, {
        data: [
          {
            id: '01J000000000000000000000D1',
            version: 1,
            recipientId,
            messageSubject: String(input.get('messageSubject')),
            messageText: String(input.get('messageText')),
            answers: JSON.parse(String(input.get('answers'))),
            modifiedAt: NOW,
            expiresAt: NOW,
          },
        ],
      }),
    );
    await user.type(await subject(), 'A second winter');
    await user.click(await screen.findByRole('textbox', { name: 'Message' }));
    await user.paste('And what about the cello beside it? '.repeat(4));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await waitFor(() => expect(pathname()).toBe(paths.inboxPayment(recipientId)));
    expect(search()).toContain(`again=${order.id}`);
    expect(JSON.parse(String(callsOf(saveDraft).at(-1)?.input.get('answers')))).toEqual([
      { question: WHEN, text: 'On the 30th & not later' },
    ]);
  });

  test('is saved nowhere before something is written', async () => {
    serveBen({ prompts: PROMPTS });
    await again(serveOrder());
    await answerTo(/^By when/);
    expect(callsOf(saveDraft)).toEqual([]);
    expect(Object.keys(localStorage).filter((key) => key.includes(recipientId))).toEqual([]);
  });

  test('can be paid with another card, which the next screen asks for', async () => {
    serveBen();
    const { user } = await again(serveOrder());
    await user.click(await screen.findByRole('button', { name: 'Change the card' }));
    screen.getByText('Another card');
    screen.getByText('Next: $25.00, held until Ben answers.');
    await user.click(screen.getByRole('button', { name: 'Use Visa 4242' }));
    screen.getByText('$25.00, as last time');
  });

  test('keeps a letter that was begun, with its own answers', async () => {
    serveBen({ prompts: PROMPTS });
    localStorage.setItem(`createInbox_messageSubject:${recipientId}`, 'Begun before');
    localStorage.setItem(`createInbox_messageText:${recipientId}`, LETTER);
    await again(serveOrder());
    expect((await subject()).value).toBe('Begun before');
    expect((await answerTo(/^By when/)).value).toBe('');
    expect(document.activeElement).not.toBe(await subject());
  });

  test('begins like any other if the order before cannot be loaded', async () => {
    serveBen({ prompts: PROMPTS });
    const order = serveOrder();
    serve(viewOrder, () => refusal('NOT_FOUND'));
    await again(order);
    expect((await subject()).value).toBe('');
    expect((await answerTo(/^By when/)).value).toBe('');
    expect(screen.queryByText('as last time')).toBeNull();
  });
});

describe('before a word is written', () => {
  const bought = { name: 'A plan', promise: 'What to do this week', minimumLength: 600 };
  const tier = { ...bought, price: cents(2_500), id: 'a'.repeat(32) };
  const other = { ...tier, name: 'One thing', price: cents(900), id: 'b'.repeat(32) };

  test('a sender is told that the price has changed', async () => {
    serveBen({ paidResponsePrice: cents(3_000) });
    await again(serveOrder());
    const told = await screen.findByRole('alert');
    expect(told.textContent).toMatch(
      /^Ben’s price is now \$30\.00You paid \$25\.00 on .+\. Nothing is held until you submit\.$/,
    );
    const row = screen.getByRole('region', { name: 'Payment card' });
    within(row).getByText('$30.00');
    const form = (await subject()).closest('form');
    expect(form?.textContent?.indexOf('Ben’s price')).toBe(0);
  });

  test('the tier of last time is chosen, also at another price', async () => {
    serveBen({ tiers: [other, { ...tier, price: cents(4_000) }] });
    await again(serveOrder({ tier: bought }));
    const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: /A plan/ });
    expect(chosen.checked).toBe(true);
    await screen.findByText('Ben’s price is now $40.00');
  });

  test('a sender is told that what they bought is no longer offered as it was', async () => {
    serveBen({ tiers: [other, { ...tier, minimumLength: 900 }] });
    await again(serveOrder({ tier: bought }));
    await screen.findByText('What Ben offers has changed');
    const told = screen.getByRole('alert');
    expect(told.textContent).toContain('for “A plan”. Ben no longer offers it as it was');
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.filter(({ checked }) => checked)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Payment card' })).toBeNull();
  });

  test.each([
    ['is paused', { paused: { until: null } }, /^Ben isn’t accepting letters right now\./],
    ['is full', { full: { asked: false } }, /^Ben isn’t taking more letters right now\./],
    ['has no openings left', { remainingThisMonth: 0 }, /^Ben has no openings left this month\./],
    ['is blocked', { blocked: true }, /^You blocked Ben\./],
  ])('a sender is told if the creator %s', async (_, profile, words) => {
    serveBen(profile);
    await again(serveOrder());
    await screen.findByText(words);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('a sender is told if the creator is gone, and led on', async () => {
    const order = serveOrder();
    const { pathname } = await again(order);
    await screen.findByText(/so you can’t ask them again/);
    const link = screen.getByRole('link', { name: 'Find someone else' });
    expect(link.getAttribute('href')).toBe(paths.userSearch());
    expect(pathname()).toBe(paths.createInbox(recipientId));
  });
});

describe('an order offers to ask again', () => {
  const view = (order: Conversation) => openScreen(paths.orderViewer(order.id), ana);

  test('among the next steps of an open conversation, with the price of today', async () => {
    serveBen({ paidResponsePrice: cents(3_000) });
    const order = serveOrder();
    await view(order);
    await screen.findByText('A new letter, $30.00');
    const link = screen.getByRole('link', { name: /^Ask again/ });
    expect(link.getAttribute('href')).toBe(paths.createInbox(recipientId, undefined, order.id));
  });

  test('among the next steps with the reason why the creator takes no letters now', async () => {
    serveBen({ paused: { until: null } });
    await view(serveOrder());
    await screen.findByText('Ben isn’t accepting letters right now.');
  });

  test.each([
    ['closed', { status: 'COMPLETED' }],
    ['expired', { status: 'EXPIRED', moneyState: 'RELEASED' }],
    ['canceled', { status: 'CANCELLED', moneyState: 'RELEASED' }],
  ] as const)('in the bar of a %s conversation', async (_, ended) => {
    serveBen({ paidResponsePrice: cents(600) });
    const order = serveOrder(ended);
    await view(order);
    const link = await screen.findByRole('link', { name: 'Ask again for $6.00' });
    expect(link.getAttribute('href')).toBe(paths.createInbox(recipientId, undefined, order.id));
  });

  test.each([
    ['declined it', { status: 'DECLINED' }],
    ['said that it is not for them', { status: 'REPORTED', reasonCode: 'NOT_ME' }],
    ['chose not to answer', { status: 'REPORTED', reasonCode: 'IGNORE' }],
  ] as const)('not if the creator %s, but leads to someone else', async (_, ended) => {
    serveBen();
    await view(serveOrder({ ...ended, moneyState: 'RELEASED', timeline: [] }));
    const link = await screen.findByRole('link', { name: 'Find someone else' });
    expect(link.getAttribute('href')).toBe(paths.userSearch());
    expect(screen.queryByRole('link', { name: /^Ask again/ })).toBeNull();
  });

  test('without a price while the creator cannot be asked', async () => {
    serve(viewUserProfile, () => refusal('NOT_FOUND'));
    await view(serveOrder({ status: 'COMPLETED' }));
    await screen.findByRole('link', { name: 'Ask again' });
  });

  test('and someone else, whose same questions are answered and whom the same card pays', async () => {
    serveBen();
    const order = serveOrder({ status: 'EXPIRED', moneyState: 'RELEASED', timeline: [] });
    const { user, close } = await view(order);
    await user.click(await screen.findByRole('link', { name: 'Find someone else' }));
    close();
    const other = { id: '01J0000000000000000000000C', fullName: 'Clara Jung' };
    serveBen({ ...other, prompts: PROMPTS, paidResponsePrice: cents(4_000) });
    await openScreen(paths.createInbox(other.id), ana);
    expect((await answerTo(/^By when/)).value).toBe('On the 30th & not later');
    const row = await screen.findByRole('region', { name: 'Payment card' });
    within(row).getByText('$40.00');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
