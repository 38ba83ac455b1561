import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

type Open = { readonly sender: Person; readonly recipient: Person; readonly id: string };

/** Creates an open conversation between two people on paid plans. */
async function open(between?: Open): Promise<Open> {
  const sender = between?.sender ?? (await newPerson(world, { licenseId: 'STARTER' }));
  const recipient =
    between?.recipient ?? (await newPerson(world, { price: PRICE, licenseId: 'STARTER' }));
  const paid = await sender.pays(recipient, { card: 'pm_card_visa' });
  const id = paid.id;
  await recipient.answers({ id });
  return { sender, recipient, id };
}

async function seenBy(side: 'sender' | 'recipient', { sender, recipient, id }: Open) {
  return (side === 'sender' ? sender : recipient).sees({ id, sender, recipient });
}

/** Returns status and contact state as each side sees them, the sender first. */
async function bothSee(conversation: Open) {
  const views = [await seenBy('sender', conversation), await seenBy('recipient', conversation)];
  return views.map(({ status, contactState }) => [status, contactState]);
}

const inList = async ({ recipient }: Open, filter: string) =>
  (await responseTo(recipient.inbox({ filter }))).body;
const inOrders = async ({ sender }: Open, filter: string) =>
  (await responseTo(sender.outbox({ filter }))).body;
const BODY = { conversationStatus: 'OPEN', messageBody: '<p>And one thing more.</p>' };

describe('an invitation from an open conversation', () => {
  test('by the recipient is shown on both sides', async () => {
    const one = await open();
    await one.recipient.invites(one.sender);
    expect(await bothSee(one)).toEqual([
      ['INVITED', 'INVITED_ME'],
      ['INVITED', 'INVITED_BY_ME'],
    ]);
  });

  test('by the sender is shown on both sides', async () => {
    const one = await open();
    await one.sender.invites(one.recipient);
    expect(await bothSee(one)).toEqual([
      ['INVITED', 'INVITED_BY_ME'],
      ['INVITED', 'INVITED_ME'],
    ]);
  });

  test('does not affect replies, totals, lists and closing', async () => {
    const one = await open();
    await one.recipient.invites(one.sender);
    expect((await seenBy('sender', one)).allowResponse).toBe(true);
    const fromSender = { orderId: one.id, ...BODY };
    const fromRecipient = { inboxId: one.id, ...BODY };
    expect((await responseTo(one.sender.calls('createOrderMessage', fromSender))).http).toBe(200);
    expect((await responseTo(one.recipient.calls('createInboxMessage', fromRecipient))).http).toBe(
      200,
    );
    for (const list of [await inList(one, 'OPEN'), await inOrders(one, 'OPEN')])
      expect([list.pageTotal, list.data[0].id]).toEqual([1, one.id]);
    expect((await bothSee(one))[0]).toEqual(['INVITED', 'INVITED_ME']);
    await one.recipient.closes(one);
    for (const list of [await inList(one, 'COMPLETED'), await inOrders(one, 'COMPLETED')])
      expect([list.pageTotal, list.data[0].status]).toEqual([1, 'COMPLETED']);
    expect((await inList(one, 'OPEN')).pageTotal).toBe(0);
  });

  test('that is accepted leaves the conversation open and makes both contacts', async () => {
    const one = await open();
    await one.recipient.invites(one.sender);
    await one.sender.accepts(one.recipient);
    expect(await bothSee(one)).toEqual([
      ['OPEN', 'CONTACT'],
      ['OPEN', 'CONTACT'],
    ]);
    expect((await inList(one, 'OPEN')).data[0].status).toBe('OPEN');
    await one.sender.removesContact(one.recipient);
    expect(await bothSee(one)).toEqual([
      ['OPEN', 'NONE'],
      ['OPEN', 'NONE'],
    ]);
  });

  test('that is accepted by inviting back leaves the conversation open too', async () => {
    const one = await open();
    await one.sender.invites(one.recipient);
    await one.recipient.invites(one.sender);
    expect(await bothSee(one)).toEqual([
      ['OPEN', 'CONTACT'],
      ['OPEN', 'CONTACT'],
    ]);
  });

  test('that is rejected disappears for the recipient, and the inviter sees no change', async () => {
    const one = await open();
    await one.recipient.invites(one.sender);
    await one.sender.rejects(one.recipient);
    expect(await bothSee(one)).toEqual([
      ['OPEN', 'NONE'],
      ['INVITED', 'INVITED_BY_ME'],
    ]);
    await one.sender.invites(one.recipient);
    expect(await bothSee(one)).toEqual([
      ['OPEN', 'CONTACT'],
      ['OPEN', 'CONTACT'],
    ]);
  });

  test('can still be accepted after the conversation is closed', async () => {
    const one = await open();
    await one.recipient.invites(one.sender);
    await one.recipient.closes(one);
    expect(await bothSee(one)).toEqual([
      ['COMPLETED', 'INVITED_ME'],
      ['COMPLETED', 'INVITED_BY_ME'],
    ]);
    await one.sender.accepts(one.recipient);
    expect(await bothSee(one)).toEqual([
      ['COMPLETED', 'CONTACT'],
      ['COMPLETED', 'CONTACT'],
    ]);
  });

  test('changes the status of only the newest of several conversations', async () => {
    const older = await open();
    world.advance(1_000);
    const newer = await open(older);
    await newer.sender.invites(newer.recipient);
    expect(
      (await inList(older, 'OPEN')).data.map(({ status }: { status: string }) => status),
    ).toEqual(['INVITED', 'OPEN']);
    expect((await seenBy('sender', older)).contactState).toBe('INVITED_BY_ME');
  });

  test('does not change a conversation that is not open', async () => {
    const sender = await newPerson(world, { licenseId: 'STARTER' });
    const recipient = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
    const paid = await sender.pays(recipient, { card: 'pm_card_visa' });
    const one = { sender, recipient, id: paid.id };
    await recipient.invites(sender);
    expect(await bothSee(one)).toEqual([
      ['PENDING', 'INVITED_ME'],
      ['PENDING', 'INVITED_BY_ME'],
    ]);
    await recipient.answers(one);
    expect((await bothSee(one))[1]).toEqual(['OPEN', 'INVITED_BY_ME']);
    const closed = await open();
    await closed.recipient.closes(closed);
    await closed.recipient.invites(closed.sender);
    expect((await bothSee(closed))[1]).toEqual(['COMPLETED', 'INVITED_BY_ME']);
  });

  test('does not move the conversation in lists', async () => {
    const one = await open();
    const before = await seenBy('sender', one);
    world.advance(60_000);
    await one.recipient.invites(one.sender);
    const after = await seenBy('sender', one);
    expect(after.modifiedAt).toBe(before.modifiedAt);
    expect(after.timeline).toEqual(before.timeline);
  });
});
