/* The figures that functions report and alarms watch: named once, so that neither can miss the other. */

/** Where the figures of a stage are kept: two stages of one account do not add up. */
export const metricNamespace = (stage: string): string => `ReplyPaid/${stage}/Business`;

/** The one dimension of every figure, as the metrics library writes it. */
export const METRIC_SERVICE = 'business';

/** How many conversations, months of plans and payouts differ between the ledger and the provider's books. */
export const RECONCILE_DIFFERENCES = 'ReconcileDifferences';
