import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as answerOembed } from '#functions/pages/oembed.ts';
import { handler as renderPage } from '#functions/pages/render.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { lambdaContext } from '../../support/call.ts';
import { SHORT } from '../../support/offers.ts';
import { PRICE } from '../../support/orders.ts';
import { blockedNow, newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* The preview of a profile for other sites, by oEmbed. docs/product/links.md#oembed */

const { origin } = SETTINGS;
const world = worldOfFile();

type Answer = { statusCode: number; headers: Record<string, string>; body: string };

async function ask(query: string) {
  const event = { rawPath: '/oembed', rawQueryString: query, headers: {} };
  const answer = await answerOembed(event as unknown as APIGatewayProxyEventV2, lambdaContext());
  const { statusCode, headers, body } = answer as Answer;
  return { http: statusCode, headers, body: JSON.parse(body) };
}

const preview = (address: string, more = '') =>
  ask(`url=${encodeURIComponent(address)}&format=json${more}`);
const previewOf = async ({ user }: Person) => (await preview(`${origin}/${user.username}`)).body;

describe('the oEmbed endpoint', () => {
  test('describes a profile by name and price, for every site to read', async () => {
    const { user } = await newPerson(world, { price: PRICE, fullName: 'Ana & "Co" <b>' });
    const { http, headers, body } = await preview(`${origin}/${user.username}?via=link#top`);
    expect([http, headers['access-control-allow-origin'], headers['content-type']]).toEqual([
      200,
      '*',
      'application/json; charset=utf-8',
    ]);
    expect(headers['cache-control']).toContain('s-maxage=10');
    const description = body.description;
    expect(description).toMatch(/^An answer for \$[\d.]+ within 10 days, or your money back\.$/);
    expect(body).toEqual({
      version: '1.0',
      type: 'rich',
      cache_age: 300,
      width: 480,
      height: 96,
      provider_name: 'ReplyPaid',
      provider_url: origin,
      title: `Ana & "Co" <b> (@${user.username})`,
      author_name: 'Ana & "Co" <b>',
      author_url: `${origin}/${user.username}`,
      description,
      html: `<blockquote><a href="${origin}/${user.username}?via=embed">Ask Ana &amp; &quot;Co&quot; &lt;b&gt;</a><br>${description}</blockquote>`,
    });
  });

  test('fits into the size that the site names, and ignores an invalid size', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    const at = `${origin}/${user.username}`;
    const sizeIn = async (more: string) => {
      const { width, height } = (await preview(at, more)).body;
      return [width, height];
    };
    expect(await sizeIn('&maxwidth=320&maxheight=40')).toEqual([320, 40]);
    expect(await sizeIn('&maxwidth=9000&maxheight=-1')).toEqual([480, 96]);
  });

  test('answers in JSON if the address names no format', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    expect((await ask(`url=${encodeURIComponent(`${origin}/${user.username}`)}`)).http).toBe(200);
  });

  test('says from which price a person with tiers answers', async () => {
    const ana = await newPerson(world, { price: PRICE });
    await ana.offersTiers([{ ...SHORT, price: '25' }]);
    const { description } = await previewOf(ana);
    expect(description).toBe('Answers from $25.00 within 10 days, or your money back.');
  });

  test('names no price of a person who takes no messages, who pauses', async () => {
    const closed = await newPerson(world, { paidResponseCommitment: 0 });
    const paused = await newPerson(world, { price: PRICE });
    const pause = { paused: 'true' };
    expect((await responseTo(paused.calls('updateAvailability', pause))).http).toBe(200);
    for (const person of [closed, paused]) {
      const { description } = await previewOf(person);
      expect(description).toBe('Isn’t accepting letters right now.');
    }
  });

  test('refuses another format with 501', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    const address = encodeURIComponent(`${origin}/${user.username}`);
    const { http, headers, body } = await ask(`url=${address}&format=xml`);
    expect([http, headers['cache-control'], body]).toEqual([
      501,
      'no-store',
      { error: 'The format is json.' },
    ]);
  });

  test('refuses every address that is no profile here with 404', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    const { host } = new URL(origin);
    for (const address of [
      `https://elsewhere.example/${user.username}`,
      `https://${host}.elsewhere.example/${user.username}`,
      `https://someone@${host}/${user.username}`,
      `${origin}/${user.username}/links`,
      `${origin}/nobody.of.this.name`,
      `${origin}/`,
      user.username,
      '',
    ]) {
      const { http, headers } = await preview(address);
      expect([address, http, headers['cache-control']]).toEqual([address, 404, 'no-store']);
    }
    expect((await ask('format=json')).http).toBe(404);
  });

  test('refuses the profile of a blocked account with 404', async () => {
    const ana = await newPerson(world, { price: PRICE });
    await blockedNow(world, ana);
    expect((await preview(`${origin}/${ana.user.username}`)).http).toBe(404);
  });
});

test('the rendered page of a profile names its oEmbed address', async () => {
  const { user } = await newPerson(world, { price: PRICE });
  const event = { rawPath: `/pages/${user.username}`, headers: {} };
  const page = await renderPage(event as unknown as APIGatewayProxyEventV2, lambdaContext());
  const [, href = ''] =
    /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(
      (page as Answer).body,
    ) ?? [];
  const { searchParams } = new URL(href.replaceAll('&amp;', '&'));
  expect(searchParams.get('format')).toBe('json');
  expect((await preview(searchParams.get('url') ?? '')).body.author_name).toBe(user.fullName);
});
