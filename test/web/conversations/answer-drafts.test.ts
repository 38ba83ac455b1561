import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import * as z from 'zod/mini';
import { saveAnswerDraft, viewAnswerDraft } from '#shared/api/answer-drafts.ts';
import { createInboxMessage, viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox } from '#shared/api/conversations.ts';
import { answerDraftView } from '#shared/api/draft-entities.ts';
import { DAY, later, MINUTE } from '#shared/time.ts';
import { ApiRefusal } from '#web/api/client.ts';
import {
  type AnswerDraft,
  type AnswerDraftServer,
  AnswerDraftSync,
  answerWordsOf,
} from '#web/features/conversations/answers/answer-draft-sync.ts';
import {
  endAnswerDraft,
  unsavedAnswers,
} from '#web/features/conversations/answers/answer-drafts.ts';
import { SAVE_AGAIN, SAVE_PAUSE } from '#web/features/conversations/drafts/version-sync.ts';
import { sendUnsent } from '#web/outboxes.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, serve, success } from '../open-screen.ts';
import { ana, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* Begun answers on several devices. docs/product/conversations.md#drafts-of-answers */

const { id } = message;
const LONG = `<p>${'Dear Ben, the paper she meant is the certified copy. '.repeat(5)}</p>`;
const OTHER = '<p>From the laptop</p>';

const draftOf = (messageBody: string, more: Partial<AnswerDraft> = {}): AnswerDraft => ({
  id: '01J0000000000000000000000D',
  version: 1,
  inboxId: id,
  kind: 'ANSWER',
  messageBody,
  modifiedAt: NOW,
  expiresAt: later(NOW, 17 * DAY),
  ...more,
});

describe('the draft of an answer on a device', () => {
  const saves: string[] = [];
  let respond: (draft: AnswerDraft) => void = () => undefined;
  const server: AnswerDraftServer = {
    view: async () => undefined,
    save: (_inboxId, { text }) => {
      saves.push(text);
      return new Promise((resolve) => {
        respond = resolve;
      });
    },
    discard: async () => undefined,
  };
  const written = { typed: 9, pasted: 0, minutes: 1, minute: 5 };

  beforeEach(() => {
    jest.useFakeTimers();
    localStorage.clear();
    saves.length = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('survives a reload with its choices and counts before the server has it', () => {
    const words = { text: '<p>Dear</p>', writing: written } as const;
    new AnswerDraftSync(id, 'ANSWER', server).write({ ...words, declaration: 'TEAM' });
    const reloaded = new AnswerDraftSync(id, 'ANSWER', server).state();
    expect(reloaded).toMatchObject({
      words: { ...words, declaration: 'TEAM' },
      saving: 'waiting',
    });
    expect(unsavedAnswers()).toEqual([['ANSWER', id]]);
  });

  test('is not asked about at a sign-out once the server has its text', async () => {
    const keeper = new AnswerDraftSync(id, 'IMPROVED', server);
    keeper.write({ text: OTHER });
    expect(unsavedAnswers()).toEqual([['IMPROVED', id]]);
    const saving = keeper.save();
    respond(draftOf(OTHER, { kind: 'IMPROVED' }));
    await saving;
    expect(unsavedAnswers()).toEqual([]);
    keeper.write({ text: `${OTHER}<p>More</p>` });
    expect(unsavedAnswers()).toEqual([['IMPROVED', id]]);
  });

  test('does not come back by a save that was under way when the answer arrived', async () => {
    const keeper = new AnswerDraftSync(id, 'ANSWER', server);
    keeper.write({ text: OTHER });
    const saving = keeper.save();
    endAnswerDraft('ANSWER', id);
    keeper.end();
    respond(draftOf(OTHER));
    await saving;
    expect(Object.keys(localStorage)).toEqual([]);
    await jest.advanceTimersByTimeAsync(SAVE_AGAIN);
    expect(saves).toEqual([OTHER]);
  });

  test('is not saved again and again if the message can no longer be answered', async () => {
    let refused = 0;
    const save = async () => {
      refused += 1;
      throw new ApiRefusal('WRONG_STATUS', 'It has moved on.');
    };
    const keeper = new AnswerDraftSync(id, 'ANSWER', { ...server, save });
    keeper.write({ text: OTHER });
    await jest.advanceTimersByTimeAsync(SAVE_PAUSE + 3 * SAVE_AGAIN);
    expect(refused).toBe(1);
    expect(keeper.state()).toMatchObject({ saving: 'failed', words: { text: OTHER } });
  });

  test('counts on from another device, without the minute in which that one saved', () => {
    const counts = { typedCharacters: 40, pastedCharacters: 3, writingMinutes: 2 };
    expect(answerWordsOf(draftOf(OTHER, counts)).writing).toEqual({
      typed: 40,
      pasted: 3,
      minutes: 2,
      minute: Math.floor(NOW / MINUTE),
    });
    expect(answerWordsOf(draftOf(OTHER)).writing).toBeUndefined();
  });
});

describe('the form of an answer', () => {
  let stored: AnswerDraft | undefined;
  const field = () => screen.findByRole('textbox', { name: /Your answer to Ben/ });

  beforeAll(async () => {
    // The parts load when they are needed, and compiling them takes longer than a test waits.
    await import('#web/features/conversations/pages/inbox/AfterAnswer.tsx');
    await import('#web/features/conversations/answers/AnswerConflict.tsx');
    await import('#web/ui/RichTextSurface.tsx');
  });

  beforeEach(() => {
    localStorage.clear();
    stored = undefined;
    Element.prototype.scrollIntoView = jest.fn();
    serve(viewInbox, () => success(viewInbox, { data: [message] }));
    serve(viewInboxMessages, () => success(viewInboxMessages, { data: [], pageTotal: 0 }));
    serve(viewAnswerDraft, () => success(viewAnswerDraft, { data: stored ? [stored] : [] }));
    serve(saveAnswerDraft, ({ input }) => {
      const version = Number(input.get('draftVersion') ?? 0);
      if (version !== (stored?.version ?? 0)) return changed();
      stored = draftOf(String(input.get('messageBody')), { version: version + 1 });
      return success(saveAnswerDraft, { data: [stored] });
    });
    serve(createInboxMessage, lost);
  });

  /** The refusal of a save over another version. */
  function changed(): Response {
    const draft = stored ? z.encode(answerDraftView, stored) : null;
    const words = { status: 'DRAFT_CHANGED', message: 'Changed', fields: {}, draft };
    return Response.json(words, { status: 409 });
  }

  test('has the text and the choices of another device', async () => {
    stored = draftOf(OTHER, { declaration: 'TEAM', conversationStatus: 'COMPLETED' });
    await openScreen(paths.paidReply(id), ana);
    await waitFor(async () => expect((await field()).textContent).toBe('From the laptop'));
    const team = await screen.findByRole<HTMLInputElement>('radio', { name: /My team/ });
    expect(team.checked).toBe(true);
    await screen.findByText('Saved, on all your devices.');
    expect(callsOf(saveAnswerDraft)).toEqual([]);
  });

  test('saves what is on this device and not at the server', async () => {
    localStorage.setItem(`paidReply_${id}`, LONG);
    localStorage.setItem(`paidReplyWriting_${id}`, '250 20 4 100');
    localStorage.setItem(`paidReplyDeclaration_${id}`, 'SELF');
    await openScreen(paths.paidReply(id), ana);
    await waitFor(() => expect(callsOf(saveAnswerDraft)).toHaveLength(1));
    expect(Object.fromEntries(callsOf(saveAnswerDraft)[0]?.input ?? [])).toEqual({
      inboxId: id,
      kind: 'ANSWER',
      messageBody: LONG,
      declaration: 'SELF',
      typedCharacters: '250',
      pastedCharacters: '20',
      writingMinutes: '4',
    });
    await screen.findByText('Saved, on all your devices.');
  });

  test('shows both texts if two devices changed it, and sends neither before the author has chosen', async () => {
    localStorage.setItem(`paidReply_${id}`, LONG);
    localStorage.setItem(`paidReplyDeclaration_${id}`, 'SELF');
    stored = draftOf(OTHER);
    const { user } = await openScreen(paths.paidReply(id), ana);
    await screen.findByRole('article', { name: 'The other version' });
    expect((await field()).textContent).toContain('the certified copy');
    await user.click(screen.getByRole('button', { name: /^Send and earn/ }));
    expect(callsOf(createInboxMessage)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use the other version' }));
    await waitFor(async () => expect((await field()).textContent).toBe('From the laptop'));
    expect(stored.messageBody).toBe(OTHER);
    expect(screen.queryByText('This draft was changed elsewhere')).toBeNull();
  });

  test('saves the text of this device over the other one if the author chooses it', async () => {
    localStorage.setItem(`paidReply_${id}`, LONG);
    stored = draftOf(OTHER);
    const { user } = await openScreen(paths.paidReply(id), ana);
    await user.click(await screen.findByRole('button', { name: 'Keep what I wrote here' }));
    await waitFor(() => expect(stored).toMatchObject({ messageBody: LONG, version: 2 }));
  });

  test('keeps its text while nobody knows whether the answer arrived', async () => {
    localStorage.setItem(`paidReply_${id}`, LONG);
    localStorage.setItem(`paidReplySaved_${id}`, savedWith(LONG));
    localStorage.setItem(`idempotencyKey_paidReply_${id}`, 'the-key');
    await openScreen(paths.paidReply(id), ana);
    expect((await field()).textContent).toContain('the certified copy');
    expect(callsOf(viewAnswerDraft)).toEqual([]);
  });

  test('leaves nothing on the device when the answer has arrived', async () => {
    serve(createInboxMessage, () =>
      success(createInboxMessage, {
        data: [
          {
            id: `${id}A`,
            kind: 'PAID_RESPONSE',
            body: LONG,
            senderId: ana.id,
            senderName: ana.fullName,
            senderAvatar: null,
            dateTimeSent: NOW,
            messageRead: false,
            dateTimeRead: null,
          },
        ],
      }),
    );
    localStorage.setItem(`paidReply_${id}`, LONG);
    localStorage.setItem(`paidReplyDeclaration_${id}`, 'SELF');
    const { user } = await openScreen(paths.paidReply(id), ana);
    await user.click(await screen.findByRole('button', { name: /^Send and earn/ }));
    await waitFor(() => expect(callsOf(createInboxMessage)).toHaveLength(1));
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.includes(id))).toEqual([]),
    );
  });

  const savedWith = (text: string) => {
    const { id: draftId, version } = draftOf(text);
    return JSON.stringify({ saved: { id: draftId, version, words: { text } } });
  };
});

test('the form of an improved answer has the text of another device, and saves what is written here', async () => {
  const claim: Conversation['claim'] = {
    state: 'OPEN',
    reason: 'NOT_ADDRESSED',
    text: 'It says nothing about the letter.',
    claimedAt: NOW,
    until: later(NOW, DAY),
    improvedAt: null,
    contest: null,
    decisionReason: null,
    endedAt: null,
    frozen: null,
    actions: ['improve'],
  };
  const claimed: Conversation = { ...message, status: 'OPEN', moneyState: 'CHARGED', claim };
  serve(viewInbox, () => success(viewInbox, { data: [claimed] }));
  serve(viewInboxMessages, () => success(viewInboxMessages, { data: [], pageTotal: 0 }));
  serve(viewAnswerDraft, () =>
    success(viewAnswerDraft, { data: [draftOf(OTHER, { kind: 'IMPROVED' })] }),
  );
  serve(saveAnswerDraft, ({ input }) =>
    success(saveAnswerDraft, {
      data: [draftOf(String(input.get('messageBody')), { kind: 'IMPROVED', version: 2 })],
    }),
  );
  const { user } = await openScreen(paths.improveAnswer(id), ana);
  await screen.findByRole('textbox', { name: /Your improved answer to Ben/ });
  await waitFor(async () =>
    expect((await screen.findByRole('textbox')).textContent).toBe('From the laptop'),
  );
  expect(callsOf(viewAnswerDraft)[0]?.input.get('kind')).toBe('IMPROVED');
  await user.type(await screen.findByRole('textbox'), ' and here');
  await waitFor(() => expect(callsOf(saveAnswerDraft)).not.toEqual([]));
  expect(Object.fromEntries(callsOf(saveAnswerDraft).at(-1)?.input ?? [])).toMatchObject({
    inboxId: id,
    kind: 'IMPROVED',
    draftVersion: '1',
    messageBody: expect.stringContaining('here'),
  });
});

test('the app saves at its start what an earlier visit began and could not save', async () => {
  await openScreen(paths.settings(), ana);
  localStorage.setItem(`paidReply_${id}`, LONG);
  serve(viewAnswerDraft, () => success(viewAnswerDraft, { data: [] }));
  serve(saveAnswerDraft, () => success(saveAnswerDraft, { data: [draftOf(LONG)] }));
  sendUnsent();
  await waitFor(() => expect(unsavedAnswers()).toEqual([]));
  expect(callsOf(saveAnswerDraft)).toHaveLength(1);
});
