import { expect, test } from '@jest/globals';
import { handler as renderPage } from '#functions/pages/render.ts';
import { publicAnswerPath } from '#shared/rules/public-answers/address.ts';
import { lambdaContext } from '../../support/call.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { proposedAnswer, publicAnswer } from '../../usual-calls/public-answers.ts';

/* The page of a public answer. docs/product/public-answers.md#the-page */

const world = worldOfFile();

async function pageAt(path: string) {
  const event = { rawPath: `/pages${path}`, headers: {} };
  const answer = (await renderPage(event as never, lambdaContext())) as {
    statusCode: number;
    body: string;
    headers: Record<string, string>;
  };
  return { status: answer.statusCode, html: answer.body, headers: answer.headers };
}

test('a public answer is a page without a script of the app, with an Article for search engines', async () => {
  const { recipient, sender, publicAnswerId } = await publicAnswer(world);
  const path = publicAnswerPath(recipient.user.username, publicAnswerId);
  const { status, html, headers } = await pageAt(path);
  expect(status).toBe(200);
  expect(html).toContain(`rel="canonical" href="`);
  expect(html).toContain('"@type":"Article"');
  expect(html).not.toContain('QAPage');
  expect(html).toContain('Keep it in its case with a damp sponge');
  expect(html).not.toContain(sender.user.fullName);
  // No cache of ours keeps it for a minute.
  const [, shared = 0, stale = 0] =
    /s-maxage=(\d+), stale-while-revalidate=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
  expect(Number(shared) + Number(stale)).toBeLessThan(60);
  expect(Number(shared)).toBeGreaterThan(0);
});

test('the page of a profile has links to its public answers before a script runs, for search engines', async () => {
  const { recipient, publicAnswerId } = await publicAnswer(world);
  const { username } = recipient.user;
  const { html } = await pageAt(`/${username}`);
  expect(html).toContain(`href="${publicAnswerPath(username, publicAnswerId)}"`);
});

test('a withdrawn answer is 410, says so and leads to its creator', async () => {
  const { recipient, id, publicAnswerId } = await publicAnswer(world);
  await recipient.withdrawsPublicAnswer({ id });
  const { username, fullName } = recipient.user;
  const { status, html } = await pageAt(publicAnswerPath(username, publicAnswerId));
  expect(status).toBe(410);
  expect(html).toContain('This answer isn’t public anymore');
  expect(html).toContain(fullName);
  expect(html).not.toContain('damp sponge');
  expect(html).toContain('noindex');
});

test('a proposal, a reported answer and an answer of somebody else are 404', async () => {
  const proposed = await proposedAnswer(world);
  const { username } = proposed.recipient.user;
  expect((await pageAt(publicAnswerPath(username, proposed.publicAnswerId))).status).toBe(404);
  const shown = await publicAnswer(world);
  expect((await pageAt(publicAnswerPath(username, shown.publicAnswerId))).status).toBe(404);
  const nobody = await newPerson(world);
  await nobody.reportsPublicAnswer(shown.publicAnswerId);
  const path = publicAnswerPath(shown.recipient.user.username, shown.publicAnswerId);
  const { status, html } = await pageAt(path);
  expect(status).toBe(404);
  expect(html).not.toContain('damp sponge');
});
