import { describe, expect, test } from '@jest/globals';
import type { User } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { saveVerification } from '#functions/storage/links/verified-links.ts';
import { table } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import { DAY, HOUR, toIso } from '#shared/time.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Links whose pages link back to the profile. The sites are those of the local system. docs/product/links.md#verified-links */

const world = worldOfFile();

const back = ({ user }: Person) => `<a rel="me" href="${SETTINGS.origin}/${user.username}">me</a>`;

/** A person with one link, whose page has this HTML. */
async function owner(html?: (person: Person) => string) {
  const person = await newPerson(world);
  const host = `${person.user.username.replaceAll('.', '-')}.example`;
  if (html) world.sites.set(`${host}/`, html(person));
  return { person, host, link: await person.addsLink('Home', `https://${host}`) };
}

const edit = (person: Person, link: Ref, url: string) => person.editsLink(link, 'Site', url);
const own = async (person: Person) => (await person.links()).data[0];
const stored = async ({ user }: Person) => (await table.get<User>(userKey(user.id)))?.verifiedLinks;

/** The verified links of the public profile. */
const shown = async (person: Person) => (await visitor().profileOf(person)).trust?.links;

describe('a checked link', () => {
  test('is verified if its page links back, and the profile says so with the date', async () => {
    const { person, host, link } = await owner(back);
    expect((await own(person))?.verifiedAt).toBeNull();
    expect(await shown(person)).toEqual([]);
    const verified = await person.verifiesLink(link);
    expect(verified.check).toBe('VERIFIED');
    const verifiedAt = (await own(person))?.verifiedAt;
    expect(verifiedAt).toBe(verified.verifiedAt);
    expect(await shown(person)).toEqual([{ host, verifiedAt }]);
    expect((await visitor().linksOf(person)).data[0]?.verifiedAt).toBe(verifiedAt);
  });

  test('is verified again with a new date by another check', async () => {
    const { person, link } = await owner(back);
    await person.verifiesLink(link);
    world.advance(2 * DAY);
    const { verifiedAt } = await person.verifiesLink(link);
    expect(Date.parse(String(verifiedAt))).toBeGreaterThan(world.now() - HOUR);
    expect(await shown(person)).toEqual([expect.objectContaining({ verifiedAt })]);
  });

  test('is not verified if its page links to another person', async () => {
    const other = await newPerson(world);
    const { person, link } = await owner(() => back(other));
    expect(await person.verifiesLink(link)).toMatchObject({
      check: 'NO_LINK_BACK',
      verifiedAt: null,
    });
    expect(await stored(person)).toBeUndefined();
  });

  test('loses the verification when its page no longer links back', async () => {
    const { person, host, link } = await owner(back);
    await person.verifiesLink(link);
    world.sites.set(`${host}/`, '<p>Moved.</p>');
    expect((await person.verifiesLink(link)).check).toBe('NO_LINK_BACK');
    expect((await own(person))?.verifiedAt).toBeNull();
    expect([await shown(person), await stored(person)]).toEqual([[], {}]);
  });

  test('keeps the verification while its page cannot be read', async () => {
    const { person, host, link } = await owner(back);
    const { verifiedAt } = await person.verifiesLink(link);
    world.sites.delete(`${host}/`);
    expect(await person.verifiesLink(link)).toMatchObject({
      check: 'NO_ANSWER',
      verifiedAt,
    });
    expect(await shown(person)).toHaveLength(1);
  });

  test('without encryption is not asked for', async () => {
    const { person, host, link } = await owner(back);
    await edit(person, link, `http://${host}`);
    expect((await person.verifiesLink(link)).check).toBe('NOT_HTTPS');
  });

  test('is not found if it is gone, or belongs to another person', async () => {
    const { link } = await owner(back);
    const { person } = await owner();
    await expectRefused(person.verifiesLink(link), 404, 'NOT_FOUND');
    await expectRefused(person.verifiesLink({ id: newId(world.now()) }), 404, 'NOT_FOUND');
    await expectRefused(person.verifiesLink({ id: 'x' }), 400, 'INVALID_INPUT');
  });

  test('can be checked thirty times an hour by one person', async () => {
    const { person, link } = await owner();
    for (let nth = 0; nth < 30; nth += 1) await person.verifiesLink(link);
    await expectRefused(person.verifiesLink(link), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('a verification', () => {
  test('ends with the 90th day', async () => {
    const { person, link } = await owner(back);
    await person.verifiesLink(link);
    world.advance(90 * DAY - HOUR);
    expect(await shown(person)).toHaveLength(1);
    world.advance(HOUR);
    expect(await shown(person)).toEqual([]);
    expect((await own(person))?.verifiedAt).toBeNull();
  });

  test('stays when the name of the link changes, and ends when its address changes', async () => {
    const { person, host, link } = await owner(back);
    const { verifiedAt } = await person.verifiesLink(link);
    expect((await edit(person, link, `https://${host}`)).verifiedAt).toBe(verifiedAt);
    expect(await shown(person)).toHaveLength(1);
    const moved = await edit(person, link, `https://${host}/other`);
    expect(moved.verifiedAt).toBeNull();
    expect([await shown(person), await stored(person)]).toEqual([[], {}]);
  });

  test('ends with its link, and leaves those of others', async () => {
    const { person, host, link } = await owner(back);
    world.sites.set(`${host}/blog`, back(person));
    const blog = await person.addsLink('Blog', `https://${host}/blog`);
    await person.verifiesLink(link);
    await person.verifiesLink(blog);
    expect(await shown(person)).toHaveLength(2);
    await person.removesLink(link);
    expect(Object.keys((await stored(person)) ?? {})).toEqual([blog.id]);
  });

  test('is not saved for a link that changed while its page was read', async () => {
    const { person, link } = await owner(back);
    const [read] = await linksOf(table, person.user.id);
    await edit(person, link, 'https://elsewhere.example');
    if (!read) throw new Error('there is no link');
    expect(await saveVerification(table, person.user, read, world.now())).toBe('CHANGED');
    expect(await stored(person)).toBeUndefined();
  });

  test('is not lost when two links are verified at the same moment', async () => {
    const { person, host, link } = await owner(back);
    world.sites.set(`${host}/a`, back(person));
    world.sites.set(`${host}/b`, back(person));
    const all: Ref[] = [link];
    for (const path of ['a', 'b']) all.push(await person.addsLink(path, `https://${host}/${path}`));
    const ids = all.map(({ id }) => id);
    await Promise.all(all.map((one) => person.verifiesLink(one)));
    expect(Object.keys((await stored(person)) ?? {}).sort()).toEqual(ids.sort());
    const times = (await linksOf(table, person.user.id)).map(({ verifiedAt }) => verifiedAt);
    expect(times.map((at) => at && toIso(at))).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ]);
  });
});
