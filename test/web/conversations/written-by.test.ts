import { createHash, webcrypto } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import {
  createInboxMessage,
  viewInboxMessages,
  viewOrderMessages,
} from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { viewPasskeys } from '#shared/api/passkeys.ts';
import { signAnswer, viewVerification } from '#shared/api/verifications.ts';
import { ZERO } from '#shared/money.ts';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import { hashedText, textOfHtml } from '#shared/rules/conversations/answer-statement.ts';
import {
  countInput,
  NOTHING_WRITTEN,
  storedWriting,
} from '#shared/rules/conversations/writing-counts.ts';
import { SIGNING_TIME } from '#shared/rules/conversations/written-by.ts';
import { later } from '#shared/time.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import { countWords, writtenByWords } from '#web/features/letters/written-by-words.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, message, NOW } from '../screen-fixtures.ts';

/* Who wrote an answer: in its form, on the letter, and on the page that checks it. */

const LONG = `<p>${'Dear Ben, the paper she meant is the certified copy. '.repeat(5)}</p>`;
const KEY = message.id;
const PAGE = '01J0000000000000000000000V';
const MISSING = 'Please say who wrote this answer';

const WRITING = storedWriting(
  [
    { inputType: 'insertText', inserted: 60, removed: 0, at: NOW },
    { inputType: 'insertFromPaste', inserted: 80, removed: 0, at: NOW },
  ].reduce(countInput, NOTHING_WRITTEN),
);

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const send = () => screen.getByRole('button', { name: /^Send/ });

describe('the form of a paid answer', () => {
  const open = async (changes = {}) => {
    serve(viewInbox, () => success(viewInbox, { data: [{ ...message, ...changes }] }));
    serve(createInboxMessage, () => success(createInboxMessage, { data: [answerOf(null)] }));
    localStorage.setItem(`paidReply_${KEY}`, LONG);
    const opened = await openScreen(paths.paidReply(message.id), ana);
    await screen.findByRole('textbox', { name: /Your answer to Ben/ });
    return opened;
  };

  test('is not sent before the author says who wrote it, and nothing is chosen at first', async () => {
    const { user } = await open();
    const chosen = screen
      .getAllByRole<HTMLInputElement>('radio', { hidden: true })
      .filter(({ checked }) => checked);
    expect(chosen).toEqual([
      screen.getByRole('radio', { name: /Allow user to respond/, hidden: true }),
    ]);
    await user.click(send());
    await screen.findByText(MISSING);
    await waitFor(() => expect(document.activeElement).toBe(radio('Me')));
    expect(callsOf(createInboxMessage)).toEqual([]);
    await user.click(radio('My team'));
    await waitFor(() => expect(screen.queryByText(MISSING)).toBeNull());
  });

  test('sends the declaration with the counts of the device, which are deleted with the draft', async () => {
    localStorage.setItem(`paidReplyWriting_${KEY}`, WRITING);
    const { user } = await open();
    await screen.findByText(/typed 60 characters in 1 minute, pasted 80/);
    await user.click(radio('Me, with AI'));
    await user.click(send());
    await waitFor(() => expect(callsOf(createInboxMessage)).toHaveLength(1));
    expect(Object.fromEntries(callsOf(createInboxMessage)[0]?.input ?? [])).toMatchObject({
      declaration: 'SOFTWARE',
      typedCharacters: '60',
      pastedCharacters: '80',
      writingMinutes: '1',
    });
    await waitFor(() => expect(localStorage.getItem(`paidReply_${KEY}`)).toBeNull());
    expect(localStorage.getItem(`paidReplyWriting_${KEY}`)).toBeNull();
    expect(localStorage.getItem(`paidReplyDeclaration_${KEY}`)).toBeNull();
  });

  test('sends no counts if the beginning of the draft was not counted', async () => {
    const { user } = await open();
    await user.click(radio('Me'));
    await user.click(send());
    await waitFor(() => expect(callsOf(createInboxMessage)).toHaveLength(1));
    const sent = callsOf(createInboxMessage)[0]?.input;
    expect(sent?.get('declaration')).toBe('SELF');
    expect(sent?.has('typedCharacters')).toBe(false);
  });

  test('keeps the declaration over a reload', async () => {
    const first = await open();
    await first.user.click(radio('My team'));
    first.close();
    await open();
    expect(radio('My team').checked).toBe(true);
  });

  test('does not ask who wrote the answer to a free help ticket', async () => {
    await open({ price: ZERO, netEarnings: ZERO });
    expect(screen.queryByRole('radio', { name: 'Me' })).toBeNull();
  });
});

