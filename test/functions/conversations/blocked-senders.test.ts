import { describe, expect, test } from '@jest/globals';
import { type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { YOU_BLOCKED_THEM } from '#shared/rules/contacts/contacts.ts';
import { expectLedgerMatchesStripe, intentsOf } from '../../support/money.ts';
import { orderFor, PRICE } from '../../support/orders.ts';
import { bearer, newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { deliverNameEvent } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Paid messages between two people of whom one blocked the other. docs/product/contacts.md#blocking */

const world = worldOfFile();

const pairOf = async () =>
  [await newPerson(world), await newPerson(world, { price: PRICE })] as const;
const waysToPay = (sender: Person, recipient: Person): (() => Deed<unknown>)[] => [
  () => sender.pays(recipient),
  () => sender.pays(recipient, { card: 'pm_card_visa' }),
  () => sender.calls('createOrder', orderFor(recipient)),
];

describe('a paid message to somebody who blocked the sender', () => {
  test('is refused exactly as by somebody who accepts none, whatever operation sends it', async () => {
    const [sender, recipient] = await pairOf();
    const closed = await newPerson(world, { price: PRICE, paidResponseCommitment: 0 });
    await recipient.blocks(sender);
    const refused = waysToPay(sender, recipient);
    for (const [nth, send] of waysToPay(sender, closed).entries()) {
      const { body } = await responseTo(send());
      await expectRefused(
        refused[nth]?.() as Deed<unknown>,
        REFUSALS.NOT_ACCEPTING.http,
        'NOT_ACCEPTING',
        body.message,
      );
    }
    // Not even an outdated price tells the two apart.
    const outdated = await responseTo(sender.pays(recipient, { price: '24.00' }));
    expect(outdated.body.status).toBe('NOT_ACCEPTING');
    expect(intentsOf(world)).toEqual([]);
    const check = await responseTo(sender.looksForPendingLetter(recipient));
    expect(check.body).toMatchObject({ hasPendingInbox: false });
    await recipient.unblocks(sender);
    await sender.pays(recipient, { card: 'pm_card_visa' });
  });

  test('that the bank has not confirmed yet is undone, and nothing is held', async () => {
    const [sender, recipient] = await pairOf();
    const asked = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired', key: 'tap' }),
    );
    const { inboxId } = asked.body;
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    await recipient.blocks(sender);
    const confirm = () => sender.calls('confirmInboxPayment', { inboxId });
    await expectRefused(confirm(), REFUSALS.NOT_ACCEPTING.http, 'NOT_ACCEPTING');
    const intent = intentsOf(world).find(({ id }) =>
      String(asked.body.clientSecret).startsWith(id),
    );
    expect(intent?.status).toBe('canceled');
    await expectRefused(confirm(), 402, 'CARD_DECLINED');
    await expectLedgerMatchesStripe(world);
  });

  test('that the sender confirmed with the bank, but that was not settled before the block, is undone', async () => {
    const [sender, recipient] = await pairOf();
    const asked = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired' }),
    );
    const { inboxId, clientSecret } = asked.body;
    await world.bank.hears(asked.body, 'authenticated');
    await recipient.blocks(sender);
    const confirmed = sender.calls('confirmInboxPayment', { inboxId });
    await expectRefused(confirmed, REFUSALS.NOT_ACCEPTING.http, 'NOT_ACCEPTING');
    const intent = intentsOf(world).find(({ id }) => String(clientSecret).startsWith(id));
    expect(intent?.status).toBe('canceled');
    await expectLedgerMatchesStripe(world);
  });

  test('that was pending before the block can still be answered', async () => {
    const [sender, recipient] = await pairOf();
    const id = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
    await recipient.blocks(sender);
    await recipient.answers({ id });
    expect((await sender.seesAsSender({ id })).status).toBe('OPEN');
  });
});

test('a paid message to somebody whom the sender blocked is refused with the reason', async () => {
  const [sender, recipient] = await pairOf();
  await sender.blocks(recipient);
  for (const send of waysToPay(sender, recipient))
    await expectRefused(send(), 400, 'INVALID_INPUT', { recipientId: YOU_BLOCKED_THEM });
});

test('search shows somebody who blocked the viewer as not accepting messages', async () => {
  const sender = await newPerson(world);
  const recipient = await newPerson(world, { price: PRICE, fullName: 'Zelda Quillfeather' });
  await deliverNameEvent(world, recipient.user.id);
  const found = async ({ token }: Person) =>
    (await bearer(token).calls('searchUsers', { searchText: 'quillfeather' })).data[0];
  const before = await found(sender);
  expect(before.active).toBe(true);
  await recipient.blocks(sender);
  expect(await found(sender)).toEqual({
    ...before,
    active: false,
    paidResponseCommitment: 0,
    placesLeft: 0,
  });
  expect((await found(await newPerson(world))).active).toBe(true);
  expect((await found(recipient)).active).toBe(true);
});
