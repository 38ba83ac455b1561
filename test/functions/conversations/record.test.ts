import { describe, expect, test } from '@jest/globals';
import { sha256 } from '#functions/sha256.ts';
import { writeMessage } from '#functions/storage/conversations/messages.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER, WRITTEN_BY_ME } from '#lib/local/deeds/texts.ts';
import { newId } from '#shared/ids.ts';
import { firstBrokenEntry, type RecordEntry } from '#shared/rules/conversations/record-chain.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

async function recordFor(person: Person, id: string) {
  const { http, body } = await responseTo(person.recordOf({ id }));
  return { http, body, record: body.data?.[0] };
}

const whats = (entries: readonly RecordEntry[]) => entries.map(({ what }) => what);

describe('viewConversationRecord', () => {
  test('gives both sides an intact chain of what happened, the messages and their money', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    await recipient.closes(order);
    for (const person of [sender, recipient]) {
      const { record } = await recordFor(person, order.id);
      expect(record).toMatchObject({
        format: 'replypaid-record/1',
        conversationId: order.id,
        side: person === sender ? 'sender' : 'recipient',
      });
      expect(whats(record.entries)).toEqual([
        'CONVERSATION',
        'PAID',
        'MESSAGE',
        'BOOKED',
        // Within a millisecond, events come before messages, and messages before bookings.
        'ANSWERED',
        'CAPTURED',
        'MESSAGE',
        'BOOKED',
        'CLOSED',
      ]);
      expect(await firstBrokenEntry(record.entries, sha256)).toBeUndefined();
      expect(record.entries.at(-3).text).toBe(ANSWER.replace(/<\/?p>/g, '').trim());
      expect(record.entries[0]).toMatchObject({
        subject: 'Dry winters',
        priceCents: 2_500,
        currency: 'usd',
        sender: { fullName: sender.user.fullName, username: sender.user.username },
      });
    }
  });

  test('says who declared to have written the answer, and what the browser counted', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order, { written: WRITTEN_BY_ME });
    for (const person of [sender, recipient]) {
      const { record } = await recordFor(person, order.id);
      const answers = record.entries.filter(
        ({ messageKind }: RecordEntry) => messageKind === 'PAID_RESPONSE',
      );
      expect(answers).toMatchObject([
        { writtenBy: 'SELF', typedCharacters: 1_204, pastedCharacters: 80, writingMinutes: 12 },
      ]);
      expect(await firstBrokenEntry(record.entries, sha256)).toBeUndefined();
    }
  });

  test('says to both sides how much was given back, in parts and in the end', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const staff = await newPerson(world, { staff: ['FINANCE'] });
    const reason = 'Half of the questions were answered.';
    const part = { conversationId: id, amount: '10.00', givenBack: '0.00', reason };
    expect((await responseTo(staff.calls('refundConversationPart', part))).http).toBe(200);
    await postAllEvents(world);
    world.advance(SECOND);
    const whole = { conversationId: id, bearer: 'platform', reason };
    expect((await responseTo(staff.calls('refundConversation', whole))).http).toBe(200);
    await postAllEvents(world);
    for (const person of [sender, recipient]) {
      const { record } = await recordFor(person, id);
      const back = record.entries.filter(({ what }: RecordEntry) =>
        ['PARTLY_REFUNDED', 'RETURNED'].includes(what),
      );
      expect(back.map(({ amountCents }: RecordEntry) => amountCents)).toEqual([1_000, 1_500]);
    }
  });

  test('shows the fee to the recipient only, and nobody a card, a phone number or a Stripe id', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const theirs = (await recordFor(recipient, id)).record;
    expect(theirs.entries).toContainEqual(
      expect.objectContaining({ booking: 'answered', feeCents: 300, earningCents: 2_200 }),
    );
    const own = (await recordFor(sender, id)).record;
    expect(JSON.stringify(own)).not.toMatch(/feeCents|earningCents/);
    for (const record of [theirs, own]) {
      const text = JSON.stringify(record);
      // Hashes and ids are letters and digits by chance.
      const words = text.replace(/[0-9a-f]{64}|[0-9A-Z]{26}/g, '');
      expect(words).not.toMatch(/pm_|pi_|cus_|visa|4242/i);
      expect(text).not.toContain(sender.user.phoneNumber);
      expect(text).not.toContain(recipient.user.phoneNumber);
    }
  });

  test('gives the same record for the same state, and a longer one after a change', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const before = (await recordFor(sender, order.id)).record;
    world.advance(MINUTE);
    expect((await recordFor(sender, order.id)).record).toEqual(before);
    await recipient.declines(order, { note: 'Not my subject' });
    const { entries } = (await recordFor(sender, order.id)).record;
    expect(entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(entries[before.entries.length]).toMatchObject({
      what: 'DECLINED',
      by: 'RECIPIENT',
      note: 'Not my subject',
    });
  });

  test('contains the messages of all pages of the table', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    const body = `<p>${'A long reply. '.repeat(3_500)}</p>`;
    for (let count = 0; count < 25; count += 1) {
      const sentAt = world.now();
      const message = {
        id: newId(sentAt),
        conversationId: order.id,
        senderId: sender.user.id,
      } as const;
      await table.write(writeMessage({ ...message, kind: 'REPLY', body, sentAt }));
      world.advance(1);
    }
    const { record } = await recordFor(recipient, order.id);
    const messages = record.entries.filter(({ what }: RecordEntry) => what === 'MESSAGE');
    expect(messages).toHaveLength(27);
    expect(JSON.stringify(record).length).toBeGreaterThan(1_100_000);
    expect(await firstBrokenEntry(record.entries, sha256)).toBeUndefined();
  });

  test('has no messages for the recipient of a canceled order', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await sender.cancels(order);
    expect(whats((await recordFor(recipient, order.id)).record.entries)).not.toContain('MESSAGE');
    expect(whats((await recordFor(sender, order.id)).record.entries)).toContain('MESSAGE');
  });

  test('refuses strangers, help tickets and unknown ids', async () => {
    const { id } = await pendingOrder(world);
    expect((await recordFor(await newPerson(world), id)).body.status).toBe('NOT_FOUND');
    const { sender: asker, id: ticketId } = await pendingTicket(world, await newPerson(world));
    expect((await recordFor(asker, ticketId)).body.status).toBe('FORBIDDEN');
    expect((await recordFor(asker, newId(world.now()))).body.status).toBe('NOT_FOUND');
  });
});
