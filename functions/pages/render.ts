import type { Input, OperationSpec } from '#shared/api/operation.ts';
import { viewUserProfile, viewUserProfileByReferralCode } from '#shared/api/profiles.ts';
import { viewPublicAnswerPage, viewPublicAnswers } from '#shared/api/public-answers.ts';
import { viewReliability } from '#shared/api/reliability.ts';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { viewVerification } from '#shared/api/verifications.ts';
import {
  ANSWER_GONE,
  ANSWER_NOT_FOUND,
  CHECK_A_LETTER,
  LETTER_NOT_FOUND,
  type PageWords,
  PROFILE_NOT_FOUND,
  REFERRAL_PATH,
  RELIABILITY_PATH,
  RENDERED_PAGES,
  ROBOTS_PATH,
  SITEMAP_PATH,
  VERIFY_PATH,
} from '#shared/rendered-pages.ts';
import { isHidden } from '#shared/rules/profiles/listing.ts';
import { PUBLIC_ANSWER_ADDRESS, publicAnswerPath } from '#shared/rules/public-answers/address.ts';
import { monthOf } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import { FEATURED, FEATURED_KEY } from '#web/server/featured-creators.ts';
import type { KnownAnswer } from '#web/server/known-answers.ts';
import {
  NO_SUCH_LETTER,
  type VerificationView,
  verificationViewOf,
} from '../conversations/verification-views.ts';
import { webApp } from '../gateways/web-app.ts';
import { reliabilityView } from '../profiles/reliability-view.ts';
import { NO_SUCH_PROFILE, type ProfileView, profileView } from '../profiles/user-views.ts';
import { answerRefusal, publicAnswerAt } from '../public-answers/public-answer-of.ts';
import { publicAnswersPage } from '../public-answers/public-answers-page.ts';
import { type PublicAnswerView, pageOf } from '../public-answers/public-views.ts';
import { creatorsPage } from '../search/creators.ts';
import { type PageAnswer, servePage, type Work } from '../serve-work.ts';
import { settings } from '../settings.ts';
import {
  holderOfReferralCode,
  holderOfUsername,
  isPublic,
  type User,
  userInMonth,
} from '../storage/accounts/users.ts';
import { publishedReliability } from '../storage/profiles/reliability.ts';
import { pageHead, profileHead, referralHead } from './document/page-head.ts';
import { publicAnswerHead } from './document/public-answer-head.ts';
import { renderedDocument } from './document/rendered-document.ts';
import { robotsText, sitemapIndex, sitemapPage } from './document/sitemap.ts';

/**
 * How long CloudFront may cache a page; browsers revalidate each time. For a page about a person, seconds are enough for a
 * link that many open at once. Longer would show an account that was blocked, or whose name another account has taken.
 */
const CACHE = {
  person: 'public, max-age=0, s-maxage=10, stale-while-revalidate=20',
  // It shows a few people, by what everybody may see of them.
  home: 'public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=86400',
  // Search engines come rarely, and a sitemap reads every listed account.
  engines: 'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400',
  // A deployment purges them.
  same: 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600, stale-if-error=86400',
} as const;

type Pages = Work<
  | 'accounts.read'
  | 'browse.read'
  | 'odds.read'
  | 'publicAnswers.read'
  | 'reliability.read'
  | 'usernames.read'
  | 'verifications.read'
>;

/**
 * Renders the pages that strangers open first (shared/rendered-pages.ts). An unknown username is 404, and a former one
 * redirects to the current one while it is reserved. None of these requests counts as a view: the page sends one itself.
 */
export const handler = servePage(systemFunctions.renderPage, async (path, work) => {
  const forEngines = await searchEngineFile(path, work);
  if (forEngines) return forEngines;
  const app = await webApp(work.now);
  try {
    if (path.startsWith(REFERRAL_PATH)) return await referralPage(app, path, work);
    if (path.startsWith(VERIFY_PATH)) return await letterPage(app, path, work);
    if (Object.hasOwn(RENDERED_PAGES, path)) return await samePage(app, path, work);
    const answer = new RegExp(PUBLIC_ANSWER_ADDRESS).exec(path);
    if (answer) return await publicAnswerPage(app, answer, work);
    return await profilePage(app, path.slice(1).toLowerCase(), work);
  } catch (fault) {
    // The app still works without what is rendered: it loads everything itself and can try again.
    work.log.error('fault', fault as Error);
    return { status: 200, cache: 'no-store', html: app };
  }
});

