import { systemFunctions } from '#shared/api/system-functions.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { formatMoney } from '#shared/money.ts';
import { isOpen } from '#shared/rules/conversations/availability.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { usernameIn } from '#shared/rules/links/oembed.ts';
import type { Instant } from '#shared/time.ts';
import { commitmentOf } from '../accounts/blocked-accounts.ts';
import { escaped } from '../escaped-html.ts';
import { type OpenData, serveOpenData } from '../serve-work.ts';
import { settings } from '../settings.ts';
import { isPublic, type User, userByCurrentOrEarlierUsername } from '../storage/accounts/users.ts';

/** The size of the preview in pixels, if the site has room for it. */
const [WIDTH, HEIGHT] = [480, 96];
/** As long as CloudFront caches a public profile that was rendered. */
const CACHE = 'public, max-age=0, s-maxage=10';

const refused = (status: 404 | 501, error: string): OpenData => ({
  status,
  cache: 'no-store',
  body: { error },
});

/**
 * Answers what a site may show in place of the address of a profile, by oEmbed 1.0: 404 for an address that is no public profile
 * here, 501 for another format than JSON. https://oembed.com/#section2
 */
export const handler = serveOpenData(systemFunctions.answerOembed, async (query, work) => {
  const { table, now } = work;
  if ((query.get('format') ?? 'json') !== 'json') return refused(501, 'The format is json.');
  const { origin } = settings();
  const username = usernameIn(query.get('url') ?? '', origin);
  const user = username && (await userByCurrentOrEarlierUsername(table, username, now));
  if (!user || !isPublic(user)) return refused(404, 'The url isn’t the address of a profile here.');
  const room = (field: string, usual: number) => Math.min(usual, pixelsIn(query.get(field)));
  return {
    status: 200,
    cache: CACHE,
    body: {
      ...previewOf(user, origin, now),
      width: room('maxwidth', WIDTH),
      height: room('maxheight', HEIGHT),
    },
  };
});

/** A whole number of pixels; infinity for any other text and for none. */
const pixelsIn = (text: string | null) =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;

/** What is public of a person. `description` is not of the standard; web/public/embed.js shows it. */
function previewOf(user: User, origin: string, now: Instant) {
  const address = `${origin}/${user.username}`;
  const description = offerOf(user, now);
  const link = `<a href="${escaped(`${address}?via=embed`)}">Ask ${escaped(user.fullName)}</a>`;
  return {
    version: '1.0',
    type: 'rich',
    cache_age: 300,
    provider_name: PRODUCT_NAME,
    provider_url: origin,
    title: `${user.fullName} (@${user.username})`,
    author_name: user.fullName,
    author_url: address,
    description,
    html: `<blockquote>${link}<br>${escaped(description)}</blockquote>`,
  };
}

/** What an answer of the person costs, or that they take no messages. */
function offerOf(user: User, now: Instant): string {
  if (commitmentOf(user) === 0 || !isOpen(user, now)) return 'Isn’t accepting letters right now.';
  const price = formatMoney(startingPrice(user));
  const answer = user.tiers ? `Answers from ${price}` : `An answer for ${price}`;
  return `${answer} within 10 days, or your money back.`;
}
