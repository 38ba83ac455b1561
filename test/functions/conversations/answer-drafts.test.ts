import { describe, expect, test } from '@jest/globals';
import {
  answerDraftOf,
  deleteAnswerDrafts,
  saveAnswerDraft,
} from '#functions/storage/conversations/answer-drafts.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER, WRITTEN_BY_ME } from '#lib/local/deeds/texts.ts';
import type { AnswerDraftKind } from '#shared/rules/conversations/answer-drafts.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import { claimedOrder, improvedOrder } from '../../support/claims.ts';
import { answeredOrder, pausedOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Drafts of answers: one per recipient, conversation and kind, on every device, until the answer has arrived. */

const world = worldOfFile();

const BEGUN = '<p>Keep it in</p>';

const stored = (recipient: Person, id: string, kind: AnswerDraftKind = 'ANSWER') =>
  answerDraftOf(table, recipient.user.id, id, kind, world.now());

describe('saveAnswerDraft', () => {
  test('keeps the text and how it was written for other devices', async () => {
    const { recipient, order } = await pendingOrder(world);
    const { http, body } = await responseTo(
      recipient.savesAnswerDraft(order, {
        text: BEGUN,
        written: WRITTEN_BY_ME,
        input: { conversationStatus: 'COMPLETED' },
      }),
    );
    expect(http).toBe(200);
    expect(body.data[0]).toMatchObject({
      version: 1,
      inboxId: order.id,
      kind: 'ANSWER',
      messageBody: BEGUN,
      conversationStatus: 'COMPLETED',
      ...WRITTEN_BY_ME,
    });
    expect((await responseTo(recipient.answerDraft(order))).body.data).toEqual(body.data);
  });

  test('replaces the version it is based on, and forgets what is left out', async () => {
    const { recipient, order } = await pendingOrder(world);
    const first = await recipient.savesAnswerDraft(order, { text: BEGUN, written: WRITTEN_BY_ME });
    const { body } = await responseTo(recipient.savesAnswerDraft(order, { draft: first }));
    expect(body.data[0]).toMatchObject({ id: first.id, version: 2, messageBody: ANSWER });
    expect(body.data[0]).not.toHaveProperty('typedCharacters');
    expect(body.data[0]).not.toHaveProperty('declaration');
  });

  test('refuses a save over a newer version, and returns the newer one', async () => {
    const { recipient, order } = await pendingOrder(world);
    const phone = await recipient.savesAnswerDraft(order);
    await recipient.savesAnswerDraft(order, { text: '<p>From the laptop</p>', draft: phone });
    const { http, body } = await responseTo(
      recipient.savesAnswerDraft(order, { text: '<p>From the phone</p>', draft: phone }),
    );
    expect([http, body.status]).toEqual([409, 'DRAFT_CHANGED']);
    expect(body.draft).toMatchObject({ messageBody: '<p>From the laptop</p>', version: 2 });
  });

  test('refuses a first save if another device has saved a draft', async () => {
    const { recipient, order } = await pendingOrder(world);
    await recipient.savesAnswerDraft(order);
    const { body } = await responseTo(recipient.savesAnswerDraft(order, { text: BEGUN }));
    expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: { messageBody: ANSWER } });
  });

  test.each([
    { what: 'a first save', isFirst: true },
    { what: 'a later save', isFirst: false },
  ])('succeeds if $what is repeated because its response was lost', async ({ isFirst }) => {
    const { recipient, order } = await pendingOrder(world);
    const draft = isFirst ? undefined : await recipient.savesAnswerDraft(order);
    const save = () =>
      responseTo(recipient.savesAnswerDraft(order, { text: BEGUN, written: WRITTEN_BY_ME, draft }));
    const saved = await save();
    const repeated = await save();
    expect(repeated.http).toBe(200);
    expect(repeated.body).toEqual(saved.body);
  });

  test('refuses other choices about the same text from another device', async () => {
    const { recipient, order } = await pendingOrder(world);
    const basedOn = await recipient.savesAnswerDraft(order, { text: BEGUN });
    await recipient.savesAnswerDraft(order, {
      text: BEGUN,
      draft: basedOn,
      input: { declaration: 'SELF' },
    });
    for (const other of [{ declaration: 'TEAM' }, { conversationStatus: 'COMPLETED' }]) {
      const late = recipient.savesAnswerDraft(order, {
        text: BEGUN,
        draft: basedOn,
        input: { declaration: 'SELF', ...other },
      });
      await expectRefused(late, 409, 'DRAFT_CHANGED');
    }
  });

  test('deletes the draft if no visible text is left, also when it is repeated', async () => {
    const { recipient, order } = await pendingOrder(world);
    const basedOn = await recipient.savesAnswerDraft(order);
    for (const _ of [1, 2]) {
      const emptied = await responseTo(
        recipient.savesAnswerDraft(order, { text: '<p> </p>', draft: basedOn }),
      );
      expect(emptied).toMatchObject({ http: 200, body: { data: [] } });
    }
    expect(await stored(recipient, order.id)).toBeUndefined();
    expect((await recipient.savesAnswerDraft(order)).version).toBe(1);
  });

  test('does not delete a newer version', async () => {
    const { recipient, order } = await pendingOrder(world);
    const basedOn = await recipient.savesAnswerDraft(order);
    await recipient.savesAnswerDraft(order, { text: BEGUN, draft: basedOn });
    for (const base of [basedOn, undefined]) {
      const { body } = await responseTo(
        recipient.savesAnswerDraft(order, { text: '', draft: base }),
      );
      expect(body).toMatchObject({ status: 'DRAFT_CHANGED', draft: { messageBody: BEGUN } });
    }
  });

  test('sanitizes the text like that of an answer', async () => {
    const { recipient, order } = await pendingOrder(world);
    const messageBody = '<p onclick="x()">Dear <b>Ben</b><script>alert(1)</script></p>';
    await recipient.savesAnswerDraft(order, { text: messageBody });
    expect((await stored(recipient, order.id))?.text).toBe('<p>Dear <strong>Ben</strong></p>');
  });

  test.each([
    ['a text that is longer than an answer can be', { messageBody: 'a'.repeat(60_001) }],
    ['one count without the others', { typedCharacters: 3 }],
    ['a version without its id', { draftVersion: 1 }],
    ['an unknown kind', { kind: 'REPLY' }],
  ])('refuses %s', async (_, more) => {
    const { recipient, order } = await pendingOrder(world);
    await expectRefused(recipient.savesAnswerDraft(order, { input: more }), 400, 'INVALID_INPUT');
    expect(await stored(recipient, order.id)).toBeUndefined();
  });

  test('refuses the sender of the message and strangers', async () => {
    const { sender, order } = await pendingOrder(world);
    await expectRefused(sender.savesAnswerDraft(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).savesAnswerDraft(order), 404, 'NOT_FOUND');
  });

  test('accepts a draft while a clarifying question pauses the deadline', async () => {
    const { recipient, order } = await pausedOrder(world);
    await recipient.savesAnswerDraft(order);
  });

  test('refuses a draft of an answer that cannot be sent any more', async () => {
    const [canceled, late] = [await pendingOrder(world), await pendingOrder(world)];
    await canceled.sender.cancels(canceled);
    world.advance(10 * DAY);
    for (const { recipient, id } of [canceled, late]) {
      const { body } = await responseTo(recipient.savesAnswerDraft({ id }));
      expect(body.status).toBe('WRONG_STATUS');
    }
  });
});

