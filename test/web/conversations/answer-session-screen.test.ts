import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react/pure';
import { askForInformation } from '#shared/api/clarifications.ts';
import { viewInboxList } from '#shared/api/conversation-lists.ts';
import { createInboxMessage, viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { declineInbox, viewInbox } from '#shared/api/conversations.ts';
import { later } from '#shared/time.ts';
import type { InboxRow, Message } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, inboxRow, message, NOW } from '../screen-fixtures.ts';

/* The answer session. docs/product/conversations.md#answer-session */

const LONG = `<p>${'Dear Ben, the paper she meant is the certified copy. '.repeat(5)}</p>`;

/** A pending row; the higher the number, the later its deadline. */
const waiting = (nth: number): InboxRow => ({
  ...inboxRow(nth),
  deadlineAt: later(NOW, nth * 86_400_000),
});

const question = (id: string): Message => ({
  id: `${id}Q`,
  kind: 'QUESTION',
  body: `<p>The words of ${id}</p>`,
  senderId: ben.id,
  senderName: ben.fullName,
  senderAvatar: null,
  dateTimeSent: NOW,
  messageRead: true,
  dateTimeRead: NOW,
});

let rows: readonly InboxRow[];

// The forms load when they are opened, and compiling them takes longer than a test waits.
beforeAll(async () => {
  await import('#web/features/conversations/pages/answer/AnswerPanel.tsx');
  await import('#web/features/conversations/pages/inbox/AfterAnswer.tsx');
  await import('#web/ui/RichTextSurface.tsx');
});

beforeEach(() => {
  rows = [waiting(3), waiting(1), waiting(2)];
  sessionStorage.clear();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  serve(viewInboxList, () =>
    success(viewInboxList, { data: [...rows], pageTotal: rows.length } as never),
  );
  serve(viewInbox, ({ input }) => {
    const { subject = '', deadlineAt = NOW } = rows.find(({ id }) => id === input.get('id')) ?? {};
    const id = input.get('id') ?? '';
    return success(viewInbox, { data: [{ ...message, id, subject, deadlineAt }] });
  });
  serve(viewInboxMessages, ({ input }) =>
    success(viewInboxMessages, { data: [question(input.get('inboxId') ?? '')], pageTotal: 1 }),
  );
});

const subject = (nth: number) =>
  screen.findByRole('heading', { level: 2, name: `Question ${nth}` });
const press = (name: string | RegExp) => screen.getByRole('button', { name });
const said = () => document.getElementById('page')?.textContent ?? '';

type User = Awaited<ReturnType<typeof openScreen>>['user'];

