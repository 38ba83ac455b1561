import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY } from '#shared/time.ts';
import { groupOf, pair } from './chats.ts';
import { intentOf } from './disputes.ts';
import { newestDomainEvent, deliverToDevices as tell } from './domain-events.ts';
import { postAllEvents, runSchedules } from './money.ts';
import { PRICE, pendingOrder } from './orders.ts';
import { advanceTo, newEarner, nextPayday, runPayOut, transfersOf } from './payouts.ts';
import { newPerson } from './people.ts';
import type { World } from './world.ts';

/** The idempotency key of a request that was completed before the restore. */
export const REPEATED_KEY = 'before-the-restore';

/**
 * Seeds a world with held, answered, refunded, reviewed, disputed and paid-out money, an interrupted payment, chats,
 * links and a device.
 */
export async function seedWorld(world: World) {
  const paidOut = await newEarner(world);
  await paidOut.setsUpPayouts(world.stripe);
  await postAllEvents(world);
  advanceTo(world, nextPayday(world));
  await runPayOut();
  if (transfersOf(world).length === 0) throw new Error('nobody was paid out');

  const refunded = await pendingOrder(world);
  world.advance(6.6 * DAY);
  await runSchedules();
  await refunded.sender.cancels(refunded);
  const [held, answered, released, reviewed, disputed] = [
    await pendingOrder(world),
    await pendingOrder(world),
    await pendingOrder(world),
    await pendingOrder(world),
    await pendingOrder(world),
  ];
  await answered.recipient.answers(answered);
  await released.sender.cancels(released);
  await reviewed.recipient.reportsLetter(reviewed);
  await disputed.recipient.answers(disputed);
  await world.bank.disputes(intentOf(world, disputed.id));
  await postAllEvents(world);

  const { ana, chat } = await pair(world);
  await ana.says(chat, '<p>Until Sunday</p>');
  const group = await groupOf(world, 3);
  await group.maker.says(group.chat, '<p>All of you</p>');
  await ana.addsLink('My page', 'https://example.com/me');

  const sender = await newPerson(world);
  const recipient = await newPerson(world, { price: PRICE });
  const first = await sender.pays(recipient, { card: 'pm_card_visa', key: REPEATED_KEY });
  const repeated = { sender, recipient, id: first.id };
  const subscription = world.push.subscribe();
  await recipient.addsDevice(subscription);
  const heard = await newestDomainEvent(world, 'conversation.paid');
  await tell(heard);
  // A second message to the same recipient, whose notification was not sent yet.
  await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
  return {
    paidOut,
    refunded,
    held,
    answered,
    released,
    reviewed,
    disputed,
    repeated,
    ana,
    chat,
    group,
    subscription,
    heard,
    interrupted: await crashedPayment(world),
  };
}

/** A payment request that crashed right after Stripe had created its hold. */
async function crashedPayment(world: World) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const before = world.stripe.read('paymentIntents')?.length ?? 0;
  for (let nth = 1; ; nth += 1) {
    const trial = nth === 1 ? sender : await newPerson(world);
    const outcome = await world.crashingAt(nth, 'after', () =>
      responseTo(trial.pays(recipient, { card: 'pm_card_visa' })),
    );
    if (outcome.is === 'completed') throw new Error('the payment was never interrupted');
    const intents = (world.stripe.read('paymentIntents') ?? []) as {
      metadata: { conversationId?: string };
    }[];
    const id = intents.length > before ? intents[0]?.metadata.conversationId : undefined;
    const found = id && (await conversationById(table, id, world.now()));
    if (found && found.status === 'PAYING') return { sender: trial, recipient, id: found.id };
    if (id) throw new Error('the payment was settled already');
  }
}

/** Returns the same world with another table, which later calls use. */
export function withTable(world: World, tableName: string): World {
  process.env.TABLE_NAME = tableName;
  return { ...world, tableName };
}
