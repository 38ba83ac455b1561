import { describe, expect, test } from '@jest/globals';
import { fingerprintOf } from '#functions/idempotency.ts';
import { publicUserOf, saveInboundSettings } from '#functions/storage/accounts/users.ts';
import {
  dueConversations,
  listConversations,
} from '#functions/storage/conversations/conversation-lists.ts';
import {
  changeConversation,
  conversationById,
  lockedConversationOf,
  saveOrder,
} from '#functions/storage/conversations/conversations.ts';
import { mailboxCountsOf } from '#functions/storage/conversations/list-counters.ts';
import { requestOf } from '#functions/storage/idempotency.ts';
import { balanceOf, book } from '#functions/storage/ledger/ledger.ts';
import { monthOfUser } from '#functions/storage/month-counters.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { applyPaymentStatus } from '#shared/rules/conversations/apply-payment-status.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { answer, begin, end, undo } from '#shared/rules/conversations/state-machine.ts';
import { paidEntry } from '#shared/rules/ledger/ledger.ts';
import { DAY, later, MINUTE } from '#shared/time.ts';
import { newPerson, type Person } from '../support/people.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();

const terms = { termsToday: feeTermsOf('FREE', DEFAULT_FEES) };

/** Returns an order that can be created. */
function order(sender: Person, recipient: Person, requestKey?: string) {
  const now = world.now();
  const conversation = begin(
    {
      id: newId(now),
      questionId: newId(now),
      sender: publicUserOf(sender.user),
      recipient: publicUserOf(recipient.user),
      subject: 'A question',
      price: recipient.user.paidResponsePrice,
      feeTerms: feeTermsOf('FREE', DEFAULT_FEES),
      payment: { customerId: 'cus', paymentMethodId: 'pm', keepCard: false, requestKey },
    },
    now,
  );
  const question = {
    id: conversation.questionId,
    kind: 'QUESTION' as const,
    conversationId: conversation.id,
    senderId: sender.user.id,
    body: '<p>?</p>',
    sentAt: now,
  };
  const keyed = requestKey
    ? { callerId: sender.user.id, key: requestKey, fingerprint: 'f' }
    : undefined;
  return { conversation, question, text: question.body, recipient: recipient.user, keyed };
}

async function people(commitment = 5) {
  return {
    sender: await newPerson(world),
    recipient: await newPerson(world, {
      price: 2_500,
      paidResponseCommitment: commitment,
    }),
  };
}

async function pending(sender: Person, recipient: Person): Promise<Conversation> {
  const placing = order(sender, recipient);
  expect(await saveOrder(table, placing, world.now())).toBe('done');
  const held = { is: 'held', intentId: 'pi', captureBefore: later(world.now(), 7 * DAY) } as const;
  const settled = await changeConversation(table, placing.conversation.id, world.now(), (c) =>
    applyPaymentStatus(c, held, world.now()),
  );
  return settled as Conversation;
}

describe('creating an order', () => {
  test('succeeds once while the sender has a pending message to the recipient', async () => {
    const { sender, recipient } = await people();
    expect(await saveOrder(table, order(sender, recipient), world.now())).toBe('done');
    expect(await saveOrder(table, order(sender, recipient), world.now())).toBe('PENDING_EXISTS');
  });

  test('is limited to the monthly commitment, and requires the shown price', async () => {
    const { sender, recipient } = await people(1);
    const other = await newPerson(world);
    expect(await saveOrder(table, order(sender, recipient), world.now())).toBe('done');
    expect(await saveOrder(table, order(other, recipient), world.now())).toBe('FULL');
    const settings = { paidResponsePrice: cents(3_000), paidResponseCommitment: 5 };
    await saveInboundSettings(table, recipient.user.id, settings, world.now());
    expect(await saveOrder(table, order(other, recipient), world.now())).toBe('CHANGED');
    expect((await monthOfUser(table, recipient.user.id, world.now())).reservedCount).toBe(1);
  });

  test('leaves nothing behind when it is undone', async () => {
    const { sender, recipient } = await people(1);
    const placing = order(sender, recipient, 'key-1');
    const { id } = placing.conversation;
    await saveOrder(table, placing, world.now());
    expect(await requestOf(table, sender.user.id, 'key-1', world.now())).toMatchObject({
      made: id,
    });
    await changeConversation(table, id, world.now(), (c) => undo(c, false, world.now()));
    expect(await requestOf(table, sender.user.id, 'key-1', world.now())).toBeUndefined();
    expect(await lockedConversationOf(table, sender.user.id, recipient.user.id)).toBeUndefined();
    expect((await monthOfUser(table, recipient.user.id, world.now())).reservedCount).toBe(0);
    expect(await mailboxCountsOf(table, recipient.user.id, 'INBOX')).toEqual({});
    expect(await conversationById(table, id, later(world.now(), 31 * DAY))).toBeUndefined();
  });
});

