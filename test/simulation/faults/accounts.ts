import { crashes, edit, firstSeed, type PlantedFault } from './fault.ts';

/* Faults in the accounts of the ledger that its sum of zero does not show. */

const LEDGER = 'shared/rules/ledger/ledger.ts';

export const ACCOUNT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a plan is booked as fees',
    file: LEDGER,
    edits: [
      edit(
        "    { account: 'platform:subscriptions', amount },",
        "    { account: 'platform:fees', amount },",
      ),
    ],
    caughtBy: ['platformAccountsAddUp'],
    arguments: crashes('second paid month'),
  },
  {
    name: 'a report leaves the price among what is held',
    file: LEDGER,
    edits: [
      edit(
        "    { account: 'held', amount: negative(price) },\n    { account: 'platform:review', amount: minus(price, gone) },",
        "    { account: 'platform:review', amount: negative(price) },\n    { account: 'platform:review', amount: minus(price, gone) },",
      ),
    ],
    caughtBy: ['sharesFollowFromHistory'],
    arguments: crashes('reporting'),
  },
  {
    name: 'a refund of a plan is a loss by disputes',
    file: 'shared/rules/conversations/disputes.ts',
    edits: [edit("    from: 'platform:subscriptions',", "    from: 'platform:disputes',")],
    caughtBy: ['platformAccountsAddUp'],
    arguments: firstSeed(9),
  },
  {
    name: 'the review account does not bear the refund of a reported message',
    file: 'shared/rules/conversations/disputes.ts',
    edits: [
      edit(
        "  if (isUnderReview(c)) return { from: 'platform:review', gone, cost } as const;",
        "  if (isUnderReview(c)) return { from: 'platform:disputes', gone, cost } as const;",
      ),
    ],
    caughtBy: ['sharesFollowFromHistory', 'lossesHaveACause'],
    arguments: crashes('desk: reviewing'),
  },
  {
    name: 'a part that the bank sends back of a kept report is not kept',
    file: 'shared/rules/conversations/disputes.ts',
    edits: [
      edit(
        '  return cents(Math.max(money.byHand.kept, price - gone));',
        '  return cents(Math.min(money.byHand.kept, price + gone));',
      ),
    ],
    caughtBy: ['sharesFollowFromHistory'],
    arguments: crashes('desk: keeping'),
  },
  {
    name: 'reconciliation forgives a small difference',
    file: 'shared/rules/ledger/reconciliation.ts',
    edits: [
      edit(
        '  if (acceptable.includes(booked)) return undefined;',
        '  if (acceptable.some((one) => Math.abs(booked - one) < 10)) return undefined;',
      ),
    ],
    caughtBy: ['reconciliationFindsDifferences'],
    arguments: firstSeed(10),
  },
  {
    name: 'reconciliation takes every difference for one that is under way',
    file: 'functions/ledger/reconciliation.ts',
    edits: [edit('name !== undefined && waiting.has(name)', 'name !== undefined && waiting.has')],
    caughtBy: ['reconciliationFindsDifferences', 'noUnexpectedErrors'],
    arguments: firstSeed(5),
  },
];
