import { expect, test } from '@jest/globals';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { book } from '#functions/storage/ledger/ledger.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { returnedEntry } from '#shared/rules/ledger/ledger.ts';
import { DAY } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { pendingOrder } from '../../support/orders.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

test('a message that has expired is not refunded twice if a stale index still lists it', async () => {
  await pendingOrder(world);
  world.advance(RESPONSE_TIME);
  await expectNothingTwice(world, runSchedules);
  await expectLedgerMatchesStripe(world);
});

test('a conversation that cannot be processed does not block others, and is reported', async () => {
  const stuck = await pendingOrder(world);
  const fine = await pendingOrder(world);
  await table.write(book(returnedEntry({ id: stuck.id, price: cents(1) }), world.now()));
  world.advance(10 * DAY);
  await expect(expireConversations({}, lambdaContext())).rejects.toThrow(
    '1 of 2 conversations could not be processed',
  );
  expect(await fine.sender.sees(fine)).toMatchObject({ status: 'EXPIRED' });
  expect(await stuck.sender.sees(stuck)).toMatchObject({ status: 'PENDING' });
});

test('one run processes all conversations that are due, from every page of their list', async () => {
  const [one, other] = [await pendingOrder(world), await pendingOrder(world)];
  world.advance(10 * DAY);
  await world.withSmallPages(() => expireConversations({}, lambdaContext()).catch(() => {}));
  for (const { sender, id } of [one, other])
    expect(await sender.seesAsSender({ id })).toMatchObject({ status: 'EXPIRED' });
});

test('a run without time left processes nothing, and the next run continues', async () => {
  const { sender, order } = await pendingOrder(world);
  world.advance(10 * DAY);
  const late = { ...lambdaContext(), getRemainingTimeInMillis: () => 1_000 };
  await expireConversations({}, late);
  expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
  await expireConversations({}, lambdaContext()).catch(() => {});
  expect(await sender.sees(order)).toMatchObject({ status: 'EXPIRED' });
});

test('an answer after ten days is refused, even before the schedule has expired the message', async () => {
  const { sender, recipient, order } = await pendingOrder(world);
  world.advance(10 * DAY);
  for (const tried of [
    await responseTo(recipient.answers(order)),
    await responseTo(recipient.reportsLetter(order)),
  ])
    expect(tried.body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: 'EXPIRED' });
  await expireConversations({}, lambdaContext()).catch(() => {});
  expect(await sender.sees(order)).toMatchObject({
    status: 'EXPIRED',
    moneyState: 'RELEASED',
  });
});
