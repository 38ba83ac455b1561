import { PRODUCT_NAME, TAGLINE } from './brand.ts';

/*
 * The pages that a function renders to HTML before the app loads, because strangers open them first. The others need a
 * session, or follow one of these. docs/product/accounts.md#pages-without-javascript
 */

/** The title of a page, and its description for search engines; by default that of the product. */
export type PageWords = {
  readonly title: string;
  readonly description?: string;
  /** Whether it is about an address without content, which search engines do not list. */
  readonly missing?: true;
  /** Whether search engines do not list it although it has content. */
  readonly unlisted?: true;
};

export const ANSWER_NOT_FOUND: PageWords = { title: 'Answer not found', missing: true };
export const ANSWER_GONE: PageWords = { title: 'Answer withdrawn', missing: true };
export const PROFILE_NOT_FOUND: PageWords = { title: 'User Not Found', missing: true };
/** The not-found page of an address with several segments. */
export const NOT_FOUND_PAGE = '/pages/not-found';

/** The page of the figures of the platform, which is rendered with them. docs/product/reliability.md */
export const RELIABILITY_PATH = '/reliability';

/** The path of the picture of a message of a chat, for one of its members. docs/product/chat.md#pictures */
export const CHAT_PICTURE_PATH = '/chat-picture/';

/** Pages that are the same for everybody, by path. */
export const RENDERED_PAGES: Readonly<Record<string, PageWords>> = {
  '/home': { title: TAGLINE },
  '/login': {
    title: 'Sign in',
    description: `Sign in to ${PRODUCT_NAME} with your username and password, or with a one-time code.`,
  },
  '/public-usage-policy': {
    title: 'Usage Policy',
    description: `The rules of ${PRODUCT_NAME}: what may be asked, what counts as an answer, and what happens to the money.`,
  },
  '/public-privacy-policy': {
    title: 'Privacy Policy',
    description: `What ${PRODUCT_NAME} stores about you, why, for how long, and who else sees it.`,
  },
  [RELIABILITY_PATH]: {
    title: 'Reliability',
    description: `How often a paid letter is answered on ${PRODUCT_NAME}, how fast, and how much money goes back, by month.`,
  },
  '/profile-not-found': PROFILE_NOT_FOUND,
  '/referral-not-found': { title: 'Referral not found', missing: true },
  [NOT_FOUND_PAGE]: { title: 'Page not found', missing: true },
};

/** The path of the sitemap: followed by `.xml` for its index, and by `/<page>.xml` for a page. */
export const SITEMAP_PATH = '/sitemap';
/** The path of the pictures of profiles for link previews: followed by a username and a version. */
export const PREVIEW_PATH = '/preview/';
export const ROBOTS_PATH = '/robots.txt';

/** The path of a referral, which is rendered with the person who invites: followed by the code. */
export const REFERRAL_PATH = '/referral/';

/** The path of the page that checks a letter: followed by its random id. */
export const VERIFY_PATH = '/verify/';
export const CHECK_A_LETTER: PageWords = {
  title: 'Check an answer',
  description: `Who sent a letter on ${PRODUCT_NAME}, when, and whether a text is exactly this letter.`,
  // It is meant for those who have the letter.
  unlisted: true,
};
export const LETTER_NOT_FOUND: PageWords = { title: 'Answer not found', missing: true };
