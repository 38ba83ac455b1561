import { describe, expect, test } from '@jest/globals';
import { CAPABILITY_POLICIES } from '#functions/capability-policies.ts';
import { dueList, inboxList, openList } from '#functions/storage/index-keys.ts';
import * as keys from '#functions/storage/keys.ts';
import { permissionsIn, policyOf } from '#lib/permissions/policies.ts';
import { familyOf } from '#lib/permissions/requests.ts';
import { functionDefinitions } from '#shared/api/all-functions.ts';
import { isRead } from '#shared/api/function-definition.ts';
import type { Use } from '#shared/api/operation.ts';
import { linesOf } from './permission-lines.ts';

/* The IAM statements of capabilities, and the capabilities that a definition implies. */

const { LEADING_KEYS } = keys;

describe('a definition without declared uses gives its function', () => {
  const may = (more: Partial<Parameters<typeof policyOf>[0]>) =>
    linesOf(permissionsIn(policyOf({ name: 'look', uses: [], ...more })));
  const limit = { per: 'address', max: 1, within: 60 } as const;

  test('no table access for a signed-in operation that only reads', () => {
    expect(may({ who: 'verified', uses: [] })).toEqual([]);
  });

  test('the session check for a signed-in operation that writes', () => {
    expect(may({ who: 'verified', uses: ['events.append'] })).toEqual([
      'dynamodb:BatchGetItem: USER#*',
      'dynamodb:PutItem: EVENT#*',
    ]);
    expect(may({ who: 'anyone', uses: ['events.append'] })).toEqual(['dynamodb:PutItem: EVENT#*']);
    expect(may({ who: 'signedIn', endsSession: true, uses: ['events.append'] })).toEqual([
      'dynamodb:PutItem: EVENT#*',
    ]);
  });

  test('the counters of its rate limits, except those in memory', () => {
    expect(may({ limits: [limit] })).toEqual([
      'dynamodb:BatchGetItem: LIMIT#*',
      'dynamodb:UpdateItem: LIMIT#*',
    ]);
    expect(may({ limits: [{ ...limit, inMemory: true }] })).toEqual([]);
    expect(may({ limits: [{ ...limit, atEdge: true }] })).toEqual([]);
  });

  test('the idempotency keys if the operation accepts them', () => {
    expect(may({ idempotent: 'byKey' })).toContain('dynamodb:PutItem: REQUEST#*');
    expect(may({ idempotent: 'byNature' })).toEqual([]);
  });

  test('the due list of a schedule', () => {
    expect(may({ list: 'PAYOUT' })).toEqual(['dynamodb:Query on gsi5: DUE#PAYOUT']);
  });
});

test('the leading keys in policies are the prefixes of the item keys', () => {
  const built = {
    user: keys.userKey('a').pk,
    pending: keys.pendingKey('a', 'b').pk,
    entry: keys.entryKey('answered:a').pk,
    audit: keys.auditPartition('2026-11'),
    reconciled: keys.reconciledKey.pk,
    push: keys.devicePartition('a'),
    planPayment: keys.planPaymentKey('a').pk,
    inboxList: inboxList('a', 'OPEN'),
    openList: openList('a', 'b'),
  };
  for (const [name, partition] of Object.entries(built))
    expect(familyOf(partition)).toBe(LEADING_KEYS[name as keyof typeof built]);
  expect(familyOf(dueList('PAYOUT'))).toBe('DUE#PAYOUT');
});

