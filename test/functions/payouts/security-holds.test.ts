import { beforeEach, expect, test } from '@jest/globals';
import { handler as tellOldNumber } from '#functions/events/tellOldNumber.ts';
import { isSecurityStepEvent } from '#functions/storage/auth/security-steps.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe } from '../../support/money.ts';
import {
  advanceTo,
  advanceToDayWithoutPayouts,
  newEarner,
  nextPayday,
  runPayday,
  runPayOut,
  transfersOf,
} from '../../support/payouts.ts';
import { type Person, personOf, visitor } from '../../support/people.ts';
import { deliverWebhooks } from '../../support/plans.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/* Payouts that are held after steps of the takeover ladder. docs/product/payouts.md#after-steps-of-the-takeover-ladder */

const world = worldOfEachTest();
beforeEach(() => advanceToDayWithoutPayouts(world));

const statuses = async (person: Person): Promise<string[]> => {
  const { body } = await responseTo(person.payouts());
  return body.data.map(({ status }: { status: string }) => status);
};

/** Stops the newest step of a person with the link that was texted to them. */
async function stopNewestStep(person: Person): Promise<void> {
  const events = (await domainEventsOf(world)).filter(
    (event) => isSecurityStepEvent(event) && event.detail.userId === person.user.id,
  );
  await tellOldNumber({ detail: events.at(-1) } as never, lambdaContext());
  const text = world.texts.find(({ to }) => to === person.user.phoneNumber)?.body ?? '';
  const token = /stop-change[?]token=([\w.-]+)/.exec(text)?.[1] ?? '';
  expect((await visitor().calls('stopSecurityStep', { token })).data[0]).toMatchObject({
    status: 'STOPPED',
  });
}

/** Sets up payouts 73 hours after a password change, while a payout waits. */
async function setUpAfterStep(): Promise<Person> {
  const ana = await newEarner(world);
  await runPayday(world);
  expect(await statuses(ana)).toEqual(['WAITING']);
  await ana.changesPassword();
  world.advance(73 * HOUR);
  await ana.setsUpPayouts(world.stripe);
  await deliverWebhooks(world);
  return ana;
}

test('a waiting payout goes out 72 hours after a setup of payouts that came after another step', async () => {
  const ana = await setUpAfterStep();
  for (const pause of [HOUR, 70 * HOUR]) {
    world.advance(pause);
    await runPayOut();
    expect(await statuses(ana)).toEqual(['WAITING']);
  }
  world.advance(HOUR);
  await runPayOut();
  expect(await statuses(ana)).toEqual(['PAID']);
  await expectLedgerMatchesStripe(world);
});

test('a waiting payout never goes to an account whose setup the owner stopped', async () => {
  const ana = await setUpAfterStep();
  world.advance(71 * HOUR);
  await stopNewestStep(ana);
  for (const pause of [HOUR, 3 * DAY]) {
    world.advance(pause);
    await deliverWebhooks(world);
    await runPayOut();
  }
  expect(await statuses(ana)).toEqual(['WAITING']);
  expect(transfersOf(world)).toEqual([]);
});

test('a waiting payout goes out at once after a setup without another step', async () => {
  const ana = await newEarner(world);
  await runPayday(world);
  await ana.setsUpPayouts(world.stripe);
  await deliverWebhooks(world);
  await runPayOut();
  expect(await statuses(ana)).toEqual(['PAID']);
});

test('a balance that is due is decided 72 hours after a stop, and its date says so', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  const payday = nextPayday(world);
  advanceTo(world, payday - 30 * HOUR);
  await ana.changesPassword();
  await stopNewestStep(ana);
  const stoppedAt = world.now();
  advanceTo(world, payday);
  await runPayOut();
  expect(await statuses(ana)).toEqual([]);
  // The stop has ended her sessions.
  const { nextPayoutDate } = await (await personOf(world, ana.user)).payoutAccount();
  expect(Math.abs(Date.parse(nextPayoutDate) - (stoppedAt + 72 * HOUR))).toBeLessThan(HOUR);
  advanceTo(world, stoppedAt + 73 * HOUR);
  await runPayOut();
  expect(await statuses(ana)).toEqual(['PAID']);
});

test('a decided payout whose transfer failed is not sent within 72 hours after a stop', async () => {
  const ana = await newEarner(world);
  await ana.setsUpPayouts(world.stripe);
  advanceTo(world, nextPayday(world));
  world.stripe.faults.next({ kind: 'status-500', path: '/v1/transfers', times: 99 });
  await runPayOut().catch(() => undefined);
  expect(await statuses(ana)).toEqual(['SENDING']);
  world.stripe.faults.clear();
  await ana.changesPassword();
  await stopNewestStep(ana);
  for (const [pause, status] of [
    [70 * HOUR, 'SENDING'],
    [3 * HOUR, 'PAID'],
  ] as const) {
    world.advance(pause);
    await runPayOut();
    expect(await statuses(ana)).toEqual([status]);
  }
});
