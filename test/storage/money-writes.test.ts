import { test } from '@jest/globals';
import { decideDeletion } from '#functions/storage/accounts/deletions.ts';
import { bookReferral } from '#functions/storage/accounts/referrals.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { savePlanLosses } from '#functions/storage/billing/plan-payments.ts';
import {
  balanceKey,
  payoutAccountKey,
  payoutKey,
  payoutReminderKey,
  planPaymentKey,
  recoveryKey,
  referralBonusKey,
  userKey,
} from '#functions/storage/keys.ts';
import {
  type DueBalance,
  decidePayout,
  holdBalance,
  postponeBalance,
  releaseHold,
} from '#functions/storage/payouts/balances.ts';
import { recordReleased, savePayoutAccount } from '#functions/storage/payouts/payout-accounts.ts';
import {
  endReminder,
  postponeReminder,
  publishReminder,
  scheduleReminder,
} from '#functions/storage/payouts/payout-reminders.ts';
import {
  cancelWaitingPayout,
  deferBlockedPayout,
  type Payout,
  postponePayout,
  recordFailed,
  recordPaid,
  recordWaiting,
  releasePayout,
} from '#functions/storage/payouts/payouts.ts';
import {
  decideReversal,
  endRecovery,
  postponeRecovery,
  type Recovery,
  recordReversalRefused,
  recordReversed,
} from '#functions/storage/payouts/recoveries.ts';
import { put, table } from '#functions/storage/table.ts';
import { cents, ZERO } from '#shared/money.ts';
import { NO_LOSSES } from '#shared/rules/conversations/disputes.ts';
import { later } from '#shared/time.ts';
import {
  audit,
  expectRefusedIfOvertaken,
  NOW,
  type OvertakenWrite,
  outcomeOf,
  someId,
} from '../support/overtaken-writes.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Writes of payouts, debts, plan payments and bonuses are refused if what they were decided by has changed since it was read. */

worldOfFile();

const PERIOD = '2027-03';
const PLACE = '2027-04-07T00:00:00.000Z#x';
const LATER_PLACE = '2027-05-07T00:00:00.000Z#x';

function balance(userId: string, what: string, more: object, outcome = 'CHANGED') {
  const item = {
    ...balanceKey(userId),
    balance: 5_000,
    outgoing: 0,
    gsi5pk: 'DUE#PAYOUT',
    gsi5sk: PLACE,
    ...more,
  };
  const owed = {
    balance: cents(5_000),
    moved: {},
    dueSortKey: PLACE,
    dueAt: NOW,
    blocked: false,
  } as unknown as DueBalance;
  return { what, item, owed, outcome };
}

function payout(status: Payout['status'], more: object = {}) {
  const userId = someId();
  const read = {
    id: someId(),
    userId,
    period: PERIOD,
    amount: cents(2_000),
    status,
    createdAt: NOW,
    attempt: 1,
    ...more,
  } as Payout;
  return { userId, read, item: { ...payoutKey(userId, PERIOD), ...read } };
}

/** A change of the status of a payout, which needs the status that was read. */
const ofStatus = (
  what: string,
  status: Payout['status'],
  others: readonly Payout['status'][],
  write: (read: Payout) => Promise<unknown>,
) => {
  const { read, item } = payout(status);
  return {
    what,
    item,
    outcome: 'SETTLED',
    changes: others.map((other) => ({ status: other })),
    write: () => write(read),
  };
};

function recovery(more: object = {}) {
  const { userId, read } = payout('PAID', { transferId: 'tr_1' });
  const conversationId = someId();
  const found = {
    conversationId,
    takenBack: cents(1_500),
    nth: 1,
    gsi5pk: 'DUE#PAYOUT',
    gsi5sk: PLACE,
    ...more,
  } as unknown as Recovery;
  const item = { ...recoveryKey(userId, conversationId), ...found };
  return { userId, payout: read, read: found, item };
}
const REVERSING = { reversing: { period: PERIOD, amount: 700 } };

/** The decision to reverse a transfer, overtaken by a change of the debt, of the payout or of the balance. */
function reversal(
  overtaken: 'recovery' | 'payout' | 'balance',
  changes: OvertakenWrite['changes'],
) {
  const { userId, payout: paid, read, item } = recovery();
  const items = {
    recovery: item,
    payout: { ...payoutKey(userId, PERIOD), ...paid },
    balance: { ...balanceKey(userId), balance: -700, recovering: 0 },
  };
  const owed = { balance: cents(-700), recovering: ZERO };
  const others = Object.entries(items).flatMap(([name, one]) => (name === overtaken ? [] : [one]));
  return {
    what: `a reversal, by the ${overtaken},`,
    item: items[overtaken],
    changes,
    outcome: 'CHANGED',
    write: async () => {
      for (const other of others) await table.write(put(other));
      return decideReversal(table, read, paid, owed, cents(700));
    },
  };
}

