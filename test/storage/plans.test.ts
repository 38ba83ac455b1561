import { expect, test } from '@jest/globals';
import { alertsIn } from '#functions/storage/accounts/alerts.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { savePlan } from '#functions/storage/billing/plans.ts';
import { alertsKey, userKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { AccountPlan } from '#shared/rules/billing/plans.ts';
import { instant } from '#shared/time.ts';
import { scanTable } from '../support/scanned-table.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Which events and alerts each change of a plan causes. */

const world = worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));

const onPlan = (plan: 'STARTER' | 'PROFESSIONAL', failing = false): AccountPlan => ({
  licenseId: plan,
  membership: { subscriptionId: 'sub', plan, ending: false, failing, paidUntil: NOW },
});
const NONE: AccountPlan = { licenseId: 'NONE' };
const FREE: AccountPlan = { licenseId: 'FREE' };
const CHARGE = { invoiceId: newId(NOW), amount: cents(199) };

const ROWS: [
  what: string,
  before: AccountPlan,
  after: AccountPlan,
  charge: typeof CHARGE | undefined,
  events: string[],
  alerts: string[],
][] = [
  ['a registration', NONE, onPlan('STARTER'), CHARGE, ['plan.charged', 'user.named'], []],
  ['a registration that fails', NONE, FREE, undefined, ['user.named'], []],
  ['a first month', FREE, onPlan('STARTER'), undefined, [], []],
  ['an upgrade', onPlan('STARTER'), onPlan('PROFESSIONAL'), undefined, [], []],
  ['a renewal', onPlan('STARTER'), onPlan('STARTER'), undefined, [], []],
  [
    'a failed renewal',
    onPlan('STARTER'),
    onPlan('STARTER', true),
    undefined,
    ['plan.renewalFailed'],
    [],
  ],
  [
    'a renewal that fails again',
    onPlan('STARTER', true),
    onPlan('STARTER', true),
    undefined,
    [],
    [],
  ],
  ['a renewal that is paid late', onPlan('STARTER', true), onPlan('STARTER'), undefined, [], []],
  ['the end of a plan', onPlan('STARTER'), FREE, undefined, ['plan.ended'], ['PLAN_ENDED']],
  [
    'the end of an unpaid plan',
    onPlan('STARTER', true),
    FREE,
    undefined,
    ['plan.ended'],
    ['PLAN_ENDED'],
  ],
];

test.each(ROWS)(
  '%s causes its events and alerts, and no others',
  async (_what, before, after, charge, events, alerts) => {
    const id = newId(NOW);
    const user = { id, username: id, phoneNumber: '', ...before } as User;
    await table.write(put({ ...userKey(id), ...user }));
    expect(await savePlan(table, user, after, NOW, charge)).toBe('done');
    const stored = await table.get<User>(userKey(id));
    expect(stored).toMatchObject({ ...after, planVersion: 1 });
    expect(stored?.membership).toEqual(after.membership);
    const items = (await scanTable(world.tableName)) as unknown as {
      readonly sk: string;
      readonly event?: { readonly type: string; readonly detail: { readonly userId?: string } };
    }[];
    const caused = items.flatMap(({ event }) => (event?.detail.userId === id ? [event.type] : []));
    expect(caused.sort()).toEqual(events);
    const raised = alertsIn(await table.get(alertsKey(id)));
    expect(raised.map(({ kind }) => kind)).toEqual(alerts);
  },
);
