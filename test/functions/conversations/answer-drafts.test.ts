import { describe, expect, test } from '@jest/globals';
import {
  answerDraftOf,
  deleteAnswerDrafts,
  saveAnswerDraft,
} from '#functions/storage/conversations/answer-drafts.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import type { AnswerDraftKind } from '#shared/rules/conversations/answer-drafts.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import { draftOfAnswer, saveAnswerOf, viewAnswerOf } from '../../support/answer-drafts.ts';
import { claimedOrder, contest, improve, improvedOrder } from '../../support/claims.ts';
import { refOf } from '../../support/drafts.ts';
import {
  ANSWER,
  answer,
  answeredOrder,
  CLAIM,
  cancel,
  pausedOrder,
  pendingOrder,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson, type Person, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Drafts of answers: one per recipient, conversation and kind, on every device, until the answer has arrived. */

const world = worldOfFile();

const BEGUN = '<p>Keep it in</p>';

const stored = (recipient: Person, id: string, kind: AnswerDraftKind = 'ANSWER') =>
  answerDraftOf(table, recipient.user.id, id, kind, world.now());

describe('saveAnswerDraft', () => {
  test('keeps the text and how it was written for other devices', async () => {
    const { recipient, id } = await pendingOrder(world);
    const { http, body } = await saveAnswerOf(recipient, id, {
      messageBody: BEGUN,
      conversationStatus: 'COMPLETED',
      ...CLAIM,
    });
    expect(http).toBe(200);
    expect(body.data[0]).toMatchObject({
      version: 1,
      inboxId: id,
      kind: 'ANSWER',
      messageBody: BEGUN,
      conversationStatus: 'COMPLETED',
      ...CLAIM,
    });
    expect((await viewAnswerOf(recipient, id)).body.data).toEqual(body.data);
  });

  test('replaces the version it is based on, and forgets what is left out', async () => {
    const { recipient, id } = await pendingOrder(world);
    const first = await draftOfAnswer(recipient, id, { messageBody: BEGUN, ...CLAIM });
    const { body } = await saveAnswerOf(recipient, id, first);
    expect(body.data[0]).toMatchObject({ id: first.draftId, version: 2, messageBody: ANSWER });
    expect(body.data[0]).not.toHaveProperty('typedCharacters');
    expect(body.data[0]).not.toHaveProperty('declaration');
  });

  test('refuses a save over a newer version, and returns the newer one', async () => {
    const { recipient, id } = await pendingOrder(world);
    const phone = await draftOfAnswer(recipient, id);
    await saveAnswerOf(recipient, id, { messageBody: '<p>From the laptop</p>', ...phone });
    const late = { messageBody: '<p>From the phone</p>', ...phone };
    const { http, body } = await saveAnswerOf(recipient, id, late);
    expect([http, body.status]).toEqual([409, 'DRAFT_CHANGED']);
    expect(body.draft).toMatchObject({ messageBody: '<p>From the laptop</p>', version: 2 });
  });

  test('refuses a first save if another device has saved a draft', async () => {
    const { recipient, id } = await pendingOrder(world);
    await draftOfAnswer(recipient, id);
    const { body } = await saveAnswerOf(recipient, id, { messageBody: BEGUN });
    expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: { messageBody: ANSWER } });
  });

  test.each([
    { what: 'a first save', isFirst: true },
    { what: 'a later save', isFirst: false },
  ])('succeeds if $what is repeated because its response was lost', async ({ isFirst }) => {
    const { recipient, id } = await pendingOrder(world);
    const basedOn = isFirst ? {} : await draftOfAnswer(recipient, id);
    const words = { messageBody: BEGUN, ...CLAIM, ...basedOn };
    const saved = await saveAnswerOf(recipient, id, words);
    const repeated = await saveAnswerOf(recipient, id, words);
    expect(repeated.http).toBe(200);
    expect(repeated.body).toEqual(saved.body);
  });

  test('refuses other choices about the same text from another device', async () => {
    const { recipient, id } = await pendingOrder(world);
    const basedOn = await draftOfAnswer(recipient, id, { messageBody: BEGUN });
    await saveAnswerOf(recipient, id, { messageBody: BEGUN, declaration: 'SELF', ...basedOn });
    for (const other of [{ declaration: 'TEAM' }, { conversationStatus: 'COMPLETED' }]) {
      const late = { messageBody: BEGUN, declaration: 'SELF', ...other, ...basedOn };
      expect((await saveAnswerOf(recipient, id, late)).body.status).toBe('DRAFT_CHANGED');
    }
  });

  test('deletes the draft if no visible text is left, also when it is repeated', async () => {
    const { recipient, id } = await pendingOrder(world);
    const basedOn = await draftOfAnswer(recipient, id);
    for (const _ of [1, 2]) {
      const emptied = await saveAnswerOf(recipient, id, { messageBody: '<p> </p>', ...basedOn });
      expect(emptied).toMatchObject({ http: 200, body: { data: [] } });
    }
    expect(await stored(recipient, id)).toBeUndefined();
    expect(refOf(await saveAnswerOf(recipient, id)).draftVersion).toBe(1);
  });

  test('does not delete a newer version', async () => {
    const { recipient, id } = await pendingOrder(world);
    const basedOn = await draftOfAnswer(recipient, id);
    await saveAnswerOf(recipient, id, { messageBody: BEGUN, ...basedOn });
    for (const base of [basedOn, {}]) {
      const { body } = await saveAnswerOf(recipient, id, { messageBody: '', ...base });
      expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: { messageBody: BEGUN } });
    }
  });

  test('sanitizes the text like that of an answer', async () => {
    const { recipient, id } = await pendingOrder(world);
    const messageBody = '<p onclick="x()">Dear <b>Ben</b><script>alert(1)</script></p>';
    await saveAnswerOf(recipient, id, { messageBody });
    expect((await stored(recipient, id))?.text).toBe('<p>Dear <strong>Ben</strong></p>');
  });

  test.each([
    ['a text that is longer than an answer can be', { messageBody: 'a'.repeat(60_001) }],
    ['one count without the others', { typedCharacters: 3 }],
    ['a version without its id', { draftVersion: 1 }],
    ['an unknown kind', { kind: 'REPLY' }],
  ])('refuses %s', async (_, more) => {
    const { recipient, id } = await pendingOrder(world);
    expect((await saveAnswerOf(recipient, id, more)).body.status).toBe('INVALID_INPUT');
    expect(await stored(recipient, id)).toBeUndefined();
  });

  test('refuses the sender of the message and strangers', async () => {
    const { sender, id } = await pendingOrder(world);
    expect((await saveAnswerOf(sender, id)).body.status).toBe('FORBIDDEN');
    expect((await saveAnswerOf(await newPerson(world), id)).body.status).toBe('NOT_FOUND');
  });

  test('accepts a draft while a clarifying question pauses the deadline', async () => {
    const { recipient, id } = await pausedOrder(world);
    expect((await saveAnswerOf(recipient, id)).http).toBe(200);
  });

  test('refuses a draft of an answer that cannot be sent any more', async () => {
    const [canceled, late] = [await pendingOrder(world), await pendingOrder(world)];
    await cancel(canceled.sender, canceled.id);
    world.advance(10 * DAY);
    for (const { recipient, id } of [canceled, late]) {
      const { body } = await saveAnswerOf(await signedInAgain(world, recipient), id);
      expect(body.status).toBe('WRONG_STATUS');
    }
  });
});