describe('changing a conversation', () => {
  test('concurrently applies each change to the result of the previous one', async () => {
    const { sender, recipient } = await people();
    const { id } = await pending(sender, recipient);
    const decided: string[] = [];
    await Promise.all(
      Array.from({ length: 6 }, () =>
        changeConversation(table, id, world.now(), (c) => {
          decided.push(c.status);
          if (c.status !== 'PENDING') return undefined;
          return answer(c, { choice: 'COMPLETED', ...terms }, world.now());
        }),
      ),
    );
    expect(decided).toContain('COMPLETED');
    expect(await balanceOf(table, recipient.user.id)).toMatchObject({
      balance: 2_200,
      totalMessages: 1,
    });
  });

  test('moves it between the lists, and removes its due date', async () => {
    const { sender, recipient } = await people();
    const { id } = await pending(sender, recipient);
    const inbox = { userId: recipient.user.id, mailbox: 'INBOX', skip: 0, limit: 20 } as const;
    const shown = async (filter: 'ALL' | 'PENDING' | 'DECLINED') =>
      (await listConversations(table, { ...inbox, filter }))?.conversations.map((one) => one.id);
    expect(await shown('PENDING')).toEqual([id]);
    const due = async () =>
      (await dueConversations(table, 'CONVERSATION', later(world.now(), 11 * DAY), { limit: 100 }))
        .ids;
    expect(await due()).toContain(id);
    await changeConversation(table, id, world.now(), (c) =>
      end(c, { how: 'decline' }, world.now()),
    );
    expect(await shown('PENDING')).toEqual([]);
    expect(await shown('DECLINED')).toEqual([id]);
    expect(await mailboxCountsOf(table, recipient.user.id, 'INBOX')).toMatchObject({
      ALL: 1,
      PENDING: 0,
      DECLINED: 1,
      pendingNet: 0,
    });
    await changeConversation(table, id, world.now(), (c) =>
      applyPaymentStatus(c, { is: 'released', intentId: 'pi' }, world.now()),
    );
    expect(await due()).not.toContain(id);
  });

  test('known from before decides on what another process has written meanwhile', async () => {
    const { sender, recipient } = await people();
    const known = await pending(sender, recipient);
    const { id, version } = known;
    const decline = (c: Conversation) => end(c, { how: 'decline' }, world.now());
    await changeConversation(table, id, world.now(), decline, known);
    const decided: [string, number][] = [];
    const outcome = await changeConversation(
      table,
      id,
      world.now(),
      (c) => {
        decided.push([c.status, c.version]);
        return c.status === 'PENDING'
          ? answer(c, { choice: 'COMPLETED', ...terms }, world.now())
          : undefined;
      },
      known,
    );
    expect(decided).toEqual([
      ['PENDING', version],
      ['DECLINED', version + 1],
    ]);
    expect(outcome).toMatchObject({ status: 'DECLINED' });
    expect(await balanceOf(table, recipient.user.id)).toMatchObject({ balance: 0 });
  });

  test('that needs no change in the known version is read again before it stays unchanged', async () => {
    const { sender, recipient } = await people();
    const known = await pending(sender, recipient);
    const { id } = known;
    await changeConversation(table, id, world.now(), (c) =>
      end(c, { how: 'decline' }, world.now()),
    );
    const left = await changeConversation(table, id, world.now(), () => undefined, known);
    expect(left).toMatchObject({ status: 'DECLINED' });
  });

  test('that does not exist returns nothing', async () => {
    const never = () => {
      throw new Error('there is nothing to decide');
    };
    expect(await changeConversation(table, newId(world.now()), world.now(), never)).toBeUndefined();
  });
});

test('a ledger entry is booked once per cause', async () => {
  const entry = paidEntry({ id: newId(world.now()), price: cents(100) });
  expect(await table.write(book(entry, world.now()))).toBe('done');
  expect(await table.write(book(entry, later(world.now(), MINUTE)))).toBe('BOOKED');
});

test('a request fingerprint depends neither on the order of fields nor on a password', () => {
  expect(fingerprintOf({ a: 1, password: 'One' })).toBe(fingerprintOf({ a: 1, password: 'Two' }));
  expect(fingerprintOf({ a: 1, b: 2 })).toBe(fingerprintOf({ b: 2, a: 1 }));
  expect(fingerprintOf({ a: 1, b: 2 })).not.toBe(fingerprintOf({ a: 1, b: 3 }));
});
