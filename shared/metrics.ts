import type { FactType } from './domain-events.ts';

/* The figures that functions report and alarms watch: named once, so that neither can miss the other. */

/** Where the figures of a stage are kept: two stages of one account do not add up. */
export const metricNamespace = (stage: string): string => `ReplyPaid/${stage}/Business`;

/** The one dimension of every figure, as the metrics library writes it. */
export const METRIC_SERVICE = 'business';

/** How many conversations, months of plans and payouts differ between the ledger and the provider's books. */
export const RECONCILE_DIFFERENCES = 'ReconcileDifferences';

/** Minutes that the comparison with the provider's books is behind, at the end of each run. */
export const RECONCILE_LAG = 'ReconcileLagMinutes';

/** How many payouts should have gone out and did not. Reported every hour, 0 as well. */
export const PAYOUTS_LATE = 'PayoutsLate';

/** The highest price of the codes sent to new numbers, in cents. */
export const NEW_NUMBER_TEXT_CENTS = 'NewNumberTextCents';

/** The highest price of the codes sent to confirmed numbers, in cents. */
export const CONFIRMED_TEXT_CENTS = 'ConfirmedNumberTextCents';

/** The numbers of wrong one-time codes and wrong passwords over all accounts. */
export const WRONG_CODES = 'WrongCodes';
export const WRONG_PASSWORDS = 'WrongPasswords';

/** The figure of every fact: how many there were. */
export const countOf = (type: FactType): string => type;

/** Beside it, of facts that are about an amount: how many cents. */
export const centsOf = (type: FactType): string => `${type}.cents`;

/** What a webhook says in its log, as a warning, of a delivery that is not signed as it should be. */
export const FORGED_DELIVERY = 'a forged webhook';