describe('the draft of an answer', () => {
  test('is deleted with the answer, and cannot be saved again', async () => {
    const { recipient, id } = await pendingOrder(world);
    const basedOn = await draftOfAnswer(recipient, id);
    expect((await answer(recipient, id)).http).toBe(200);
    expect(await stored(recipient, id)).toBeUndefined();
    const { body } = await saveAnswerOf(recipient, id, basedOn);
    expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'OPEN' });
  });

  test('is not shown if a save was written after the answer', async () => {
    const { recipient, id } = await pendingOrder(world);
    const before = (await conversationById(table, id, world.now())) as Conversation;
    await answer(recipient, id);
    const draft = { kind: 'ANSWER', words: { text: BEGUN }, basedOn: undefined } as const;
    await saveAnswerDraft(table, before, draft, world.now());
    expect(await stored(recipient, id)).toBeDefined();
    expect((await viewAnswerOf(recipient, id)).body.data).toEqual([]);
  });

  test('stays readable for its author after the message was canceled', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await draftOfAnswer(recipient, id);
    await cancel(sender, id);
    expect((await viewAnswerOf(recipient, id)).body.data[0]).toMatchObject({ messageBody: ANSWER });
  });

  test('is not shown to the sender of the message or to strangers', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await draftOfAnswer(recipient, id);
    expect((await viewAnswerOf(sender, id)).body).toEqual({ status: 'SUCCESS', data: [] });
    expect((await viewAnswerOf(await newPerson(world), id)).body.status).toBe('NOT_FOUND');
  });

  test('lasts until a week after the deadline', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const { deadlineAt } = await seenBySender(world, sender, id);
    const { body } = await saveAnswerOf(recipient, id);
    const end = Date.parse(deadlineAt) + 7 * DAY;
    expect(Date.parse(body.data[0].expiresAt)).toBe(Math.floor(end / SECOND) * SECOND);
    world.advance(17 * DAY - HOUR);
    expect(await stored(recipient, id)).toBeDefined();
    world.advance(HOUR);
    expect(await stored(recipient, id)).toBeUndefined();
  });

  test('is deleted with the account, and no other', async () => {
    const [one, other] = [await pendingOrder(world), await pendingOrder(world)];
    for (const { recipient, id } of [one, other]) await draftOfAnswer(recipient, id);
    await deleteAnswerDrafts(table, one.recipient.user.id);
    expect(await stored(one.recipient, one.id)).toBeUndefined();
    expect(await stored(other.recipient, other.id)).toBeDefined();
  });
});

