import { RENDERED_PAGES, SITEMAP_PATH } from '#shared/rendered-pages.ts';
import { CATEGORIES } from '#shared/rules/profiles/categories.ts';
import { SITEMAP_PAGE_MAX, SITEMAP_PAGES } from '#shared/rules/search/browsing.ts';
import { escaped } from '../../escaped-html.ts';
import { sitemapUsernames } from '../../storage/search/browse.ts';
import type { TableReader } from '../../storage/table.ts';

/*
 * What search engines ask for: robots.txt, the index of the sitemap, and its pages. A page lists the profiles of accounts that are
 * listed. https://www.sitemaps.org/protocol.html
 */

/** The robots.txt of a stage; the address of a sitemap has to be absolute. */
export const robotsText = (origin: string): string => `User-agent: *
# What a public profile and browsing ask for, so that a search engine sees what a visitor sees.
Allow: /api/viewUserProfile
Allow: /api/viewUserLinksById
Allow: /api/browseCreators
Allow: /api/viewPublicAnswers
Allow: /api/viewPublicAnswerPage
Disallow: /api/
Disallow: /authenticate
Disallow: /refreshToken
Disallow: /webhooks/
Sitemap: ${origin}${SITEMAP_PATH}.xml
`;

/** The index of the sitemap: the page of the product's own pages, and each page that has a profile. */
export async function sitemapIndex(table: TableReader, origin: string): Promise<string> {
  const pages = Array.from({ length: SITEMAP_PAGES }, (_, page) => page);
  const first = await Promise.all(pages.map((page) => sitemapUsernames(table, page, 1)));
  const names = ['pages', ...pages.filter((page) => first[page]?.length).map(String)];
  return document(
    'sitemapindex',
    'sitemap',
    names.map((name) => `${origin}${SITEMAP_PATH}/${name}.xml`),
  );
}

/** A page of the sitemap, by its name in the index; undefined if there is none. */
export async function sitemapPage(
  table: TableReader,
  name: string,
  origin: string,
): Promise<string | undefined> {
  if (name === 'pages')
    return document(
      'urlset',
      'url',
      ownPages().map((path) => origin + path),
    );
  if (!/^\d{1,2}$/.test(name) || Number(name) >= SITEMAP_PAGES) return undefined;
  const usernames = await sitemapUsernames(table, Number(name), SITEMAP_PAGE_MAX);
  return document(
    'urlset',
    'url',
    usernames.map((username) => `${origin}/${username}`),
  );
}

/** The paths of the product's own pages that search engines may list. */
function ownPages(): string[] {
  const rendered = Object.entries(RENDERED_PAGES).filter(
    ([path, { missing, unlisted }]) => path !== '/home' && !missing && !unlisted,
  );
  const lists = CATEGORIES.map(({ id }) => `/browse?category=${id}`);
  return ['/', ...rendered.map(([path]) => path), '/browse', ...lists];
}

const document = (root: string, entry: string, addresses: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map((address) => `<${entry}><loc>${escaped(address)}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n');
