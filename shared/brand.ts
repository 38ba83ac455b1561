/** The product's name and tagline. */
export const PRODUCT_NAME = 'ReplyPaid';
export const TAGLINE = 'Pay for an answer. No answer? You get your money back.';
/** The username of the product's own account, which receives help tickets. */
export const SUPPORT_USERNAME = 'support';
/**
 * The username of the account that the probe signs in with; it has no profile. It contains the product's name, so nobody
 * can register it.
 */
export const PROBE_USERNAME = 'replypaid.probe';
/** The name of charges on bank statements, as it is set in the Stripe account (docs/operations.md). */
export const STATEMENT_NAME = 'REPLYPAID';
