import { casesById } from '#functions/storage/desk/cases.ts';
import { casesWaiting } from '#functions/storage/desk/queues.ts';
import { table } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { answeredOrder } from './orders.ts';
import type { World } from './world.ts';

/* Answered letters with a claim, through the real handlers. */

/** Creates an answered and captured order with a claim. */
export async function claimedOrder(world: World) {
  const order = await answeredOrder(world);
  await order.sender.claims(order);
  return order;
}

/** Creates a claim that the recipient has answered with an improved answer. */
export async function improvedOrder(world: World) {
  const order = await claimedOrder(world);
  await order.recipient.improves(order);
  return order;
}

/** Creates a claim that the recipient has contested. */
export async function contestedOrder(world: World) {
  const order = await claimedOrder(world);
  await order.recipient.contests(order);
  return order;
}

/** The undecided cases about a conversation. */
export async function openCasesAbout(conversationId: string) {
  const waiting = await casesWaiting(table, 'CLAIM', { limit: 50 });
  const cases = await casesById(
    table,
    waiting.map(({ id }) => id),
  );
  return cases.filter(({ subject }) => subject.id === conversationId);
}

/** The undecided case about a conversation. */
export async function openCaseAbout({ id }: Ref) {
  const [one] = await openCasesAbout(id);
  if (!one) throw new Error('no case about it is open');
  return one;
}
