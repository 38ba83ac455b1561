import { PRODUCT_NAME } from '#shared/brand.ts';
import { ANSWER_OR_MONEY } from '#shared/messages/payments.ts';
import type { PageWords } from '#shared/rendered-pages.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { oembedAddress } from '#shared/rules/links/oembed.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { toIso } from '#shared/time.ts';
import { jsonForHtml } from '#shared/wire.ts';
import { escaped } from '../../escaped-html.ts';
import type { ProfileView } from '../../profiles/user-views.ts';
import { canBeDrawn, previewPath } from '../preview/preview-address.ts';

/*
 * The metadata of a page for search engines and link previews. It replaces the general metadata in the head of the app's
 * document. Most of it is user input, so all of it is escaped.
 */

/** A description is cut to this many characters. docs/product/profiles.md#sharing-the-profile */
const DESCRIPTION_MAX = 300;
/** The picture of pages other than profiles, and of a profile that has no portrait and whose name cannot be drawn. 1200 × 630. */
export const DRAWING = '/images/link-preview.png';
/** The part of web/index.html that a page may replace. */
const PREVIEW = /<!--preview-->.*?<!--\/preview-->/s;

/** Returns the document with `head` instead of its general metadata. Throws if the document has no place for it. */
export function withHead(document: string, head: string): string {
  if (!PREVIEW.test(document)) throw new Error('the web app has no place for a preview');
  return document.replace(PREVIEW, () => head);
}

/**
 * The metadata of a profile. `origin`: where the product is served, without a trailing slash. `hidden`: its owner does not want to
 * be found, so search engines do not list it either.
 */
export function profileHead(profile: ProfileView, origin: string, hidden: boolean): string {
  const address = `${origin}/${profile.username}`;
  const title = `${profile.fullName} (@${profile.username})`;
  const description = descriptionOf(profile);
  const portrait = profile.profileImageUrl && absolute(profile.profileImageUrl, origin);
  const drawn = canBeDrawn(profile);
  const image = drawn ? origin + previewPath(profile) : (portrait ?? `${origin}${DRAWING}`);
  const isWide = drawn || !portrait;
  return [
    `<title>${escaped(`${title} · ${PRODUCT_NAME}`)}</title>`,
    named('description', description),
    ...(hidden ? [named('robots', 'noindex')] : []),
    `<link rel="canonical" href="${escaped(address)}">`,
    `<link rel="alternate" type="application/json+oembed" href="${escaped(oembedAddress(origin, address))}" title="${escaped(title)}">`,
    property('og:type', 'profile'),
    property('og:site_name', PRODUCT_NAME),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', image),
    property('og:image:alt', altOf(profile, drawn)),
    ...(isWide ? [property('og:image:width', '1200'), property('og:image:height', '630')] : []),
    property('profile:username', profile.username),
    named('twitter:card', isWide ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', image),
    `<script type="application/ld+json">${jsonForHtml(linkedData(profile, address, portrait))}</script>`,
  ].join('\n    ');
}

/** The metadata of a page that is the same for everybody. `origin`: as for profileHead. */
export function pageHead(
  { title, description = PROMISE, missing, unlisted }: PageWords,
  origin: string,
): string {
  const titled = `<title>${escaped(`${title} · ${PRODUCT_NAME}`)}</title>`;
  if (missing) return [titled, named('robots', 'noindex')].join('\n    ');
  return [
    titled,
    named('description', description),
    ...(unlisted ? [named('robots', 'noindex')] : []),
    property('og:type', 'website'),
    property('og:site_name', PRODUCT_NAME),
    property('og:title', title),
    property('og:description', description),
    property('og:image', `${origin}${DRAWING}`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    named('twitter:card', 'summary_large_image'),
  ].join('\n    ');
}

/** The metadata of a referral: who invites. Search engines do not list it, because the code is meant for few. */
export function referralHead({ fullName }: ProfileView, origin: string): string {
  const title = `${fullName} invites you to ${PRODUCT_NAME}`;
  return [
    `<title>${escaped(title)}</title>`,
    named('description', PROMISE),
    named('robots', 'noindex'),
    property('og:site_name', PRODUCT_NAME),
    property('og:title', title),
    property('og:description', PROMISE),
    property('og:image', `${origin}${DRAWING}`),
  ].join('\n    ');
}

const PROMISE = `Write to someone who knows, at their own price. They have 10 days to give you a real answer. ${ANSWER_OR_MONEY}`;

/** The person's bio, or what a visitor can do here if there is none. */
function descriptionOf(profile: ProfileView): string {
  const { bio, fullName, paidResponseCommitment, paidResponsePriceFormatted } = profile;
  const said = truncateAtWord(plainText(bio), DESCRIPTION_MAX);
  if (said !== '') return said;
  if (paidResponseCommitment === 0) return `${fullName} on ${PRODUCT_NAME}.`;
  return `Write to ${fullName} for ${paidResponsePriceFormatted}. An answer within 10 days, or your money goes back.`;
}

/** https://developers.google.com/search/docs/appearance/structured-data/profile-page */
function linkedData(profile: ProfileView, address: string, portrait: string | null) {
  const { fullName, username, bio, creationDate } = profile;
  const description = truncateAtWord(plainText(bio), DESCRIPTION_MAX);
  const sameAs = [
    profile.socialBlueskyUrl,
    profile.socialInstagramUrl,
    profile.socialTikTokUrl,
    profile.socialLinkedinUrl,
    profile.socialYouTubeUrl,
  ].filter((url) => url !== null);
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: toIso(creationDate),
    mainEntity: {
      '@type': 'Person',
      name: fullName,
      alternateName: `@${username}`,
      url: address,
      ...(portrait && { image: portrait }),
      ...(description && { description }),
      ...(sameAs.length > 0 && { sameAs }),
      ...(profile.paidResponseCommitment > 0 && { makesOffer: offersOf(profile, address) }),
    },
  };
}

/** What the picture shows, in words. */
function altOf(profile: ProfileView, drawn: boolean): string {
  const { fullName, profileImageUrl, paidResponseCommitment, paidResponsePriceFormatted } = profile;
  if (!drawn) return profileImageUrl ? `Picture of ${fullName}` : PRODUCT_NAME;
  const price = paidResponseCommitment > 0 ? `, ${paidResponsePriceFormatted} per answer` : '';
  return `${fullName} on ${PRODUCT_NAME}${price}`;
}

/** The answers that a person offers: one, or their tiers. https://schema.org/Offer */
function offersOf({ paidResponsePrice, tiers, active, fullName }: ProfileView, address: string) {
  const offered = tiers ?? [{ name: 'An answer', price: paidResponsePrice }];
  return offered.map(({ name, price }) => ({
    '@type': 'Offer',
    name: `${name} from ${fullName}`,
    price: (price / 100).toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${active ? 'InStock' : 'SoldOut'}`,
    url: address,
  }));
}

const absolute = (url: string, origin: string) => new URL(url, `${origin}/`).href;

export const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escaped(content)}">`;
export const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escaped(content)}">`;