describe('the draft of an answer', () => {
  test('is deleted with the answer, and cannot be saved again', async () => {
    const { recipient, order } = await pendingOrder(world);
    const basedOn = await recipient.savesAnswerDraft(order);
    await recipient.answers(order);
    expect(await stored(recipient, order.id)).toBeUndefined();
    const { body } = await responseTo(recipient.savesAnswerDraft(order, { input: basedOn }));
    expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'OPEN' });
  });

  test('is not shown if a save was written after the answer', async () => {
    const { recipient, order } = await pendingOrder(world);
    const before = (await conversationById(table, order.id, world.now())) as Conversation;
    await recipient.answers(order);
    const draft = { kind: 'ANSWER', words: { text: BEGUN }, basedOn: undefined } as const;
    await saveAnswerDraft(table, before, draft, world.now());
    expect(await stored(recipient, order.id)).toBeDefined();
    expect((await responseTo(recipient.answerDraft(order))).body.data).toEqual([]);
  });

  test('stays readable for its author after the message was canceled', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.savesAnswerDraft(order);
    await sender.cancels(order);
    expect(await recipient.answerDraft(order)).toMatchObject({
      messageBody: ANSWER,
    });
  });

  test('is not shown to the sender of the message or to strangers', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.savesAnswerDraft(order);
    expect((await responseTo(sender.answerDraft(order))).body).toEqual({
      status: 'SUCCESS',
      data: [],
    });
    await expectRefused((await newPerson(world)).answerDraft(order), 404, 'NOT_FOUND');
  });

  test('lasts until a week after the deadline', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const { deadlineAt } = await sender.sees(order);
    const { body } = await responseTo(recipient.savesAnswerDraft(order));
    const end = Date.parse(deadlineAt) + 7 * DAY;
    expect(Date.parse(body.data[0].expiresAt)).toBe(Math.floor(end / SECOND) * SECOND);
    world.advance(17 * DAY - HOUR);
    expect(await stored(recipient, order.id)).toBeDefined();
    world.advance(HOUR);
    expect(await stored(recipient, order.id)).toBeUndefined();
  });

  test('is deleted with the account, and no other', async () => {
    const [one, other] = [await pendingOrder(world), await pendingOrder(world)];
    for (const { recipient, id } of [one, other]) await recipient.savesAnswerDraft({ id });
    await deleteAnswerDrafts(table, one.recipient.user.id);
    expect(await stored(one.recipient, one.id)).toBeUndefined();
    expect(await stored(other.recipient, other.id)).toBeDefined();
  });
});