/** A page that is the same for everybody. */
async function samePage(app: string, path: string, work: Pages): Promise<PageAnswer> {
  const words = RENDERED_PAGES[path] as PageWords;
  const html = await renderedDocument(app, {
    path,
    head: pageHead(words, settings().origin),
    answers: await answersOf(path, work),
  });
  return {
    status: words.missing ? 404 : 200,
    cache: path === HOME ? CACHE.home : CACHE.same,
    html,
  };
}

const HOME = '/home';

async function answersOf(path: string, work: Pages): Promise<KnownAnswer[]> {
  if (path === RELIABILITY_PATH) return [await publishedFigures(work)];
  return path === HOME ? featuredCreators(work) : [];
}

/** The first creators who take a message now, for the landing page, which does without them if they cannot be read. */
async function featuredCreators({ table, now, log }: Pages): Promise<KnownAnswer[]> {
  try {
    return [{ key: FEATURED_KEY, answer: await creatorsPage(table, FEATURED, now), at: now }];
  } catch (fault) {
    log.error('the landing page shows no creators', fault as Error);
    return [];
  }
}

/** robots.txt and the sitemap; undefined for any other path. */
async function searchEngineFile(path: string, { table }: Pages): Promise<PageAnswer | undefined> {
  const { origin } = settings();
  if (path === ROBOTS_PATH)
    return { ...file('text/plain; charset=utf-8'), html: robotsText(origin) };
  if (path === `${SITEMAP_PATH}.xml`) return { ...XML, html: await sitemapIndex(table, origin) };
  if (!path.startsWith(`${SITEMAP_PATH}/`)) return undefined;
  const name = path.slice(`${SITEMAP_PATH}/`.length).replace(/\.xml$/, '');
  const html = await sitemapPage(table, name, origin);
  return html === undefined ? { ...XML, status: 404, html: '' } : { ...XML, html };
}

const file = (type: string) =>
  ({ status: 200, cache: CACHE.engines, headers: { 'content-type': type } }) as const;
const XML = file('application/xml; charset=utf-8');

async function publishedFigures({ table, now }: Pages): Promise<KnownAnswer> {
  const figures = reliabilityView(await publishedReliability(table));
  return { key: keyOf(viewReliability, {}), answer: { data: [figures] }, at: now };
}

async function profilePage(app: string, name: string, work: Pages): Promise<PageAnswer> {
  const holder = await holderOfUsername(work.table, name, work.now);
  const found = holder && (await profileOf(holder.userId, work));
  const profile = found?.view;
  const input = { username: name };
  if (!profile) {
    const html = await renderedDocument(app, {
      path: `/${name}`,
      head: pageHead(PROFILE_NOT_FOUND, settings().origin),
      answers: [refused(viewUserProfile, input, NO_SUCH_PROFILE)],
    });
    return { status: 404, cache: CACHE.person, html };
  }
  if (profile.username !== name)
    return { status: 302, cache: CACHE.person, location: `/${profile.username}` };
  const html = await renderedDocument(app, {
    path: `/${name}`,
    address: `/${name}`,
    head: profileHead(profile, settings().origin, found.hidden),
    answers: [known(viewUserProfile, input, profile, work), await answersListed(name, work)],
    view: `${viewUserProfile.path}?${encodeForm(input)}`,
  });
  return { status: 200, cache: CACHE.person, html };
}

/** The first public answers of a creator, as the query of the profile has them. */
async function answersListed(username: string, { table, now }: Pages): Promise<KnownAnswer> {
  const page = await publicAnswersPage(table, username, {}, now);
  return {
    key: [viewPublicAnswers.name, { username }, 'pages'],
    answer: { pages: [page], pageParams: [undefined] },
    at: now,
  };
}

