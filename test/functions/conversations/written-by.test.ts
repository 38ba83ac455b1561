import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as renderPage } from '#functions/pages/render.ts';
import { verificationKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER, WRITTEN_BY_ME } from '#lib/local/deeds/texts.ts';
import {
  hashedLetter,
  hashedText,
  textOfHtml,
} from '#shared/rules/conversations/answer-statement.ts';
import {
  COUNTED_CHARACTERS_MAX,
  COUNTED_MINUTES_MAX,
} from '#shared/rules/conversations/written-by.ts';
import { lambdaContext } from '../../support/call.ts';
import { pendingOrder } from '../../support/orders.ts';
import { blockedNow, newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

const check = (id: string) => responseTo(visitor().verifies({ id }));
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** An answered order, and the id of the page that checks its answer. */
async function answered(written: Readonly<Record<string, unknown>> = WRITTEN_BY_ME) {
  const order = await pendingOrder(world);
  const sent = await order.recipient.answers(order, { written });
  return { ...order, sent, verificationId: String(sent.written?.verificationId) };
}

describe('a paid answer', () => {
  test('has its declaration and its counts for both sides', async () => {
    const { sender, recipient, id } = await answered();
    const written = {
      declaration: 'SELF',
      counts: { typed: 1_204, pasted: 80, minutes: 12 },
      signedAt: null,
      hash: expect.any(String),
      verificationId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    };
    const seen = await Promise.all([
      responseTo(recipient.readsInbox({ id })),
      responseTo(sender.readsOrder({ id })),
    ]);
    for (const { body } of seen)
      expect(body.data).toMatchObject([{ kind: 'PAID_RESPONSE', written }, { kind: 'QUESTION' }]);
    expect(seen[0].body.data[1]).not.toHaveProperty('written');
  });

  test('of an older app is sent without a declaration, and can be checked', async () => {
    const { sent, verificationId } = await answered({});
    expect(sent.written).toMatchObject({ declaration: null, counts: null });
    expect((await check(verificationId)).body.data).toMatchObject([
      { declaration: null, counts: null },
    ]);
  });

  test.each([
    ['a declaration that there is not', { declaration: 'ROBOT' }, 'declaration'],
    ['a negative count', { ...WRITTEN_BY_ME, typedCharacters: -1 }, 'typedCharacters'],
    [
      'more typed characters than can be counted',
      { ...WRITTEN_BY_ME, typedCharacters: COUNTED_CHARACTERS_MAX + 1 },
      'typedCharacters',
    ],
    [
      'more pasted characters than can be counted',
      { ...WRITTEN_BY_ME, pastedCharacters: COUNTED_CHARACTERS_MAX + 1 },
      'pastedCharacters',
    ],
    [
      'more minutes than there are until the deadline',
      { ...WRITTEN_BY_ME, writingMinutes: COUNTED_MINUTES_MAX + 1 },
      'writingMinutes',
    ],
    ['a fraction', { ...WRITTEN_BY_ME, writingMinutes: '1.5' }, 'writingMinutes'],
    ['only some of the counts', { ...WRITTEN_BY_ME, writingMinutes: undefined }, 'typedCharacters'],
  ])('is refused with %s', async (_, claim, field) => {
    const { recipient, order } = await pendingOrder(world);
    const { http, body } = await responseTo(recipient.answers(order, { input: claim }));
    expect(http).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('keeps its verification when it is sent again with its Idempotency-Key', async () => {
    const { recipient, order } = await pendingOrder(world);
    const options = { written: WRITTEN_BY_ME, key: 'answer-once' };
    const first = await recipient.answers(order, options);
    expect(first.written?.verificationId).toEqual(expect.any(String));
    expect(await recipient.answers(order, options)).toEqual(first);
  });

  test('has no verification if it is a free reply', async () => {
    const { recipient, id } = await answered();
    const { body } = await responseTo(
      recipient.answers({ id }, { written: WRITTEN_BY_ME, kind: 'REPLY' }),
    );
    expect(body.data[0].kind).toBe('REPLY');
    expect(body.data[0]).not.toHaveProperty('written');
  });

  test('has no verification if it answers a free help ticket', async () => {
    const { support, order } = await pendingTicket(world, await newPerson(world));
    const { body } = await responseTo(support.answers(order, { written: WRITTEN_BY_ME }));
    expect(body.data[0].kind).toBe('PAID_RESPONSE');
    expect(body.data[0]).not.toHaveProperty('written');
  });
});

describe('viewVerification', () => {
  test('shows anyone who answered, when, and what they say, without the text', async () => {
    const { recipient, id, sent, verificationId } = await answered();
    const { http, body } = await check(verificationId);
    expect(http).toBe(200);
    const { fullName, username } = recipient.user;
    const message = sent;
    expect(body.data).toEqual([
      {
        author: { fullName, username },
        sentAt: message.dateTimeSent,
        declaration: 'SELF',
        counts: { typed: 1_204, pasted: 80, minutes: 12 },
        textHash: sha256(hashedText(verificationId, textOfHtml(ANSWER))),
        statement: expect.any(String),
        hash: message.written?.hash,
        signature: null,
      },
    ]);
    const shown = JSON.stringify(body);
    for (const secret of ['damp sponge', id, message.id]) expect(shown).not.toContain(secret);
  });

  test('shows a statement whose hash is the hash of the answer, and which covers the stored letter', async () => {
    const { id, sent, verificationId } = await answered();
    const [{ statement, hash, textHash }] = (await check(verificationId)).body.data;
    const message = sent;
    expect(sha256(statement)).toBe(hash);
    expect(statement.split('\n')).toEqual([
      'ReplyPaid answer, version 1',
      `verification: ${verificationId}`,
      `author: ${message.senderId}`,
      `sent: ${message.dateTimeSent}`,
      'declaration: SELF',
      'typed: 1204',
      'pasted: 80',
      'minutes: 12',
      `letter: ${sha256(hashedLetter(id, message.id, message.body))}`,
      `text: ${textHash}`,
    ]);
  });

  test('gives the same text another id and another hash in another letter', async () => {
    const [one, other] = [await answered(), await answered()];
    const [first, second] = [await check(one.verificationId), await check(other.verificationId)];
    expect(one.verificationId).not.toBe(other.verificationId);
    expect(first.body.data[0].textHash).not.toBe(second.body.data[0].textHash);
  });

  test('does not name an account that is blocked or deleted', async () => {
    const { recipient, verificationId } = await answered();
    await blockedNow(world, recipient);
    const { body } = await check(verificationId);
    expect(body.data).toMatchObject([{ author: null, statement: null, hash: null }]);
    expect(JSON.stringify(body)).not.toContain(recipient.user.fullName);
    expect(JSON.stringify(body)).not.toContain(recipient.user.id);
  });

  test('refuses an unknown id with NOT_FOUND', async () => {
    const { http, body } = await check(UNKNOWN);
    expect([http, body.status]).toEqual([404, 'NOT_FOUND']);
  });

  test('refuses the id of the conversation or the message with NOT_FOUND', async () => {
    const { id, sent } = await answered();
    expect((await check(id)).http).toBe(404);
    expect((await check(sent.id)).http).toBe(404);
  });

  test('refuses what is not an id with INVALID_INPUT', async () => {
    const { http, body } = await check('a-letter');
    expect([http, body.status]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the stored verification', () => {
  test('has no text and no id of the conversation or the message', async () => {
    const { id, sent, verificationId } = await answered();
    const stored = JSON.stringify(await table.get(verificationKey(verificationId)));
    for (const secret of ['damp sponge', id, sent.id]) expect(stored).not.toContain(secret);
  });
});

describe('the page that checks a letter', () => {
  type Page = { statusCode: number; body: string };
  const pageOf = async (id: string) => {
    const event = { rawPath: `/pages/verify/${id}`, headers: {} };
    return (await renderPage(event as unknown as APIGatewayProxyEventV2, lambdaContext())) as Page;
  };

  test('is rendered with its facts, and not listed by search engines', async () => {
    const { recipient, verificationId } = await answered();
    const page = await pageOf(verificationId);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    for (const shown of [
      recipient.user.fullName,
      'typed 1,204 characters in 12 minutes, pasted 80',
    ])
      expect(page.body).toContain(shown);
    expect(page.body).not.toContain('damp sponge');
  });

  test('names nobody if the account no longer exists', async () => {
    const { recipient, verificationId } = await answered();
    await blockedNow(world, recipient);
    const page = await pageOf(verificationId);
    expect(page.body).toContain('The account no longer exists.');
    expect(page.body).not.toContain(recipient.user.fullName);
  });

  test.each([UNKNOWN, 'a-letter', ''])('is not found at the id %j', async (id) => {
    const page = await pageOf(id);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('Answer not found');
  });
});
