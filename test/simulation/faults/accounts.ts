import { crashes, edit, type PlantedFault } from './fault.ts';

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
        "    { account: 'held', amount: negative(price) },\n    { account: 'platform:review', amount: price },",
        "    { account: 'platform:review', amount: negative(price) },\n    { account: 'platform:review', amount: price },",
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
  },
  {
    name: 'the review account does not bear the refund of a reported message',
    file: 'shared/rules/conversations/disputes.ts',
    edits: [
      edit(
        "    from: isUnderReview(c) ? 'platform:review' : 'platform:disputes',",
        "    from: 'platform:disputes',",
      ),
    ],
    caughtBy: ['sharesFollowFromHistory', 'lossesHaveACause'],
    arguments: crashes('desk: reviewing'),
  },
  {
    name: 'a dispute takes the fee of the platform from the recipient',
    file: 'shared/rules/conversations/disputes.ts',
    edits: [
      edit(
        '  return minus(net, netOf(cents(Math.max(ZERO, price - part)), feeTerms));',
        '  return cents(Math.min(part, price, net));',
      ),
    ],
    caughtBy: ['sharesFollowFromHistory', 'usersAreOwedWhatTheyEarned'],
  },
];