type Written = NonNullable<Message['written']>;
const WRITTEN: Written = {
  verificationId: PAGE,
  hash: 'A'.repeat(43),
  declaration: 'SELF',
  signedAt: null,
  counts: { typed: 1_204, pasted: 80, minutes: 12 },
};

const answerOf = (written: Written | null, senderName = ana.fullName): Message => ({
  id: '01J0000000000000000000000N',
  kind: 'PAID_RESPONSE',
  body: LONG,
  senderId: ana.id,
  senderName,
  senderAvatar: null,
  dateTimeSent: NOW,
  messageRead: false,
  dateTimeRead: null,
  ...(written && { written }),
});

describe('the letter', () => {
  const LINE = 'Written by Ana · typed 1,204 characters in 12 minutes, pasted 80';
  const open = async (viewer: typeof ana, written: Written | null, senderName?: string) => {
    const conversation = { ...message, status: 'OPEN', moneyState: 'CHARGED' } as const;
    serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
    serve(viewOrder, () => success(viewOrder, { data: [conversation] }));
    const page = { pageTotal: 1, data: [answerOf(written, senderName)] };
    serve(viewInboxMessages, () => success(viewInboxMessages, page));
    serve(viewOrderMessages, () => success(viewOrderMessages, page));
    const opened = await openScreen(
      viewer === ana ? paths.inboxViewer(message.id) : paths.orderViewer(message.id),
      viewer,
    );
    await screen.findByText(/the certified copy/);
    return opened;
  };

  test.each([
    ['recipient', ana],
    ['sender', ben],
  ])('says to the %s how it was written', async (_, viewer) => {
    await open(viewer, WRITTEN);
    await screen.findByText(LINE);
  });

  test('says "the author" in place of the name of a deleted account', async () => {
    await open(ben, WRITTEN, DELETED_NAME);
    await screen.findByText(/^Written by the author · typed 1,204 characters/);
  });

  test('does not say who wrote it if the author declared nothing, but can be checked', async () => {
    await open(ben, { ...WRITTEN, declaration: null, counts: null });
    await screen.findByRole('button', { name: 'About this answer' });
    expect(screen.queryByText(/Written by/)).toBeNull();
  });

  test('of an older answer has neither the line nor the menu', async () => {
    await open(ben, null);
    expect(screen.queryByText(/Written by/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'About this answer' })).toBeNull();
  });

  test('has a menu that copies the link to check it, and one that opens the page', async () => {
    const { user, pathname } = await open(ben, WRITTEN);
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: 'About this answer' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy link to check this answer' }));
    await screen.findByText('Link copied');
    expect(copy).toHaveBeenCalledWith(`https://app.example/verify/${PAGE}`);
    await user.click(screen.getByRole('button', { name: 'About this answer' }));
    await user.click(screen.getByRole('menuitem', { name: 'Check this answer' }));
    await waitFor(() => expect(pathname()).toBe(paths.checkLetter(PAGE)));
  });
});

