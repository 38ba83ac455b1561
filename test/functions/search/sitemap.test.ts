import { describe, expect, test } from '@jest/globals';
import { handler } from '#functions/pages/render.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { TAGLINE } from '#shared/brand.ts';
import { lambdaContext } from '../../support/call.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { deliverNameEvent } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* What search engines and strangers find of listed creators. docs/product/discovery.md#search-engines */

const { origin } = SETTINGS;
const world = worldOfFile();

type Page = { statusCode: number; headers: Record<string, string>; body: string };

const pageOf = async (path: string) =>
  (await handler({ rawPath: `/pages${path}`, headers: {} } as never, lambdaContext())) as Page;

const addressesIn = ({ body }: Page) =>
  [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);

/** Every profile in the sitemap, found from its index as a search engine does. */
async function listed(): Promise<string[]> {
  const pages = addressesIn(await pageOf('/sitemap.xml')).filter(
    (address) => !address.endsWith('/pages.xml'),
  );
  const all = await Promise.all(
    pages.map(async (address) => addressesIn(await pageOf(address.slice(origin.length)))),
  );
  return all.flat().sort();
}

const FIELD = { categoryId: 'CATEGORY_05', subCategoryId: 'CATEGORY_05_02' };

const newCreator = (username: string, more: object = {}) =>
  newPerson(world, { findable: true, username, paidResponseCommitment: 5, ...FIELD, ...more });

const hide = async ({ user }: Person) => {
  await table.write(update(userKey(user.id), { set: { listing: 'HIDDEN' } }));
  await deliverNameEvent(world, user.id);
};

describe('the sitemap', () => {
  test('names listed creators only, as long as they are', async () => {
    const people = [await newCreator('map.one'), await newCreator('map.two')] as const;
    await newCreator('map.silent', { paidResponseCommitment: 0 });
    expect(await listed()).toEqual([`${origin}/map.one`, `${origin}/map.two`]);
    await hide(people[0]);
    expect(await listed()).toEqual([`${origin}/map.two`]);
    await hide(people[1]);
    expect(await listed()).toEqual([]);
    expect(addressesIn(await pageOf('/sitemap.xml'))).toEqual([`${origin}/sitemap/pages.xml`]);
  });

  test('has a page with the pages of the product and the lists of browsing', async () => {
    const page = await pageOf('/sitemap/pages.xml');
    expect(page).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    });
    const addresses = addressesIn(page);
    for (const path of ['/', '/reliability', '/browse', '/browse?category=CATEGORY_12'])
      expect(addresses).toContain(origin + path);
    for (const path of ['/profile-not-found', '/home', '/pages/not-found'])
      expect(addresses).not.toContain(origin + path);
  });

  test.each(['/sitemap/32.xml', '/sitemap/nothing.xml', '/sitemap/-1.xml'])(
    'has no page %s',
    async (path) => {
      expect((await pageOf(path)).statusCode).toBe(404);
    },
  );

  test('is named in robots.txt, which keeps the API closed but for what pages ask for', async () => {
    const { body, headers } = await pageOf('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Sitemap: ${origin}/sitemap.xml\n`);
    expect(body).toContain('Allow: /api/browseCreators\n');
    expect(body).toContain('Disallow: /api/\n');
  });
});

describe('the landing page', () => {
  test('shows at most six creators who take a message now, and nothing without any', async () => {
    expect((await pageOf('/home')).body).not.toContain('Who answers here');
    const people: Person[] = [];
    for (const nth of [1, 2, 3, 4, 5, 6, 7, 8])
      people.push(await newCreator(`front.${nth}`, { fullName: `Front ${nth}` }));
    const [first] = people as [Person];
    await table.write(update(userKey(first.user.id), { set: { pause: {} } }));
    const { body, headers } = await pageOf('/home');
    expect(headers['cache-control']).toContain('s-maxage=60,');
    expect(body).toContain('Who answers here');
    const shown = [...body.matchAll(/href="\/(front\.\d)"/g)].map(([, username]) => username);
    expect(shown).toEqual([2, 3, 4, 5, 6, 7].map((nth) => `front.${nth}`));
    for (const person of people) await hide(person);
  });

  test('is shown without creators if they cannot be read', async () => {
    const person = await newCreator('front.unread');
    expect((await pageOf('/home')).body).toContain('front.unread');
    const name = process.env.TABLE_NAME;
    process.env.TABLE_NAME = 'no-such-table';
    try {
      const page = await pageOf('/home');
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain(TAGLINE);
      expect(page.body).not.toContain('Who answers here');
    } finally {
      process.env.TABLE_NAME = name;
    }
    await hide(person);
  });
});
