import { PRODUCT_NAME } from '../../brand.ts';

/*
 * Reserved usernames. A profile is at `/<username>`, so the names of pages and files are reserved, and so are names that
 * could be mistaken for the product itself. docs/product/accounts.md#usernames
 */

/** The first segments of all paths of the web origin except profiles. */
export const PATH_SEGMENTS = [
  'register',
  'referral',
  'verify',
  'onetime-login',
  'onetime-login-verification',
  'login',
  'forget-password',
  'forget-password-verification',
  'reset-password',
  'home',
  'logout',
  'public-usage-policy',
  'public-privacy-policy',
  'profile-not-found',
  'referral-not-found',
  'dashboard',
  'my-profile',
  'public-answer',
  'public-answers',
  'invite',
  'license',
  'inbound-messaging',
  'settings',
  'registration-free-checkout',
  'registration-paid-checkout',
  'install-application',
  'privacy-policy',
  'usage-policy',
  'change-password',
  'change-phone-number',
  'subscription',
  'cancel-subscription',
  'account-balance',
  'payment-method',
  'update-payment-method',
  'plan-payments',
  'inbound-message-config',
  'update-inbound-message-config',
  'edit-profile',
  'edit-avatar',
  'edit-social-links',
  'orders',
  'order-viewer',
  'inbox',
  'inbox-viewer',
  'paid-reply',
  'inbox-reply',
  'order-reply',
  'report',
  'decline',
  'cancel',
  'create-inbox',
  'inbox-payment',
  'first-letter',
  'payment-success',
  'chat',
  'chat-viewer',
  'chat-reply',
  'chat-invite',
  'create-group-chat',
  'chat-group',
  'contacts',
  'blocked',
  'user-search',
  'help-ticket',
  'user-links',
  'payouts',
  'add-user-link',
  'ask-first',
  'give-information',
  'reliability',
  'decisions',
  'appeal',
  'analytics',
  'desk',
  'record',
  'claim-answer',
  'ask-for-decision',
  'improve-answer',
  'contest-claim',
  'answer',
  'unsubscribe',
  'stop-change',
  'recover-account',
  'share',
  'browse',
  'preview',
  // Served besides the app: the API, its two operations at the root, webhooks, files, and what later pages may need.
  'api',
  'authenticate',
  'refreshtoken',
  'webhooks',
  '_local',
  'assets',
  'media',
  'avatars',
  'static',
  'images',
  'fonts',
  'icons',
  'public',
  'files',
  'favicon',
  'manifest',
  'sitemap',
  'pages',
  'oembed',
] as const;

/** A name that ends like a file could hide one: `sw.js`, `robots.txt`, `manifest.webmanifest`. */
const FILE_NAME =
  /\.(js|mjs|css|map|html?|txt|xml|json|webmanifest|ico|png|jpe?g|gif|svg|webp|avif|woff2?|pdf|php|asp|wasm|env)$/;

/** Pages that products commonly add, and words that some programs treat specially. */
const SINGLE_WORDS = new Set([
  'about',
  'blog',
  'careers',
  'jobs',
  'news',
  'press',
  'pricing',
  'plans',
  'faq',
  'docs',
  'status',
  'explore',
  'search',
  'discover',
  'categories',
  'notifications',
  'messages',
  'profile',
  'profiles',
  'user',
  'users',
  'account',
  'accounts',
  'signin',
  'signup',
  'signout',
  'sign_in',
  'me',
  'you',
  'everyone',
  'nobody',
  'anonymous',
  'guest',
  'null',
  'undefined',
  'true',
  'false',
  'www',
  'mail',
  'email',
  'ftp',
  'dev',
  'localhost',
  'sw',
  'index',
  'robots',
  'terms',
]);

/** Words, alone or combined, that make people believe the product is speaking. */
const OFFICIAL_WORDS = [
  'administrator',
  'administration',
  'admin',
  'root',
  'superuser',
  'system',
  'sysadmin',
  'official',
  'staff',
  'team',
  'support',
  'help',
  'desk',
  'center',
  'customer',
  'service',
  'care',
  'security',
  'safety',
  'trust',
  'abuse',
  'fraud',
  'billing',
  'payments',
  'payment',
  'payouts',
  'payout',
  'refunds',
  'refund',
  'legal',
  'privacy',
  'compliance',
  'moderators',
  'moderator',
  'moderation',
  'mods',
  'mod',
  'info',
  'contact',
  'noreply',
  'postmaster',
  'webmaster',
  'hostmaster',
  'verification',
  'verified',
  'stripe',
];

const squeeze = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const PRODUCT = squeeze(PRODUCT_NAME);
const OFFICIAL = new RegExp(`^(the)?(${[...OFFICIAL_WORDS, PRODUCT].join('|')})+$`);
const SEGMENTS = new Set<string>([
  ...PATH_SEGMENTS,
  // A username has no hyphens, so the segment without hyphens is reserved as well.
  ...PATH_SEGMENTS.map(squeeze),
]);

/** Whether a username is reserved; such a name counts as taken everywhere. */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase();
  if (SEGMENTS.has(name) || SEGMENTS.has(squeeze(name)) || SINGLE_WORDS.has(name)) return true;
  if (FILE_NAME.test(name)) return true;
  return lookAlikes(name).some((read) => OFFICIAL.test(read) || read.includes(PRODUCT));
}

/**
 * Normalizes look-alike spellings of a name: without dots, underscores and trailing digits, and with digits replaced by
 * letters that look like them.
 */
function lookAlikes(name: string): string[] {
  const squeezed = squeeze(name);
  return [squeezed, squeezed.replace(/\d+$/, '')].flatMap((text) =>
    ['i', 'l'].map((one) =>
      text
        .replaceAll('0', 'o')
        .replaceAll('1', one)
        .replaceAll('3', 'e')
        .replaceAll('4', 'a')
        .replaceAll('5', 's')
        .replaceAll('7', 't'),
    ),
  );
}
