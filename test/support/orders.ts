import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { letterTo } from '#lib/local/deeds/conversations.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import { intentOf } from './disputes.ts';
import { postAllEvents } from './money.ts';
import { newPerson, type Person } from './people.ts';
import type { World } from './world.ts';

/* Paid conversations in the states that tests begin with, through the real handlers. */

export const PRICE = 2_500;

/** The people of an order beside it, so that a test can name each of them. */
export const sceneOf = <Scene extends Order>(order: Scene) => ({ ...order, order });

/** A conversation with both of its people. */
export type Scene = Awaited<ReturnType<typeof pendingOrder>>;

/** Creates a pending conversation that was paid with a new card. */
export async function pendingOrder(world: World) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const { id } = await sender.pays(recipient, { card: 'pm_card_visa' });
  return sceneOf({ sender, recipient, id });
}

/** Creates an order that was answered and captured, with all webhooks delivered. */
export async function answeredOrder(world: World) {
  const order = await pendingOrder(world);
  await order.recipient.answers(order);
  await postAllEvents(world);
  return { ...order, intent: intentOf(world, order.id) };
}

/** Creates a pending order whose payment was captured shortly before its hold lapsed. */
export async function capturedOrder(world: World) {
  const order = await pendingOrder(world);
  world.advance(7 * DAY - 11 * HOUR);
  await expireConversations({}, lambdaContext());
  return { ...order, intent: intentOf(world, order.id) };
}

/** Creates a pending order whose recipient has asked a clarifying question. */
export async function pausedOrder(world: World) {
  const order = await pendingOrder(world);
  await order.recipient.asks(order);
  return order;
}

/** The fields of a letter to somebody, for tests that send them raw. */
export const orderFor = (recipient: Person, more: Readonly<Record<string, unknown>> = {}) => ({
  ...letterTo(recipient),
  ...more,
});
