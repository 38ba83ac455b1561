import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { createInboxMessage, viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { closeInbox, declineInbox, viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { saveDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { createSupportTicket } from '#shared/api/support.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, type Conversation, message } from '../screen-fixtures.ts';

/* The forms of conversations: behavior that other forms do not have. */

const SHORT = '<p>Too short.</p>';
const LONG = `<p>${'Dear Ben, the paper she meant is the certified copy. '.repeat(5)}</p>`;

const readInbox = (changes: Partial<Conversation> = {}) =>
  serve(viewInbox, () => success(viewInbox, { data: [{ ...message, ...changes }] }));
const said = () => document.getElementById('page')?.textContent ?? '';
const press = (name: string | RegExp) => screen.getByRole('button', { name });

test('a paid answer that is too short has its error at the editor, which gets the focus', async () => {
  readInbox();
  localStorage.setItem(`paidReply_${message.id}`, SHORT);
  const { user } = await openScreen(paths.paidReply(message.id), ana);
  const editor = await screen.findByRole('textbox', { name: /Your answer to Ben/ });
  await user.click(press(/^Send and earn/));
  await screen.findByText('Your reply must be at least 200 characters');
  await waitFor(() => expect(editor.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(editor));
  expect(editor.textContent).toBe('Too short.');
  expect(callsOf(createInboxMessage)).toEqual([]);
});

test('the question whether to close a conversation is gone as soon as it is closed, while its messages load', async () => {
  const answered = { status: 'OPEN', moneyState: 'CHARGED' } as const;
  const messages = () => success(viewInboxMessages, { pageTotal: 0, data: [] });
  readInbox(answered);
  serve(viewInboxMessages, messages);
  const { user } = await openScreen(paths.inboxViewer(message.id), ana);
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close conversation' }));
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  serve(closeInbox, () => {
    readInbox({ ...answered, status: 'COMPLETED' });
    serve(viewInboxMessages, () => arrived.then(messages));
    return success(closeInbox, {});
  });
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Close conversation' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  arrive();
  const notifications = screen.getByRole('region', { name: 'Notifications' });
  await within(notifications).findByText('Conversation closed');
});

test('a paid answer whose response was lost is sent again with its key after a reload', async () => {
  readInbox();
  localStorage.setItem(`paidReply_${message.id}`, LONG);
  localStorage.setItem(`paidReplyDeclaration_${message.id}`, 'SELF');
  serve(createInboxMessage, lost);
  const first = await openScreen(paths.paidReply(message.id), ana);
  await screen.findByRole('textbox', { name: /Your answer to Ben/ });
  await first.user.click(press(/^Send and earn/));
  await screen.findByText(new RegExp(LOST_RESPONSE));
  first.close();
  readInbox({ status: 'OPEN', moneyState: 'CHARGED' });
  await openScreen(paths.paidReply(message.id), ana);
  await waitFor(() => expect(callsOf(createInboxMessage)).toHaveLength(4));
  const [before, , after] = callsOf(createInboxMessage);
  expect(after).toEqual(before);
});

test('a message that was answered on another device keeps the text of its answer and cannot be sent', async () => {
  readInbox();
  localStorage.setItem(`paidReply_${message.id}`, LONG);
  localStorage.setItem(`paidReplyDeclaration_${message.id}`, 'SELF');
  serve(createInboxMessage, () => {
    readInbox({ status: 'OPEN', moneyState: 'CHARGED' });
    return refusal('WRONG_STATUS');
  });
  const { user } = await openScreen(paths.paidReply(message.id), ana);
  const editor = await screen.findByRole('textbox', { name: /Your answer to Ben/ });
  await user.click(press(/^Send and earn/));
  await screen.findByText(/This letter was already answered, here or on another device/);
  expect(editor.textContent).toContain('Dear Ben, the paper she meant');
  expect(screen.queryByRole('button', { name: /^Send and earn/ })).toBeNull();
});

test('a decline whose response was lost can be sent again after a reload, although the message is declined', async () => {
  readInbox();
  serve(declineInbox, lost);
  const first = await openScreen(paths.decline(message.id), ana);
  await first.user.click(await screen.findByRole('button', { name: 'Decline' }));
  await screen.findByText(new RegExp(LOST_RESPONSE));
  first.close();
  readInbox({ status: 'DECLINED', moneyState: 'RELEASED' });
  serve(declineInbox, () => success(declineInbox, {}));
  const { user, pathname } = await openScreen(paths.decline(message.id), ana);
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(pathname()).not.toBe(paths.decline(message.id)));
  const [before, , after] = callsOf(declineInbox);
  expect(after).toEqual(before);
});

describe('a form whose conversation changes its status while somebody writes', () => {
  const TEXT = 'This took me half an hour to write down for you.';
  const gone = { status: 'COMPLETED', claimUntil: null, claim: null } as const;

  test.each([
    ['clarifying question', paths.askFirst(message.id), `askForInformation_${message.id}`, ana],
    [
      'reply to a question',
      paths.giveInformation(message.id),
      `giveInformation_${message.id}`,
      ben,
    ],
    ['decline', paths.decline(message.id), `decline_${message.id}`, ana],
    ['claim', paths.claimAnswer(message.id), `claimAnswer_${message.id}`, ben],
    ['contested claim', paths.contestClaim(message.id), `contest_${message.id}`, ana],
    ['improved answer', paths.improveAnswer(message.id), `improveAnswer_${message.id}`, ana],
  ])(
    'keeps the text of the %s on the screen, and sends nothing',
    async (_, address, key, viewer) => {
      for (const operation of [viewInbox, viewOrder])
        serve(operation, () => success(operation, { data: [{ ...message, ...gone }] }));
      localStorage.setItem(key, viewer === ben || key.startsWith('i') ? `<p>${TEXT}</p>` : TEXT);
      await openScreen(address, viewer);
      await screen.findByText(/Your text is kept here/);
      const boxes = await screen.findAllByRole<HTMLInputElement>('textbox');
      const typed = boxes.map(({ value, textContent }) => `${value ?? ''}${textContent}`).join();
      expect(typed).toContain(TEXT);
      expect(screen.queryByRole('button', { name: /send|decline|contest/i })).toBeNull();
      screen.getByText('Back to the conversation');
    },
  );

  test('gives way to the news if nothing is written', async () => {
    serve(viewOrder, () => success(viewOrder, { data: [{ ...message, ...gone }] }));
    await openScreen(paths.giveInformation(message.id), ben);
    await screen.findByText(/This conversation just changed/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

test('a help ticket that is refused because another one is pending keeps its text and links to that one', async () => {
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(createSupportTicket, () => refusal('PENDING_INBOX_EXISTS'));
  localStorage.setItem('helpTicket_subject', 'My card is refused');
  localStorage.setItem('helpTicket_text', LONG);
  const { user } = await openScreen(paths.helpTicket(), ana);
  const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
  await user.click(press('Send Message'));
  await screen.findByText('One help ticket at a time');
  expect(subject.value).toBe('My card is refused');
  expect(localStorage.getItem('helpTicket_text')).toBe(LONG);
});

test('a sent help ticket clears its draft and opens the outbox', async () => {
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(createSupportTicket, () => success(createSupportTicket, { data: [message] }));
  localStorage.setItem('helpTicket_subject', 'My card is refused');
  localStorage.setItem('helpTicket_text', LONG);
  const { user, pathname } = await openScreen(paths.helpTicket(), ana);
  await screen.findByRole('textbox', { name: 'Subject' });
  await user.click(press('Send Message'));
  await waitFor(() => expect(pathname()).toBe(paths.orders()));
  expect(localStorage.getItem('helpTicket_subject')).toBeNull();
  expect(localStorage.getItem('helpTicket_text')).toBeNull();
});

describe('a new message', () => {
  const [BEN, CARA] = [ben.id, '01J0000000000000000000000C'];
  /** Each test writes to another person: the app keeps a draft in memory while it is open. */
  const open = async (id: string, subject: string) => {
    serve(viewUserProfile, () => success(viewUserProfile, { data: [{ ...bensProfile, id }] }));
    serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
    localStorage.setItem(`createInbox_messageSubject:${id}`, subject);
    localStorage.setItem(`createInbox_messageText:${id}`, LONG);
    const screenOf = await openScreen(paths.createInbox(id), ana);
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
    await screen.findByRole('textbox', { name: 'Message' });
    return { ...screenOf, box };
  };

  test('with a subject that is too short cannot be paid for, and the subject gets the focus', async () => {
    const { user, box, pathname } = await open(BEN, 'Visa');
    await user.click(press('Continue to Payment'));
    await screen.findByText('Subject must be at least 5 characters');
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(pathname()).toBe(paths.createInbox(BEN));
  });

  test('cannot be paid for while its draft cannot be saved', async () => {
    serve(saveDraft, lost);
    const { user, box, pathname } = await open(CARA, 'Refused at the counter');
    await user.click(press('Continue to Payment'));
    await screen.findByText(/We couldn’t save your draft to your account, so you can’t pay yet/);
    expect(box.value).toBe('Refused at the counter');
    expect(pathname()).toBe(paths.createInbox(CARA));
  });
});

describe('the form for a new message', () => {
  const hasNoForm = () => expect(screen.queryByRole('textbox')).toBeNull();

  test('is replaced with a link to the search on one’s own profile', async () => {
    serve(viewUserProfile, () =>
      success(viewUserProfile, { data: [{ ...bensProfile, id: ana.id }] }),
    );
    await openScreen(paths.createInbox(ana.id), ana);
    await screen.findByText('This is your own profile');
    hasNoForm();
    const link = screen.getByRole('link', { name: 'Find someone to ask' });
    expect(link.getAttribute('href')).toBe(paths.userSearch());
  });

  test('is replaced with a link to the pending message, if there is one', async () => {
    const inboxId = message.id;
    serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
    serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: true, inboxId }));
    await openScreen(paths.createInbox(ben.id), ana);
    await screen.findByText('One letter at a time');
    hasNoForm();
    const link = screen.getByRole('link', { name: 'See your pending letter' });
    expect(link.getAttribute('href')).toBe(paths.orderViewer(inboxId));
  });
});

describe('a form that ends a conversation', () => {
  const open = { ...message, status: 'OPEN', moneyState: 'CHARGED' } as const;
  const MONEY = /\$|refunded|sent back|charged|money/i;

  test.each([
    ['cancel', paths.cancel(open.id), paths.orderViewer(open.id), ben],
    ['decline', paths.decline(open.id), paths.inboxViewer(open.id), ana],
    ['report', paths.report(open.id), paths.inboxViewer(open.id), ana],
  ])(
    'offers only the conversation and mentions no money if it is too late to %s',
    async (_, address, conversation, viewer) => {
      serve(viewInbox, () => success(viewInbox, { data: [open] }));
      serve(viewOrder, () => success(viewOrder, { data: [open] }));
      const { user, pathname } = await openScreen(address, viewer);
      await screen.findByText(/This conversation just changed/);
      expect(said()).not.toMatch(MONEY);
      expect(screen.queryByRole('textbox')).toBeNull();
      await user.click(screen.getByRole('link', { name: 'Back to the conversation' }));
      expect(pathname()).toBe(conversation);
    },
  );

  test('says so if the conversation was ended while the form was open, and keeps its draft', async () => {
    readInbox();
    localStorage.setItem(`decline_${message.id}`, 'I only do permits.');
    serve(declineInbox, () => {
      readInbox({ status: 'CANCELLED', moneyState: 'RELEASED' });
      return refusal('WRONG_STATUS');
    });
    const { user } = await openScreen(paths.decline(message.id), ana);
    await screen.findByRole('textbox', { name: /A word to Ben/ });
    await user.click(press('Decline'));
    await screen.findByText(/This conversation just changed/);
    expect(localStorage.getItem(`decline_${message.id}`)).toBe('I only do permits.');
  });
});

test('a missing message offers no retry, and leads back to its list', async () => {
  const { user, pathname } = await openScreen(paths.orderViewer(message.id), ana);
  await screen.findByRole('heading', { name: 'Letter not found' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  const [back] = screen.getAllByRole('link', { name: 'Back' });
  await user.click(back as HTMLElement);
  expect(pathname()).toBe(paths.orders());
});