describe('the offer to sign a letter', () => {
  const OFFER = 'Sign it with your passkey';
  const passkey = {
    id: 'p',
    name: 'Phone',
    createdAt: NOW,
    lastUsedAt: null,
    backedUp: false,
    confirmsFrom: NOW,
    opensDeskFrom: null,
  };
  const open = async (viewer: typeof ana, written: Written, sentAt = NOW) => {
    const conversation = { ...message, status: 'OPEN', moneyState: 'CHARGED' } as const;
    const page = { pageTotal: 1, data: [{ ...answerOf(written), dateTimeSent: sentAt }] };
    serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
    serve(viewOrder, () => success(viewOrder, { data: [conversation] }));
    serve(viewInboxMessages, () => success(viewInboxMessages, page));
    serve(viewOrderMessages, () => success(viewOrderMessages, page));
    const opened = await openScreen(
      viewer === ana ? paths.inboxViewer(message.id) : paths.orderViewer(message.id),
      viewer,
    );
    await screen.findByText(/Written by Ana/);
    return opened;
  };
  const offer = () => screen.queryByRole('button', { name: OFFER });

  beforeEach(() => {
    serve(viewPasskeys, () => success(viewPasskeys, { data: [passkey] }));
    for (const global of [globalThis, window])
      Object.defineProperty(global, 'PublicKeyCredential', {
        value: jest.fn(),
        configurable: true,
      });
  });
  afterEach(() => {
    for (const global of [globalThis, window])
      Reflect.deleteProperty(global, 'PublicKeyCredential');
  });

  test('is shown to its author if they have a passkey', async () => {
    await open(ana, WRITTEN);
    await screen.findByRole('button', { name: OFFER });
  });

  test('says why nothing was signed, and can be tried again', async () => {
    const { user } = await open(ana, WRITTEN);
    const get = jest
      .fn<() => Promise<never>>()
      .mockRejectedValue(Object.assign(new Error(), { name: 'NotAllowedError' }));
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    await user.click(await screen.findByRole('button', { name: OFFER }));
    await screen.findByText('No passkey was used. Please try again.');
    expect(callsOf(signAnswer)).toEqual([]);
    expect(offer()).not.toBeNull();
  });

  test('is not shown without a passkey', async () => {
    serve(viewPasskeys, () => success(viewPasskeys, { data: [] }));
    await open(ana, WRITTEN);
    await waitFor(() => expect(callsOf(viewPasskeys)).toHaveLength(1));
    expect(offer()).toBeNull();
  });

  test.each([
    ['to the sender', ben, WRITTEN, NOW],
    ['when it is signed', ana, { ...WRITTEN, signedAt: NOW }, NOW],
    ['when it is older than 24 hours', ana, WRITTEN, later(NOW, -SIGNING_TIME)],
  ])('is not shown %s', async (_, viewer, written, sentAt) => {
    await open(viewer, written, sentAt);
    expect(offer()).toBeNull();
    expect(callsOf(viewPasskeys)).toEqual([]);
  });
});

describe('the words about a letter', () => {
  test.each([
    [{ typed: 1, pasted: 0, minutes: 1 }, 'typed 1 character in 1 minute'],
    [{ typed: 0, pasted: 1_800, minutes: 2 }, 'pasted 1,800 characters in 2 minutes'],
    [{ typed: 900, pasted: 1, minutes: 7 }, 'typed 900 characters in 7 minutes, pasted 1'],
  ])('are for %j: %s', (counts, words) => {
    expect(countWords(counts)).toBe(words);
  });

  test.each([
    ['SELF', 'Written by Ana'],
    ['SOFTWARE', 'Written by Ana with the help of AI or other software'],
    ['TEAM', 'Written by Ana’s team'],
  ] as const)('are for %s: %s', (declaration, words) => {
    expect(writtenByWords('Ana', { declaration, counts: null, signedAt: null })).toBe(words);
  });

  test('end with the signature', () => {
    const signed = { ...WRITTEN, counts: null, signedAt: NOW };
    expect(writtenByWords('Ana', signed)).toBe('Written by Ana · signed with a passkey');
  });
});