const ROWS: (() => OvertakenWrite)[] = [
  ...[cents(2_000), ZERO].map((amount) => () => {
    const userId = someId();
    const { owed, ...row } = balance(userId, `the decision to pay out ${amount} cents`, {});
    return {
      ...row,
      changes: [{ balance: 4_000 }, { gsi5sk: LATER_PLACE }],
      write: () => decidePayout(table, userId, owed, { period: PERIOD, amount }, NOW),
    };
  }),
  () => {
    const userId = someId();
    const { owed, ...row } = balance(userId, 'the postponement of a balance', {});
    return {
      ...row,
      changes: [{ gsi5sk: LATER_PLACE }],
      write: () => postponeBalance(table, userId, owed, NOW),
    };
  },
  () => {
    const userId = someId();
    const { owed, ...row } = balance(userId, 'the hold of a balance', {});
    return {
      ...row,
      changes: [{ gsi5sk: LATER_PLACE }, { heldUntil: NOW }],
      write: () => holdBalance(table, userId, owed, ['OWN_CARD'], later(NOW, 1), NOW),
    };
  },
  () => {
    const userId = someId();
    const { owed, ...row } = balance(userId, 'the release of a hold', { heldUntil: NOW });
    return {
      ...row,
      changes: [{ heldUntil: later(NOW, 1) }, { gsi5pk: undefined, gsi5sk: undefined }],
      write: () =>
        releaseHold(
          table,
          userId,
          { ...owed, heldUntil: NOW },
          { act: audit(userId), beside: [] },
          NOW,
        ),
    };
  },
  () =>
    ofStatus('a payout that is paid', 'SENDING', ['PAID', 'FAILED', 'WAITING'], (read) =>
      recordPaid(table, read, { transferId: 'tr_1', paidAt: NOW }, NOW),
    ),
  () =>
    ofStatus('a payout that failed', 'SENDING', ['PAID', 'FAILED', 'WAITING'], (read) =>
      recordFailed(table, read, NOW),
    ),
  () =>
    ofStatus('a payout that came back', 'PAID', ['FAILED', 'CANCELLED'], (read) =>
      recordFailed(table, read, NOW),
    ),
  () =>
    ofStatus('a payout that waits', 'SENDING', ['PAID', 'FAILED', 'WAITING'], (read) =>
      recordWaiting(table, read, NOW),
    ),
  () =>
    ofStatus('the release of a payout', 'WAITING', ['SENDING', 'CANCELLED'], (read) =>
      releasePayout(table, read, NOW),
    ),
  () =>
    ofStatus('the end of a waiting payout', 'WAITING', ['SENDING', 'PAID'], (read) =>
      cancelWaitingPayout(table, read, NOW),
    ),
  () =>
    ofStatus('the postponement of a payout', 'SENDING', ['PAID', 'WAITING'], (read) =>
      postponePayout(table, read, NOW),
    ),
  () =>
    ofStatus('the rest of a blocked payout', 'SENDING', ['PAID', 'WAITING'], (read) =>
      deferBlockedPayout(table, read, NOW),
    ),
  () => {
    const { userId, read } = payout('SENDING');
    return {
      what: 'a payout that waits for its account',
      outcome: 'READY',
      item: { ...payoutAccountKey(userId), accountId: 'acct', status: 'PENDING' },
      changes: [{ status: 'READY' }],
      write: async () => {
        await table.write(put({ ...payoutKey(userId, PERIOD), ...read }));
        return recordWaiting(table, read, NOW);
      },
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'the status of a payout account',
      outcome: 'ANOTHER',
      item: { ...payoutAccountKey(userId), accountId: 'acct_1', status: 'PENDING' },
      changes: [{ accountId: 'acct_2' }, { accountId: undefined, stoppedAccountIds: ['acct_1'] }],
      write: () => savePayoutAccount(table, userId, { accountId: 'acct_1', status: 'READY' }, NOW),
    };
  },
  () => {
    const userId = someId();
    return {
      what: 'the release of what waited for an account',
      outcome: 'MOVED',
      item: { ...payoutAccountKey(userId), gsi5pk: 'DUE#PAYOUT', gsi5sk: PLACE },
      changes: [{ gsi5sk: LATER_PLACE }, { gsi5pk: undefined, gsi5sk: undefined }],
      write: () => recordReleased(table, userId, PLACE),
    };
  },
  ...(['publish', 'postpone', 'end'] as const).map((act) => () => {
    const userId = someId();
    const read = { period: PERIOD, month: '2027-04', gsi5sk: PLACE };
    const item = { ...payoutReminderKey(userId), ...read, gsi5pk: 'DUE#PAYOUT' };
    const acts = {
      publish: () => publishReminder(table, userId, read, { waiting: cents(1) }, NOW),
      postpone: () => outcomeOf(item, () => postponeReminder(table, userId, read, NOW)),
      end: () => outcomeOf(item, () => endReminder(table, userId, read)),
    };
    return {
      what: `a reminder (${act})`,
      item,
      outcome: act === 'publish' ? 'MOVED' : 'STAYS',
      changes: [{ gsi5sk: LATER_PLACE }, ...(act === 'publish' ? [{ month: '2027-05' }] : [])],
      write: acts[act],
    };
  }),
  () => {
    const userId = someId();
    return {
      what: 'the notification of a waiting payout',
      outcome: 'TOLD',
      item: { ...payoutReminderKey(userId), month: '2027-04' },
      changes: [{ month: '2027-05' }],
      write: () => table.write(scheduleReminder(userId, { period: PERIOD, notify: true }, NOW)),
    };
  },
  () => reversal('recovery', [REVERSING, { nth: 2 }]),
  () => reversal('payout', [{ status: 'FAILED' }, { reversingFor: 'another' }]),
  () => reversal('balance', [{ balance: -600 }, { recovering: 100 }]),
  () => {
    const { payout: paid, read, item } = recovery(REVERSING);
    return {
      what: 'a transfer that was reversed',
      item,
      outcome: 'SETTLED',
      changes: [{ reversing: undefined }, { nth: 2 }, 'GONE'],
      write: () => recordReversed(table, { recovery: read, payout: paid, amount: cents(700) }, NOW),
    };
  },
  () => {
    const { payout: paid, read, item } = recovery(REVERSING);
    return {
      what: 'a reversal that was refused',
      item,
      outcome: 'SETTLED',
      changes: [{ reversing: undefined }, { nth: 2 }],
      write: () =>
        recordReversalRefused(table, { recovery: read, payout: paid, amount: cents(700) }),
    };
  },
  () => {
    const { userId, read, item } = recovery();
    return {
      what: 'the end of a recovery',
      item,
      outcome: 'MOVED',
      changes: [{ takenBack: 2_000 }, REVERSING],
      write: () => endRecovery(table, userId, read),
    };
  },
  () => {
    const { userId, read, item } = recovery();
    return {
      what: 'the postponement of a recovery',
      item,
      outcome: 'MOVED',
      changes: [{ gsi5sk: LATER_PLACE }],
      write: () => postponeRecovery(table, userId, read, 'UNANSWERED', NOW),
    };
  },
  () => {
    const id = someId();
    const user = {
      ...userKey(id),
      id,
      username: id,
      phoneNumber: '',
      blockedAt: NOW,
    } as unknown as User;
    return {
      what: 'a debt that is written off',
      outcome: 'CHANGED',
      item: { ...balanceKey(id), balance: -700, recovering: 0 },
      changes: [{ balance: -600 }, { recovering: 100 }],
      write: async () => {
        await table.write(put(user));
        return decideDeletion(table, user, { act: audit(id), debt: cents(700), restAt: NOW }, NOW);
      },
    };
  },
  () => {
    const invoiceId = someId();
    const after = { ...NO_LOSSES, gone: cents(200), count: 2 };
    const entry = {
      cause: `takenBack:${invoiceId}:2`,
      postings: [
        { account: 'platform:subscriptions', amount: cents(-100) },
        { account: 'card:clearing', amount: cents(100) },
      ],
    } as const;
    return {
      what: 'the loss of a plan payment',
      outcome: 'CHANGED',
      item: { ...planPaymentKey(invoiceId), ...NO_LOSSES, gone: 100, count: 1 },
      changes: [{ count: 2 }, 'GONE'],
      write: () => savePlanLosses(table, invoiceId, { after, entry }, NOW),
    };
  },
  () => {
    const [inviterId, invitedId] = [someId(), someId()];
    const after = { inviterId, invoiceId: 'in_1', given: cents(100), earned: true, count: 2 };
    return {
      what: 'the bonus for an invitation',
      outcome: 'CHANGED',
      item: { ...referralBonusKey(invitedId), ...after, given: 0, count: 1, version: 3 },
      changes: [{ version: 4 }],
      write: () => bookReferral(table, invitedId, { after, by: cents(100), version: 3 }, NOW),
    };
  },
];

test.each(ROWS.map((row) => row()))('$what is refused if it was overtaken', async (row) => {
  await expectRefusedIfOvertaken(row);
});
