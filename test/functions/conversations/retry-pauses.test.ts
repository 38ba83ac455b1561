import { expect, test } from '@jest/globals';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import {
  changeConversation,
  conversationById,
} from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { ZERO } from '#shared/money.ts';
import { HOUR, type Instant, later, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder } from '../../support/orders.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * The pauses between the tries of a refund and of a response to a dispute that wait at the same time in one conversation: staff
 * refunded an answered message while its payment is disputed. Stripe makes no refund during a dispute, and does not answer when
 * the dispute is accepted.
 */

const world = worldOfFile();

/** The tries that failed, and in how many minutes the next one is due. */
type Pause = readonly [tries: number, minutes: number];
type Pauses = { readonly refund: Pause; readonly response: Pause };
const pauses = (refund: Pause, response: Pause): Pauses => ({ refund, response });

/** Creates such a conversation, whose refund and response were tried before `moment`. */
async function refundedAndDisputed(moment: Instant, { refund, response }: Pauses) {
  const order = await answeredOrder(world);
  world.stripe.faults.next({ kind: 'rate-limit', path: '/v1/files' });
  await world.bank.disputes(order.intent);
  await expect(postAllEvents(world)).rejects.toThrow();
  const stored = ([tries, minutes]: Pause) => ({ tries, tryAt: later(moment, minutes * MINUTE) });
  await changeConversation(table, order.id, world.now(), (found) => ({
    next: {
      ...found,
      money: {
        ...found.money,
        owed: 'giveBack',
        byHand: { decided: 'GIVE_BACK', earning: ZERO },
        ...stored(refund),
        response: stored(response),
      },
    },
  }));
  return order.id;
}

async function pausesOf(id: string, moment: Instant) {
  const money = (await conversationById(table, id, moment))?.money;
  const minutes = (at = 0) => (at - moment) / MINUTE;
  return {
    refund: [money?.tries, minutes(money?.tryAt)],
    response: [money?.response?.tries, minutes(money?.response?.tryAt)],
  };
}

test.each<[string, before: Pauses, after: Pauses]>([
  ['the refund was tried more often', pauses([4, 0], [0, 0]), pauses([5, 32], [1, 2])],
  ['the response was tried more often', pauses([0, -1], [4, -1]), pauses([1, 2], [5, 32])],
  ['both were tried often', pauses([9, 0], [8, 0]), pauses([10, 60], [9, 60])],
  // Each run tries both. A refund that is not due keeps its pause, because it may wait for weeks.
  ['only the response is due', pauses([5, 7], [2, 0]), pauses([5, 7], [3, 8])],
  ['only the refund is due', pauses([2, 0], [1, 3]), pauses([3, 8], [2, 4])],
])(
  'a refund and a response that wait at the same time are each postponed by their own pause if %s',
  async (_if, before, after) => {
    const moment = later(world.now(), HOUR);
    const id = await refundedAndDisputed(moment, before);
    world.stripe.faults.next({ kind: 'rate-limit', path: '/v1/disputes/:id/close' });
    await at(world, moment, () => expireConversations({}, lambdaContext()));
    expect(await pausesOf(id, moment)).toEqual(after);
  },
);