describe('the page that checks a letter', () => {
  const HTML = '<p>Dear Ben,</p><p>it is the <strong>certified</strong> copy.</p>';
  const TEXT = 'Dear Ben,\n\nit is the certified copy.\n';
  const textHash = createHash('sha256')
    .update(hashedText(PAGE, textOfHtml(HTML)))
    .digest('base64url');
  const letter = {
    author: { fullName: ana.fullName, username: ana.username },
    sentAt: NOW,
    textHash,
    statement: 'a statement',
    hash: 'a hash',
    declaration: 'SELF',
    counts: { typed: 1_204, pasted: 80, minutes: 12 },
    signature: null,
  } as const;

  beforeAll(() => {
    // jsdom has no subtle crypto.
    if (!globalThis.crypto.subtle)
      Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle });
  });
  beforeEach(() => serve(viewVerification, () => success(viewVerification, { data: [letter] })));

  const open = async () => {
    const opened = await openScreen(paths.checkLetter(PAGE));
    await screen.findByRole('heading', { level: 1, name: 'Check an answer' });
    return opened;
  };
  const compare = async (user: Awaited<ReturnType<typeof open>>['user'], text: string) => {
    const field = screen.getByRole('textbox', { name: 'Text of the answer' });
    await user.clear(field);
    if (text !== '') {
      await user.click(field);
      await user.paste(text);
    }
    await act(async () => screen.getByRole('button', { name: 'Compare' }).click());
  };

  test('says that the text of the letter matches, and that one with another word does not', async () => {
    const { user } = await open();
    await compare(user, TEXT);
    await screen.findByText('The text matches');
    await compare(user, TEXT.replace('certified', 'copied'));
    await screen.findByText('The text doesn’t match');
    expect(screen.queryByText('The text matches')).toBeNull();
  });

  test('sends nothing of the text', async () => {
    const { user } = await open();
    const before = jest.mocked(fetch).mock.calls.length;
    await compare(user, TEXT);
    await screen.findByText('The text matches');
    expect(jest.mocked(fetch).mock.calls.length).toBe(before);
  });

  test('removes its result when the text is changed', async () => {
    const { user } = await open();
    await compare(user, TEXT);
    await screen.findByText('The text matches');
    await user.type(screen.getByRole('textbox', { name: 'Text of the answer' }), '!');
    await waitFor(() => expect(screen.queryByText('The text matches')).toBeNull());
  });

  test('asks for the text if there is none', async () => {
    const { user } = await open();
    await compare(user, '');
    await screen.findByText('Please paste the text of the answer');
    const text = screen.getByRole('textbox', { name: 'Text of the answer' });
    await waitFor(() => expect(document.activeElement).toBe(text));
  });

  test('says that the counts come from a browser, and do not prove that no software was used', async () => {
    await open();
    await screen.findByText(/a browser can be made to count wrong/);
    await screen.findByText(/doesn’t prove that no software wrote the answer/);
  });

  test('says whether it was signed, and how old the passkey was', async () => {
    const { close } = await open();
    await screen.findByText('Not signed.');
    close();
    const signature = {
      signedAt: NOW,
      keyAddedAt: NOW,
      publicKey: 'a key',
      clientDataJSON: 'data',
      authenticatorData: 'data',
      signature: 'a signature',
    };
    serve(viewVerification, () => success(viewVerification, { data: [{ ...letter, signature }] }));
    await open();
    await screen.findByText(/^Signed with a passkey on .* UTC\. The passkey was added .* UTC\.$/);
    await screen.findByText(/signed with a passkey of the account, on a device that has it/);
  });

  test('names nobody if the account no longer exists', async () => {
    serve(viewVerification, () =>
      success(viewVerification, {
        data: [{ ...letter, author: null, statement: null, hash: null }],
      }),
    );
    await open();
    await screen.findByText('The account no longer exists.');
    expect(document.body.textContent).not.toContain('Marković');
  });

  test('says that there is no such letter for an unknown id', async () => {
    serve(viewVerification, () => refusal('NOT_FOUND'));
    await openScreen(paths.checkLetter(PAGE));
    await screen.findByRole('heading', { name: 'Answer not found' });
  });
});