describe('the draft of an improved answer', () => {
  const IMPROVED = { kind: 'IMPROVED' } as const;

  test('is kept while the claim can be answered by it, until a week after that', async () => {
    const { recipient, order } = await claimedOrder(world);
    const { http, body } = await responseTo(recipient.savesAnswerDraft(order, IMPROVED));
    expect(http).toBe(200);
    expect(body.data[0]).toMatchObject({ kind: 'IMPROVED', messageBody: ANSWER });
    const days = (Date.parse(body.data[0].expiresAt) - world.now()) / DAY;
    expect(Math.round(days)).toBe(10);
    expect((await responseTo(recipient.answerDraft(order, 'IMPROVED'))).body.data).toEqual(
      body.data,
    );
  });

  test('is deleted with the improved answer, and cannot be saved again', async () => {
    const { recipient, order } = await claimedOrder(world);
    await recipient.savesAnswerDraft(order, IMPROVED);
    await recipient.improves(order);
    expect(await stored(recipient, order.id, 'IMPROVED')).toBeUndefined();
    await expectRefused(recipient.savesAnswerDraft(order, IMPROVED), 409, 'WRONG_STATUS');
  });

  test('is not shown if a save was written after the improved answer', async () => {
    const { recipient, order } = await improvedOrder(world);
    const improved = (await conversationById(table, order.id, world.now())) as Conversation;
    const draft = { kind: 'IMPROVED', words: { text: BEGUN }, basedOn: undefined } as const;
    await saveAnswerDraft(table, improved, draft, world.now());
    expect((await responseTo(recipient.answerDraft(order, 'IMPROVED'))).body.data).toEqual([]);
  });

  test('is refused without an open claim', async () => {
    const [unclaimed, contested] = [await answeredOrder(world), await claimedOrder(world)];
    await contested.recipient.contests(contested);
    for (const { recipient, id } of [unclaimed, contested])
      await expectRefused(recipient.savesAnswerDraft({ id }, IMPROVED), 409, 'WRONG_STATUS');
  });

  test('is apart from that of the answer', async () => {
    const { recipient, order } = await pendingOrder(world);
    await recipient.savesAnswerDraft(order);
    expect((await responseTo(recipient.answerDraft(order, 'IMPROVED'))).body.data).toEqual([]);
  });
});
