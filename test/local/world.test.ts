import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, DEMO_STAFF_PEOPLE } from '#lib/local/seed/demo.ts';
import { CREATORS } from '#lib/local/seed/people.ts';
import type { OperationName } from '#shared/api/index.ts';
import { STATUSES } from '#shared/rules/conversations/conversations.ts';
import { readLocal, signInOver, visitorOver } from '../support/client.ts';
import { productOfFile } from './product-of-file.ts';

const local = productOfFile({ seed: true });

async function statusesSeenBy(username: string, operation: OperationName): Promise<Set<string>> {
  const person = await signInOver(local.url, username, DEMO_PASSWORD);
  const filters = ['ALL', ...(operation === 'viewOrderList' ? ['CANCELLED'] : [])];
  const lists = await Promise.all(
    filters.map((filter) => responseTo(person.calls(operation, { filter }))),
  );
  return new Set(
    lists.flatMap(({ body }) => body.data.map((row: { status: string }) => row.status)),
  );
}

describe('the seeded local world', () => {
  test('has accounts that can sign in with the printed passwords', async () => {
    for (const { username } of [...DEMO_PEOPLE, ...DEMO_STAFF_PEOPLE]) {
      const tokens = await signInOver(local.url, username, DEMO_PASSWORD);
      expect([username, tokens.id]).toEqual([username, expect.any(String)]);
    }
  });

  test('has a dozen creators with an avatar, one of whom accepts no messages and one pauses', async () => {
    const visitor = visitorOver(local.url);
    const profiles = await Promise.all(
      CREATORS.map(({ username }) => visitor.profileNamed(username)),
    );
    for (const { profileImageUrl } of profiles) {
      const portrait = await fetch(`${local.url}${profileImageUrl}`);
      expect(portrait.headers.get('content-type')).toBe('image/webp');
    }
    const closed = profiles.filter(({ active }) => !active);
    expect(closed.map(({ username, paused }) => [username, paused !== undefined])).toEqual([
      ['kwame.boateng', true],
      ['oskar.nowak', false],
    ]);
  });

  test('has a sender with orders in every status', async () => {
    expect(await statusesSeenBy('ben.okafor', 'viewOrderList')).toEqual(new Set([...STATUSES]));
    expect(await statusesSeenBy('ana.markovic', 'viewInboxList')).toEqual(
      new Set(['PENDING', 'OPEN', 'COMPLETED', 'REPORTED', 'DECLINED', 'EXPIRED']),
    );
  });

  test('has an unanswered order that was charged before its hold lapsed and then refunded', async () => {
    const ben = await signInOver(local.url, 'ben.okafor', DEMO_PASSWORD);
    const body = await ben.outbox({ filter: 'EXPIRED' });
    expect(body.data).toMatchObject([{ moneyState: 'REFUNDED', reasonCode: 'RETURN_TO_SENDER' }]);
  });

  test('has an answer that its sender claimed and its recipient contested, which waits for the desk', async () => {
    const priya = await signInOver(local.url, 'priya.nair', DEMO_PASSWORD);
    const body = await priya.outbox({ filter: 'ALL' });
    const claims = body.data.map(({ claimState }) => claimState);
    expect(claims).toContain('CONTESTED');
  });

  test('begins at the real time, with a ledger that sums to zero', async () => {
    expect(local.clock.offsetMs).toBe(0);
    const { data } = await readLocal(local.url, '/_local/ledger');
    const sum = data.reduce((total: number, row: { balance: number }) => total + row.balance, 0);
    expect(sum).toBe(0);
    expect(data).toContainEqual({ account: 'platform:review', balance: 2_500 });
  });

  test('shows people by name instead of id on the /_local pages', async () => {
    const accounts = (await readLocal(local.url, '/_local/ledger')).data.filter(
      ({ account }: { account: string }) => account.startsWith('user:'),
    );
    const names = accounts.map(({ name }: { name: string }) => name);
    expect(names).toContain('Ana Marković');
    expect(names).not.toContain(undefined);
    const { data } = await readLocal(local.url, '/_local/payments');
    const titles = data.map(({ title }: { title: string }) => title);
    expect(titles).toContain('Lucía Prado: a month of a plan');
    expect(titles.filter((title: string) => title.startsWith('Somebody'))).toEqual([]);
  });

  test('has no pending conversation after ten days, and no paused one after the three days of a pause', async () => {
    await local.advance(10 * 24 * 60 * 60);
    expect(await statusesSeenBy('ana.markovic', 'viewInboxList')).not.toContain('PENDING');
    await local.advance(3 * 24 * 60 * 60);
    const { data } = await readLocal(local.url, '/_local/ledger');
    expect(data).toContainEqual({ account: 'held', balance: 0 });
  });

  test('charges every person on a paid plan, and canceling ends the plan with the paid month', async () => {
    const read = async (): Promise<Stripe.Subscription[]> =>
      (await readLocal(local.url, '/_local/stripe/subscriptions')).data;
    const began = await read();
    const paying = CREATORS.filter(({ plan }) => plan);
    expect(began.map(({ status }) => status)).toEqual(paying.map(() => 'active'));
    const lucia = await signInOver(local.url, 'lucia.prado', DEMO_PASSWORD);
    await lucia.endsPlan();
    const after = await read();
    expect(after.filter((one) => one.cancel_at_period_end)).toMatchObject([{ status: 'active' }]);
    expect(await lucia.account()).toMatchObject({
      licenseId: 'STARTER',
      planEndsAt: expect.any(String),
    });
    await local.advance(31 * 24 * 60 * 60);
    const renewed = await read();
    expect(renewed.filter(({ status }) => status === 'canceled')).toHaveLength(1);
    expect(renewed.filter(({ status }) => status === 'active')).toHaveLength(paying.length - 1);
  });
});
