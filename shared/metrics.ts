import type { DomainEventType } from './domain-events.ts';

/* The metrics that functions report and alarms watch, named once for both. */

/** The CloudWatch namespace of a stage's metrics; each stage in an AWS account has its own. */
export const metricNamespace = (stage: string): string => `ReplyPaid/${stage}/Business`;

/** The value of the `service` dimension, the only dimension of every metric. */
export const METRIC_SERVICE = 'business';

/** The number of conversations, plan payments and payouts that differ between the ledger and Stripe. */
export const RECONCILE_DIFFERENCES = 'ReconcileDifferences';

/** The minutes by which the reconciliation with Stripe is behind, at the end of each run. */
export const RECONCILE_LAG = 'ReconcileLagMinutes';

/** The number of late payouts. Reported every hour, also if it is 0. */
export const PAYOUTS_LATE = 'PayoutsLate';

/** The highest price of the codes sent to new numbers, in cents. */
export const NEW_NUMBER_TEXT_CENTS = 'NewNumberTextCents';

/** The highest price of the codes sent to confirmed numbers, in cents. */
export const CONFIRMED_TEXT_CENTS = 'ConfirmedNumberTextCents';

/** The number of text messages about events that were not sent, because their budget was used up. */
export const EVENT_TEXTS_UNSENT = 'EventTextsUnsent';

/** The numbers of wrong one-time codes and wrong passwords over all accounts. */
export const WRONG_CODES = 'WrongCodes';
export const WRONG_PASSWORDS = 'WrongPasswords';

/** The metric that counts the domain events of a type. */
export const countOf = (type: DomainEventType): string => type;

/** The metric that sums the cents of the domain events of a type. */
export const centsOf = (type: DomainEventType): string => `${type}.cents`;

/** The log message (a warning) of a webhook delivery with a wrong signature. An alarm filters on it. */
export const FORGED_DELIVERY = 'a forged webhook';
