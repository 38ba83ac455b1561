import { describe, expect, test } from '@jest/globals';
import { linksBack } from '#functions/links/rel-me.ts';

/* The link back to a profile in the HTML of a page. docs/product/links.md#verified-links */

const PROFILE = 'https://replypaid.test/ana.markovic';
const found = (html: string) => linksBack(html, PROFILE);

describe('a page links back', () => {
  test.each([
    ['with a link', `<a rel="me" href="${PROFILE}">ReplyPaid</a>`],
    ['in its head', `<head><link href="${PROFILE}" rel="me"></head>`],
    ['among other relations', `<a rel="nofollow me noopener" href='${PROFILE}'>`],
    ['in capitals', `<A REL=ME HREF="${PROFILE.toUpperCase()}">`],
    ['without quotation marks', `<a href=${PROFILE} rel=me>`],
    ['with spaces and lines', `<a\n\trel = "me"\n href = "${PROFILE}" class>`],
    ['with a slash at the end', `<link rel="me" href="${PROFILE}/" />`],
    ['with a query', `<a rel="me" href="${PROFILE}?from=home#top">`],
    ['with character references', `<a rel="me" href="${PROFILE.replaceAll('/', '&#x2F;')}">`],
    ['after other tags', `<p title="a > b"><br/><a href="/x">x</a><a rel="me" href="${PROFILE}">`],
    [
      'after letters that are longer in lower case',
      `İİİİ<title>İ</title><a rel="me" href="${PROFILE}">`,
    ],
    ['after a comment and a script', `<!-- <b --><script>"<a"</script><a rel=me href=${PROFILE}>`],
  ])('%s', (_, html) => {
    expect(found(html)).toBe(true);
  });
});

describe('a page does not link back', () => {
  test.each([
    ['without the relation', `<a href="${PROFILE}">`],
    ['with another relation that contains the letters', `<a rel="memo" href="${PROFILE}">`],
    ['to another person', `<a rel="me" href="${PROFILE}2">`],
    ['to a page below the profile', `<a rel="me" href="${PROFILE}/links">`],
    ['on another site', `<a rel="me" href="https://evil.test/ana.markovic">`],
    ['without encryption', `<a rel="me" href="${PROFILE.replace('https', 'http')}">`],
    ['with a relative address', '<a rel="me" href="/ana.markovic">'],
    ['in a comment', `<!-- <a rel="me" href="${PROFILE}"> -->`],
    ['in a comment that is not closed', `<!-- <a rel="me" href="${PROFILE}">`],
    ['in a script', `<script>const a = '<a rel="me" href="${PROFILE}">';</script>`],
    ['in what a visitor typed', `<textarea><a rel="me" href="${PROFILE}"></textarea>`],
    ['in what a visitor wrote', `<a rel="me ugc" href="${PROFILE}">`],
    ['in an attribute', `<p title='<a rel="me" href="${PROFILE}">'>`],
    ['in text', `&lt;a rel="me" href="${PROFILE}"&gt;`],
    ['in another element', `<area rel="me" href="${PROFILE}">`],
    ['in a tag that is not closed', `<a rel="me" href="${PROFILE}"`],
    ['with the second of two addresses', `<a rel="me" href="https://a.test" href="${PROFILE}">`],
    ['if it is empty', ''],
  ])('%s', (_, html) => {
    expect(found(html)).toBe(false);
  });
});