describe('the draft of an improved answer', () => {
  const IMPROVED = { kind: 'IMPROVED' } as const;

  test('is kept while the claim can be answered by it, until a week after that', async () => {
    const { recipient, id } = await claimedOrder(world);
    const { http, body } = await saveAnswerOf(recipient, id, IMPROVED);
    expect(http).toBe(200);
    expect(body.data[0]).toMatchObject({ kind: 'IMPROVED', messageBody: ANSWER });
    const days = (Date.parse(body.data[0].expiresAt) - world.now()) / DAY;
    expect(Math.round(days)).toBe(10);
    expect((await viewAnswerOf(recipient, id, 'IMPROVED')).body.data).toEqual(body.data);
  });

  test('is deleted with the improved answer, and cannot be saved again', async () => {
    const { recipient, id } = await claimedOrder(world);
    await draftOfAnswer(recipient, id, IMPROVED);
    expect((await improve(recipient, id)).http).toBe(200);
    expect(await stored(recipient, id, 'IMPROVED')).toBeUndefined();
    expect((await saveAnswerOf(recipient, id, IMPROVED)).body.status).toBe('WRONG_STATUS');
  });

  test('is not shown if a save was written after the improved answer', async () => {
    const { recipient, id } = await improvedOrder(world);
    const improved = (await conversationById(table, id, world.now())) as Conversation;
    const draft = { kind: 'IMPROVED', words: { text: BEGUN }, basedOn: undefined } as const;
    await saveAnswerDraft(table, improved, draft, world.now());
    expect((await viewAnswerOf(recipient, id, 'IMPROVED')).body.data).toEqual([]);
  });

  test('is refused without an open claim', async () => {
    const [unclaimed, contested] = [await answeredOrder(world), await claimedOrder(world)];
    await contest(contested.recipient, contested.id);
    for (const { recipient, id } of [unclaimed, contested])
      expect((await saveAnswerOf(recipient, id, IMPROVED)).body.status).toBe('WRONG_STATUS');
  });

  test('is apart from that of the answer', async () => {
    const { recipient, id } = await pendingOrder(world);
    await draftOfAnswer(recipient, id);
    expect((await viewAnswerOf(recipient, id, 'IMPROVED')).body.data).toEqual([]);
  });
});
