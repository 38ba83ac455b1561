import { PRODUCT_NAME } from '#shared/brand.ts';
import { publicAnswerPath } from '#shared/rules/public-answers/address.ts';
import { publicAnswerTitle } from '#shared/rules/public-answers/page-title.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { jsonForHtml } from '#shared/wire.ts';
import { escaped } from '../../escaped-html.ts';
import type { PublicAnswerView } from '../../public-answers/public-views.ts';
import { DRAWING, named, property } from './page-head.ts';

/* The metadata of a public answer for search engines and link previews. docs/product/public-answers.md#the-page */

/** A description is cut to this many characters. */
const DESCRIPTION_MAX = 300;

/** The metadata of a public answer. `hidden`: its creator does not want to be found, so search engines do not list it. */
export function publicAnswerHead(view: PublicAnswerView, origin: string, hidden: boolean): string {
  const { fullName, username, id } = view;
  const address = origin + publicAnswerPath(username, id);
  const asked = view.title.map(({ text }) => text).join('');
  const title = publicAnswerTitle(asked, fullName);
  const description = truncateAtWord(textOf(view.answer, ' '), DESCRIPTION_MAX);
  return [
    `<title>${escaped(`${title} · ${PRODUCT_NAME}`)}</title>`,
    named('description', description),
    ...(hidden ? [named('robots', 'noindex')] : []),
    `<link rel="canonical" href="${escaped(address)}">`,
    property('og:type', 'article'),
    property('og:site_name', PRODUCT_NAME),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', `${origin}${DRAWING}`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    `<script type="application/ld+json">${jsonForHtml(linkedData(view, origin, address))}</script>`,
  ].join('\n    ');
}

/**
 * An Article with the question as its subject. QAPage is for pages where readers add answers.
 * https://developers.google.com/search/docs/appearance/structured-data/article
 */
function linkedData(view: PublicAnswerView, origin: string, address: string) {
  const { title, question, answer, fullName, username, publishedOn } = view;
  const asked = title.map(({ text }) => text).join('');
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: asked,
    mainEntityOfPage: address,
    datePublished: publishedOn,
    articleBody: textOf(answer, '\n\n'),
    about: { '@type': 'Question', name: asked, text: textOf(question, '\n\n') },
    author: { '@type': 'Person', name: fullName, url: `${origin}/${username}` },
    publisher: { '@type': 'Organization', name: PRODUCT_NAME, url: origin },
    isAccessibleForFree: true,
  };
}

const textOf = (paragraphs: PublicAnswerView['answer'], between: string): string =>
  paragraphs.map((pieces) => pieces.map(({ text }) => text).join('')).join(between);
