import { expect, jest, test } from '@jest/globals';
import { payments } from '#functions/gateways/payments.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { Refusal } from '#shared/refusals.ts';
import { DAY } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { errorLines } from '../../support/error-lines.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, capturedOrder, pendingOrder } from '../../support/orders.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* Alarms when money cannot be moved: a fault of the product raises one, and an unanswered request to Stripe does not. */

const world = worldOfEachTest();

const UNANSWERED = new Refusal('UNAVAILABLE');
const FAULT = new Error('a fault');

const loggedErrors = async (run: () => Promise<unknown>) =>
  (await errorLines(run)).map(({ message }) => message);

const failOnce = (method: 'capture' | 'cancelOrRefund', fault: Error) =>
  jest.spyOn(payments, method).mockRejectedValueOnce(fault);

test.each([
  ['no alarm if Stripe does not answer', UNANSWERED, []],
  ['an alarm if the product is at fault', FAULT, ['left to the sweep']],
])('a capture that fails after an answer raises %s', async (_what, fault, errors) => {
  const { recipient, order } = await pendingOrder(world);
  const failed = failOnce('capture', fault);
  const logged = await loggedErrors(async () =>
    expect((await responseTo(recipient.answers(order))).http).toBe(200),
  );
  failed.mockRestore();
  expect(logged).toEqual(errors);
});

test.each([
  ['no alarm if Stripe does not answer', UNANSWERED, []],
  ['an alarm if the product is at fault', FAULT, ['processing a conversation failed']],
])('a refund that the schedule cannot make raises %s', async (_what, fault, errors) => {
  await capturedOrder(world);
  world.advance(10 * DAY);
  const failed = failOnce('cancelOrRefund', fault);
  const logged = await loggedErrors(() =>
    expireConversations({}, lambdaContext()).catch(() => undefined),
  );
  failed.mockRestore();
  expect(logged.slice(0, errors.length)).toEqual(errors);
  expect(logged.length > 0).toBe(errors.length > 0);
});

test('a dispute that was not answered in time raises an alarm', async () => {
  const { intent } = await answeredOrder(world);
  await world.bank.disputes(intent);
  world.advance(8 * DAY);
  expect(await loggedErrors(() => postAllEvents(world))).toEqual([
    'a dispute was not answered in time',
  ]);
});