/** The page of a public answer. A withdrawn one is 410, and still leads to its creator. */
async function publicAnswerPage(
  app: string,
  [, name = '', answerId = '']: RegExpExecArray,
  work: Pages,
): Promise<PageAnswer> {
  const [username, id] = [name.toLowerCase(), answerId.toUpperCase()];
  const found = await publicAnswerAt(work.table, username, id, work.now);
  const { creator } = found;
  if (creator && creator.username !== username)
    return {
      status: 302,
      cache: CACHE.person,
      location: publicAnswerPath(creator.username, id),
    };
  const profile = creator && (await profileOf(creator.id, work))?.view;
  const view =
    found.outcome === 'SHOWN' ? await pageOf(work.table, found.copy, found.creator) : undefined;
  const input = { username, id };
  const missing = found.outcome === 'WITHDRAWN' ? ANSWER_GONE : ANSWER_NOT_FOUND;
  const html = await renderedDocument(app, {
    path: publicAnswerPath(username, id),
    address: publicAnswerPath(username, id),
    head: view
      ? publicAnswerHead(view, settings().origin, isHidden(found.creator as User))
      : pageHead(missing, settings().origin),
    answers: [
      view
        ? known(viewPublicAnswerPage, input, view, work)
        : refused(viewPublicAnswerPage, input, answerRefusal(found).message),
      profile
        ? known(viewUserProfile, { username }, profile, work)
        : refused(viewUserProfile, { username }, NO_SUCH_PROFILE),
    ],
  });
  const gone = found.outcome === 'WITHDRAWN' ? 410 : 404;
  return { status: view ? 200 : gone, cache: CACHE.person, html };
}

/** Codes have eight characters, so guessing one is no way to find members, and it would show a public profile. */
async function referralPage(app: string, path: string, work: Pages): Promise<PageAnswer> {
  const referralCode = path.slice(REFERRAL_PATH.length);
  const holder = await holderOfReferralCode(work.table, referralCode.toUpperCase(), work.now);
  const found = holder && (await profileOf(holder.userId, work))?.view;
  if (!found) return { status: 302, cache: CACHE.person, location: '/referral-not-found' };
  // The invitation shows no thank-yous.
  const { thanks: _, ...inviter } = found;
  const html = await renderedDocument(app, {
    path,
    head: referralHead(inviter, settings().origin),
    answers: [known(viewUserProfileByReferralCode, { referralCode }, inviter, work)],
    referral: referralCode,
  });
  return { status: 200, cache: CACHE.person, html };
}

/** The page that checks a letter. A damaged address is 404 like an unknown one. */
async function letterPage(app: string, path: string, work: Pages): Promise<PageAnswer> {
  const input = { id: path.slice(VERIFY_PATH.length) };
  const isId = viewVerification.input.safeParse(input).success;
  const found = isId ? await verificationViewOf(work.table, input.id, work.now) : undefined;
  const html = await renderedDocument(app, {
    path,
    head: pageHead(found ? CHECK_A_LETTER : LETTER_NOT_FOUND, settings().origin),
    answers: [
      found
        ? known(viewVerification, input, found, work)
        : refused(viewVerification, input, NO_SUCH_LETTER),
    ],
  });
  return { status: found ? 200 : 404, cache: CACHE.person, html };
}

/** The public profile of an account, and whether its owner does not want to be found; undefined if it has none. */
async function profileOf(userId: string, { table, now }: Pages) {
  const found = await userInMonth(table, userId, monthOf(now), now);
  const { user } = found;
  if (!user || !isPublic(user)) return undefined;
  return { view: profileView(user, found, settings(), now), hidden: isHidden(user) };
}

/** The key that the app's query of this operation has (web/src/api/queries.ts). */
const keyOf = ({ name }: OperationSpec, input: object) => [name, input, 'answer'] as const;

const refused = <Op extends OperationSpec>(
  operation: Op,
  input: Input<Op>,
  message: string,
): KnownAnswer => ({
  key: keyOf(operation, input),
  refusal: { code: 'NOT_FOUND', message },
});

const known = <Op extends OperationSpec>(
  operation: Op,
  input: Input<Op>,
  entity: ProfileView | VerificationView | PublicAnswerView,
  { now }: Pages,
): KnownAnswer => ({
  key: keyOf(operation, input),
  answer: { data: [entity] },
  at: now,
});
