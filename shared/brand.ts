/** The product's own name and the words that stand beside it. */
export const PRODUCT_NAME = 'ReplyPaid';
export const TAGLINE = 'Pay to have your message answered, or keep your money.';
/** The product's own account: help tickets are written to it. */
export const SUPPORT_USERNAME = 'support';
/** The account that the probe signs in with; it has no profile. With the product's name in it, nobody can register it. */
export const PROBE_USERNAME = 'replypaid.probe';