describe('capabilities', () => {
  const permissions = Object.entries(CAPABILITY_POLICIES).flatMap(([use, policy]) =>
    policy.map((permission) => ({ use: use as Use, ...permission })),
  );
  const usesWith = (action: RegExp, of: string) => [
    ...new Set(
      permissions.filter((one) => one.of === of && action.test(one.action)).map(({ use }) => use),
    ),
  ];

  test('do not allow scans, or table access without a leading key', () => {
    const known: readonly string[] = Object.values(LEADING_KEYS);
    const wide = permissions.filter(
      ({ action, of }) =>
        /[Ss]can|\*|PartiQL/.test(action) ||
        (action.startsWith('dynamodb:') && !known.includes(of)),
    );
    expect(wide).toEqual([]);
  });

  test('do not change or delete ledger entries; only ledger.append writes one', () => {
    expect(usesWith(/UpdateItem|DeleteItem/, LEADING_KEYS.entry)).toEqual([]);
    expect(usesWith(/PutItem/, LEADING_KEYS.entry)).toEqual(['ledger.append']);
  });

  test('do not allow reading, changing or deleting the audit log; only audit.append writes to it', () => {
    expect(usesWith(/^(?!dynamodb:PutItem$)/, LEADING_KEYS.audit)).toEqual([]);
    expect(usesWith(/PutItem/, LEADING_KEYS.audit)).toEqual(['audit.append']);
  });

  test('include audit.append only for operations of staff, and the jobs that delete accounts and complete blocks', () => {
    const appending = filesThatUse('audit.append');
    expect(appending.filter((file) => definitionOf(file).who !== 'staff')).toEqual([
      'jobs/deleteAccounts',
      'jobs/finishBlocks',
    ]);
    expect(appending).toContain('desk/decideCase');
  });

  test('do not change or delete domain events', () => {
    expect(usesWith(/UpdateItem|DeleteItem/, LEADING_KEYS.event)).toEqual([]);
  });

  test('for reading do not allow writes', () => {
    const writing = permissions.filter(({ use, action }) => isRead(use) && WRITES.test(action));
    expect(writing).toEqual([]);
  });

  test('include ledger.append only for operations that move money', () => {
    expect(filesThatUse('ledger.append')).toEqual([
      'conversations/cancelOrder',
      'conversations/declineInbox',
      'conversations/confirmInboxPayment',
      'conversations/createInbox',
      'conversations/createInboxWithPayment',
      'conversations/createOrder',
      'conversations/createInboxMessage',
      'conversations/claimAnswer',
      'conversations/giveBackClaim',
      'conversations/withdrawClaim',
      'conversations/reportInbox',
      'billing/cancelSubscription',
      'billing/savePaidRegistration',
      'billing/upgradeSubscription',
      'desk/answerTicket',
      'desk/decideCase',
      'desk/decideReview',
      'desk/deskBlockUser',
      'desk/refundConversation',
      'desk/refundConversationPart',
      'desk/decideClaim',
      'jobs/expireConversations',
      'jobs/finishPayments',
      'jobs/payOut',
      'jobs/deleteAccounts',
      'jobs/finishBlocks',
      'events/endBlockedConversations',
      'webhooks/stripe',
    ]);
  });

  test('include contacts.move only for the subscriber orderContacts', () => {
    expect(filesThatUse('contacts.move')).toEqual(['events/orderContacts']);
  });

  test('include odds.write only for the subscriber recordOutcomes, and nothing else writes odds, except their deletion', () => {
    expect(filesThatUse('odds.write')).toEqual(['events/recordOutcomes']);
    expect(usesWith(/PutItem|UpdateItem|DeleteItem/, LEADING_KEYS.odds)).toEqual([
      'accounts.delete',
      'odds.write',
    ]);
    expect(usesWith(/PutItem|UpdateItem/, LEADING_KEYS.odds)).toEqual(['odds.write']);
  });

  test('let only the two counters write analytics, the job delete them, and only their owner’s operations read the days', () => {
    expect(filesThatUse('analytics.count')).toEqual(['events/countAnalytics']);
    expect(filesThatUse('analytics.read')).toEqual([
      'profiles/viewAnalytics',
      'links/viewLinkClicks',
    ]);
    expect(usesWith(/PutItem|UpdateItem|DeleteItem/, LEADING_KEYS.analytics).sort()).toEqual([
      'accounts.delete',
      'analytics.count',
      'views.count',
    ]);
    expect(usesWith(/PutItem|UpdateItem/, LEADING_KEYS.analytics)).not.toContain('accounts.delete');
  });

  test('include accounts.delete only for the job that deletes accounts, and copies of data only for who makes and gives them', () => {
    expect(filesThatUse('accounts.delete')).toEqual(['jobs/deleteAccounts']);
    expect(filesThatUse('exports.keep')).toEqual(['events/makeExport']);
    expect(filesThatUse('exports.link')).toEqual(['accounts/viewExport']);
    expect(
      permissions
        .filter(({ of }) => of === 'media/exports/*')
        .map(({ use }) => use)
        .sort(),
    ).toEqual(['exports.keep', 'exports.link']);
  });

  test('let one subscriber count the orders of the platform, one job publish its figures, and the page read only these', () => {
    expect(filesThatUse('reliability.count')).toEqual(['events/countReliability']);
    expect(filesThatUse('reliability.publish')).toEqual(['jobs/publishReliability']);
    expect(filesThatUse('reliability.read')).toEqual(['profiles/viewReliability', 'pages/render']);
    expect(usesWith(/PutItem|UpdateItem|DeleteItem/, LEADING_KEYS.figures)).toEqual([
      'reliability.publish',
    ]);
    expect(usesWith(/./, LEADING_KEYS.reliability)).toEqual([
      'reliability.count',
      'reliability.publish',
    ]);
  });

  test('of functions that settle payments allow deleting the lock, the draft and the idempotency key of an undone order', () => {
    for (const file of filesThatUse('payments')) {
      const may = linesOf(permissionsIn(policyOf(definitionOf(file))));
      for (const family of ['PENDING', 'USER', 'REQUEST', 'CONVERSATION'])
        expect({ file, may }).toEqual({
          file,
          may: expect.arrayContaining([`dynamodb:DeleteItem: ${family}#*`]),
        });
    }
  });
});

const WRITES = /^dynamodb:(Put|Update|Delete)Item$/;

function filesThatUse(use: Use): string[] {
  return [...functionDefinitions]
    .filter(([, { uses }]) => uses.includes(use))
    .map(([file]) => file);
}

function definitionOf(file: string) {
  const definition = functionDefinitions.get(file);
  if (!definition) throw new Error(`${file} is not defined`);
  return definition;
}
