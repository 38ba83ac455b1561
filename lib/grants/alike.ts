import { type Grants, grantsOf, listed, type Seen } from './grants.ts';

/**
 * Functions that lead into the same lines of the same flow. What one of them is seen to do on a rare day, when a process
 * died here and a webhook came first there, the others do on another: so each is granted what any was seen to do.
 */
const ALIKE: readonly (readonly string[])[] = [
  [
    'conversations/createOrder',
    'conversations/createInbox',
    'conversations/createInboxWithPayment',
  ],
  ['conversations/cancelOrder', 'conversations/declineInbox', 'conversations/reportInbox'],
  ['billing/upgradeSubscription', 'billing/cancelSubscription', 'billing/savePaidRegistration'],
];

/** What was seen, and of functions that are alike what any of them was seen to do. */
export function sharedAmongAlike(seen: Grants): Grants {
  const names = (name: string) => ALIKE.find((alike) => alike.includes(name)) ?? [name];
  return grantsOf(
    Object.entries(seen).flatMap(([name, done]) => [
      [name] as Seen,
      ...listed(done).flatMap((asked) =>
        names(name)
          .filter((alike) => alike in seen)
          .map((alike): Seen => [alike, asked]),
      ),
    ]),
  );
}