/** Chooses from the menu of the session. */
async function choose(user: User, name: string) {
  await user.click(press('More'));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function open() {
  const opened = await openScreen(paths.answer(), ana);
  await subject(1);
  return opened;
}

/** Answers the shown message with a draft that is stored on the device. */
async function answer(user: Awaited<ReturnType<typeof open>>['user'], nth: number) {
  localStorage.setItem(`paidReply_${inboxRow(nth).id}`, LONG);
  localStorage.setItem(`paidReplyDeclaration_${inboxRow(nth).id}`, 'SELF');
  await user.click(press(/^Answer and earn/));
  await user.click(await screen.findByRole('button', { name: /^Send and earn/ }));
}

describe('the answer session', () => {
  test('shows the letter with the nearest deadline, its price and what waits', async () => {
    await open();
    expect(said()).toContain(`The words of ${inboxRow(1).id}`);
    expect(said()).toContain('1 of 3');
    expect(said()).toContain('Earned in this session $0.00 · $66.00 still waiting');
    expect(said()).toMatch(/Ben · due .+ · you earn \$22\.00/);
    screen.getByRole('img', { name: /^Postmark: paid on/ });
  });

  test('says that nothing waits if nothing does', async () => {
    rows = [];
    await openScreen(paths.answer(), ana);
    await screen.findByText('Nothing waits for your answer');
    screen.getByRole('link', { name: 'Go to Home' });
  });

  test('leaves out messages that are paused and the viewer’s own', async () => {
    rows = [
      { ...waiting(1), status: 'NEEDS_INFO' },
      { ...waiting(2), senderId: ana.id, recipientId: ben.id },
    ];
    await openScreen(paths.answer(), ana);
    await screen.findByText('Nothing waits for your answer');
  });

  test('loads all pages before it begins, because the nearest deadline may be on the last one', async () => {
    serve(viewInboxList, ({ input }) =>
      input.get('cursor') === 'more'
        ? success(viewInboxList, { data: [waiting(1)], pageTotal: 2 } as never)
        : success(viewInboxList, { data: [waiting(2)], pageTotal: 2, cursor: 'more' } as never),
    );
    await open();
    expect(said()).toContain('1 of 2');
  });

  test('sends an answer, adds it to the total and focuses the next letter', async () => {
    serve(createInboxMessage, () =>
      success(createInboxMessage, { data: [{ ...question('x'), kind: 'PAID_RESPONSE' }] }),
    );
    const { user } = await open();
    await answer(user, 1);
    const next = await subject(2);
    expect(said()).toContain('2 of 3');
    expect(said()).toContain('Earned in this session $22.00 · $44.00 still waiting');
    await waitFor(() => expect(document.activeElement).toBe(next));
    expect(callsOf(createInboxMessage)[0]?.input.get('inboxId')).toBe(inboxRow(1).id);
  });

  test('keeps the text of a refused answer and shows the reason', async () => {
    serve(createInboxMessage, () => refusal('TOO_MANY_REQUESTS'));
    const { user } = await open();
    await answer(user, 1);
    await screen.findByRole('alert');
    expect(screen.getByRole('textbox', { name: /Your answer to Ben/ }).textContent).toContain(
      'Dear Ben',
    );
    expect(localStorage.getItem(`paidReply_${inboxRow(1).id}`)).toBe(LONG);
  });

  test('sends a clarifying question, and shows the next message', async () => {
    localStorage.setItem(
      `askForInformation_${inboxRow(1).id}`,
      `<p>${'Which date is it? '.repeat(3)}</p>`,
    );
    serve(askForInformation, () => success(askForInformation, { data: [question('x')] } as never));
    const { user } = await open();
    await choose(user, 'Ask one question first');
    await user.click(await screen.findByRole('button', { name: 'Send the question' }));
    await subject(2);
    expect(callsOf(askForInformation)).toHaveLength(1);
    expect(said()).toContain('Earned in this session $0.00 · $44.00 still waiting');
  });

  test('says at its end that a question was asked, and not that everything is answered', async () => {
    rows = [waiting(1)];
    localStorage.setItem(
      `askForInformation_${inboxRow(1).id}`,
      `<p>${'Which date is it? '.repeat(3)}</p>`,
    );
    serve(askForInformation, () => success(askForInformation, { data: [question('x')] } as never));
    const { user } = await open();
    await choose(user, 'Ask one question first');
    await user.click(await screen.findByRole('button', { name: 'Send the question' }));
    await screen.findByText(/You asked one question\. That letter comes back here/);
    expect(said()).not.toContain('answered');
  });

  test('says where the money goes before a message is declined with a note', async () => {
    serve(declineInbox, () => success(declineInbox, { data: [] } as never));
    const { user } = await open();
    await choose(user, 'Decline kindly');
    await screen.findByText(/We release the hold on Ben’s \$25\.00: they’re never charged/);
    await user.type(screen.getByRole('textbox', { name: /A word to Ben/ }), 'Sorry');
    await user.click(press('Decline'));
    await subject(2);
    expect(callsOf(declineInbox)[0]?.input.get('note')).toBe('Sorry');
  });

  test('offers the messages that were left for later at the end', async () => {
    rows = [waiting(1), waiting(2)];
    const { user } = await open();
    await user.click(press('Later'));
    await subject(2);
    await user.click(press('Later'));
    await subject(1);
  });

  test('names at its end the claim that waits for the recipient, with the way to it', async () => {
    rows = [waiting(1), { ...inboxRow(2), status: 'OPEN', claimState: 'OPEN' }];
    const { user } = await open();
    await user.click(press('Later'));
    const link = await screen.findByRole('link', { name: 'See the claim' });
    expect(link.getAttribute('href')).toBe(paths.inboxViewer(inboxRow(2).id));
    expect(said()).toMatch(/Ben made a claim about your answer/);
  });

  test('ends when its only message is left for later, and can be resumed', async () => {
    rows = [waiting(1)];
    const { user } = await open();
    await user.click(press('Later'));
    await screen.findByText('You’re done for now');
    await screen.findByText(/1 letter is still waiting\. The next answer is due/);
    await user.click(press('Continue'));
    await subject(1);
  });

  test('shows a message that was canceled meanwhile without actions, with a button to the next one', async () => {
    serve(viewInbox, ({ input }) => {
      const id = input.get('id') ?? '';
      const nth = Number(id.at(-1));
      const status = nth === 1 ? 'CANCELLED' : 'PENDING';
      return success(viewInbox, { data: [{ ...message, id, status, subject: `Question ${nth}` }] });
    });
    const { user } = await open();
    await screen.findByText(/The sender canceled this letter/);
    expect(screen.queryByRole('button', { name: /^Answer/ })).toBeNull();
    await user.click(press('Go on'));
    await subject(2);
  });

  test('keeps its order and total over a reload', async () => {
    serve(createInboxMessage, () =>
      success(createInboxMessage, { data: [{ ...question('x'), kind: 'PAID_RESPONSE' }] }),
    );
    const first = await open();
    await answer(first.user, 1);
    await subject(2);
    await first.user.click(press('Later'));
    await subject(3);
    first.close();
    rows = [waiting(2), waiting(3)];
    const { user } = await openScreen(paths.answer(), ana);
    await subject(3);
    expect(said()).toContain('Earned in this session $22.00 · $44.00 still waiting');
    await user.click(press('Later'));
    await subject(2);
  });
});

test('the end of the session has the focus after the last answer, with what it earned', async () => {
  serve(createInboxMessage, () =>
    success(createInboxMessage, { data: [{ ...question('x'), kind: 'PAID_RESPONSE' }] }),
  );
  rows = [waiting(1)];
  const { user } = await open();
  await answer(user, 1);
  const end = await screen.findByRole('heading', {
    name: 'Nothing waits for your answer',
    description: /Earned in this session \$22\.00/,
  });
  await waitFor(() => expect(document.activeElement).toBe(end));
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await waitFor(() => expect(spoken()).toContain('Sent. Earned in this session: $22.00'));
});

describe('the keyboard shortcuts of the answer session', () => {
  const key = (name: string) => act(async () => fireEvent.keyDown(document.body, { key: name }));

  test.each([
    ['a', /^Send and earn/],
    ['q', 'Send the question'],
    ['d', 'Decline'],
  ])('open the form of %s, and Escape closes it', async (name, submit) => {
    await open();
    await key(name);
    await screen.findByRole('button', { name: submit });
    await key('Escape');
    await screen.findByRole('button', { name: /^Answer and earn/ });
  });

  test('show the next and the previous message, and leave one for later', async () => {
    await open();
    await key('j');
    await subject(2);
    await key('k');
    await subject(1);
    await key('l');
    await subject(2);
    expect(said()).toContain('1 of 3');
  });

  test('do nothing while somebody types', async () => {
    const { user } = await open();
    await key('d');
    const note = await screen.findByRole('textbox', { name: /A word to Ben/ });
    await user.type(note, 'a quick jest, all ok?');
    expect((note as HTMLTextAreaElement).value).toBe('a quick jest, all ok?');
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByRole('button', { name: 'Decline' });
  });

  test('send the form with Ctrl + Enter from its field', async () => {
    serve(declineInbox, () => success(declineInbox, { data: [] } as never));
    const { user } = await open();
    await key('d');
    await user.type(await screen.findByRole('textbox', { name: /A word to Ben/ }), 'Sorry');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await subject(2);
    expect(callsOf(declineInbox)).toHaveLength(1);
  });

  test('are shown by a question mark and can be switched off', async () => {
    const { user } = await open();
    await key('?');
    await user.click(await screen.findByRole('switch', { name: 'Single keys' }));
    await user.click(press('Close'));
    await key('j');
    await subject(1);
    expect(said()).toContain('1 of 3');
  });
});
