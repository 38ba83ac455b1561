import { describe, expect, test } from '@jest/globals';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { PayOptions } from '#lib/local/deeds/conversations.ts';
import { QUESTION } from '#lib/local/deeds/texts.ts';
import { HOUR } from '#shared/time.ts';
import { expectLedgerMatchesStripe, intentsOf, runSchedules } from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Payments of drafts: a payment sends exactly the draft that the sender was shown, and removes it. */

const world = worldOfFile();

async function writer() {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  return { sender, recipient, draft: await sender.savesDraft(recipient) };
}

test.each(['createInboxWithPayment', 'createInbox'] as const)(
  '%s sends the draft and removes it',
  async (name) => {
    const { sender, recipient, draft } = await writer();
    if (name === 'createInbox')
      await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    const paid =
      name === 'createInbox'
        ? await responseTo(sender.pays(recipient, { draft }))
        : await responseTo(sender.pays(recipient, { card: 'pm_card_visa', draft }));
    expect(paid.body).toMatchObject({ status: 'SUCCESS', data: [{ status: 'PENDING' }] });
    const { data: messages } = await sender.readsOrder(paid.body.data[0]);
    expect(messages[0]?.body).toBe(QUESTION);
    expect(await sender.draftTo(recipient)).toBeUndefined();
    await expectLedgerMatchesStripe(world);
  },
);

test('a payment does not remove drafts to other people', async () => {
  const { sender, recipient, draft } = await writer();
  const other = await newPerson(world, { price: PRICE });
  await sender.savesDraft(other);
  await sender.pays(recipient, { card: 'pm_card_visa', draft });
  expect(await sender.draftTo(other)).toBeDefined();
});

test('a payment is refused if the request names the draft without its version or its id', async () => {
  const { sender, recipient, draft } = await writer();
  const { body } = await responseTo(
    sender.pays(recipient, { card: 'pm_card_visa', input: { draftId: draft.id } }),
  );
  expect(body).toMatchObject({
    status: 'INVALID_INPUT',
    fields: { draftVersion: expect.stringContaining('together') },
  });
});

test('a declined card leaves the draft for the next attempt', async () => {
  const { sender, recipient, draft } = await writer();
  const declined = await responseTo(
    sender.pays(recipient, { card: 'pm_card_chargeDeclined', draft }),
  );
  expect(declined.body.status).toBe('CARD_DECLINED');
  expect(await sender.draftTo(recipient)).toMatchObject({ version: draft.version });
  await sender.pays(recipient, { card: 'pm_card_visa', draft });
  expect(await sender.draftTo(recipient)).toBeUndefined();
});

test('a repeated request with the same key returns the same order, although the draft is removed', async () => {
  const { sender, recipient, draft } = await writer();
  const first = await sender.pays(recipient, {
    card: 'pm_card_visa',
    draft,
    key: 'one-tap',
  });
  const again = await responseTo(
    sender.pays(recipient, { card: 'pm_card_visa', draft, key: 'one-tap' }),
  );
  expect([again.http, again.body.data[0].id]).toEqual([200, first.id]);
});

test('two concurrent payments of one draft send it once', async () => {
  const { sender, recipient, draft } = await writer();
  const answers = await Promise.all([
    responseTo(sender.pays(recipient, { card: 'pm_card_visa', draft, key: 'one' })),
    responseTo(sender.pays(recipient, { card: 'pm_card_visa', draft, key: 'two' })),
  ]);
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
  await expectLedgerMatchesStripe(world);
});

describe('a payment is refused without a hold if', () => {
  async function refused(
    { sender, recipient }: Pick<Awaited<ReturnType<typeof writer>>, 'sender' | 'recipient'>,
    more: PayOptions,
  ) {
    const before = intentsOf(world).length;
    const { http, body } = await responseTo(
      sender.pays(recipient, { card: 'pm_card_visa', ...more }),
    );
    expect([http, body.status]).toEqual([409, 'DRAFT_CHANGED']);
    expect(body.message).toMatch(/Nothing was (sent or )?charged/);
    expect(intentsOf(world)).toHaveLength(before);
    expect(await lockedConversationOf(table, sender.user.id, recipient.user.id)).toBeUndefined();
  }

  test('the draft has changed since it was shown', async () => {
    const { draft, ...two } = await writer();
    const saved = await two.sender.savesDraft(two.recipient, { subject: 'Newer', draft });
    await refused(two, { draft });
    expect(await two.sender.draftTo(two.recipient)).toEqual(saved);
  });

  test('the request has another text than the draft', async () => {
    const { draft, ...two } = await writer();
    await refused(two, { draft, text: `${QUESTION}<p>And one more thing.</p>` });
  });

  test('the request has another subject than the draft', async () => {
    const { draft, ...two } = await writer();
    await refused(two, { draft, subject: 'Another subject' });
  });

  test('the draft is addressed to another person', async () => {
    const { draft, sender } = await writer();
    await refused({ sender, recipient: await newPerson(world, { price: PRICE }) }, { draft });
  });

  test('the draft belongs to another sender', async () => {
    const { draft, recipient } = await writer();
    await refused({ sender: await newPerson(world), recipient }, { draft });
  });
});

describe('while the bank asks for authentication', () => {
  async function atTheBank() {
    const two = await writer();
    const { sender, recipient, draft } = two;
    const asked = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired', draft }),
    );
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    const intentId = String(asked.body.clientSecret).split('_secret')[0] ?? '';
    const confirm = () => {
      world.stripe.authenticate(intentId, 'authenticated');
      const { inboxId } = asked.body;
      return responseTo(sender.confirmsPayment({ id: inboxId }));
    };
    return { ...two, confirm };
  }

  test('the draft remains, and is removed once the payment is confirmed', async () => {
    const { sender, recipient, confirm } = await atTheBank();
    expect(await sender.draftTo(recipient)).toBeDefined();
    expect((await confirm()).http).toBe(200);
    expect(await sender.draftTo(recipient)).toBeUndefined();
  });

  test('text that the sender saves meanwhile remains in the draft, because it was not sent', async () => {
    const { sender, recipient, draft, confirm } = await atTheBank();
    const newer = await sender.savesDraft(recipient, { subject: 'Newer words', draft });
    expect((await confirm()).body.data[0]).toMatchObject({ subject: 'Dry winters' });
    expect(await sender.draftTo(recipient)).toEqual(newer);
    await expectLedgerMatchesStripe(world);
  });

  test('discarding the draft does not stop the payment', async () => {
    const { sender, recipient, draft, confirm } = await atTheBank();
    await sender.discardsDraft(recipient, draft);
    expect((await confirm()).http).toBe(200);
    expect(await sender.draftTo(recipient)).toBeUndefined();
  });

  test('a payment that is never confirmed leaves the draft unchanged', async () => {
    const { sender, recipient, draft } = await atTheBank();
    world.advance(HOUR);
    await runSchedules();
    expect(await sender.draftTo(recipient)).toMatchObject({ version: draft.version });
    await sender.pays(recipient, { card: 'pm_card_visa', draft });
    await expectLedgerMatchesStripe(world);
  });
});
