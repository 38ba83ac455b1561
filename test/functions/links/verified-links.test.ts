import { describe, expect, test } from '@jest/globals';
import { handler as updateUserLink } from '#functions/links/updateUserLink.ts';
import { handler as verifyLink } from '#functions/links/verifyLink.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { saveVerification } from '#functions/storage/links/verified-links.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { DAY, HOUR, toIso } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { addLinkAs, viewLinks } from '../../support/links.ts';
import { profileOf } from '../../support/offers.ts';
import { newPerson, type Person, signedInAgain, visitor } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
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
  const added = await addLinkAs(person.token, 'Home', `https://${host}`);
  return { person, host, linkId: String(added.body.data[0].id) };
}

const check = ({ token }: Person, linkId: string) => call(verifyLink, { linkId }, { token });
const edit = ({ token }: Person, linkId: string, linkUrl: string) =>
  call(updateUserLink, { linkId, linkName: 'Site', linkUrl }, { token });
const own = async ({ token }: Person) => (await viewLinks(token)).body.data[0];
const stored = async ({ user }: Person) => (await table.get<User>(userKey(user.id)))?.verifiedLinks;

/** The verified links of the public profile. */
const shown = async (person: Person) => (await profileOf(person)).trust.links;

describe('a checked link', () => {
  test('is verified if its page links back, and the profile says so with the date', async () => {
    const { person, host, linkId } = await owner(back);
    expect((await own(person)).verifiedAt).toBeNull();
    expect(await shown(person)).toEqual([]);
    const { http, body } = await check(person, linkId);
    expect([http, body.data[0].check]).toEqual([200, 'VERIFIED']);
    const { verifiedAt } = await own(person);
    expect(verifiedAt).toBe(body.data[0].verifiedAt);
    expect(await shown(person)).toEqual([{ host, verifiedAt }]);
    const others = await responseTo(
      visitor().calls('viewUserLinksById', { userId: person.user.id }),
    );
    expect(others.body.data[0].verifiedAt).toBe(verifiedAt);
  });

  test('is verified again with a new date by another check', async () => {
    const { person, linkId } = await owner(back);
    await check(person, linkId);
    world.advance(2 * DAY);
    const again = await signedInAgain(world, person);
    const { verifiedAt } = (await check(again, linkId)).body.data[0];
    expect(Date.parse(verifiedAt)).toBeGreaterThan(world.now() - HOUR);
    expect(await shown(person)).toEqual([expect.objectContaining({ verifiedAt })]);
  });

  test('is not verified if its page links to another person', async () => {
    const other = await newPerson(world);
    const { person, linkId } = await owner(() => back(other));
    expect((await check(person, linkId)).body.data[0]).toMatchObject({
      check: 'NO_LINK_BACK',
      verifiedAt: null,
    });
    expect(await stored(person)).toBeUndefined();
  });

  test('loses the verification when its page no longer links back', async () => {
    const { person, host, linkId } = await owner(back);
    await check(person, linkId);
    world.sites.set(`${host}/`, '<p>Moved.</p>');
    expect((await check(person, linkId)).body.data[0].check).toBe('NO_LINK_BACK');
    expect((await own(person)).verifiedAt).toBeNull();
    expect([await shown(person), await stored(person)]).toEqual([[], {}]);
  });

  test('keeps the verification while its page cannot be read', async () => {
    const { person, host, linkId } = await owner(back);
    const { verifiedAt } = (await check(person, linkId)).body.data[0];
    world.sites.delete(`${host}/`);
    expect((await check(person, linkId)).body.data[0]).toMatchObject({
      check: 'NO_ANSWER',
      verifiedAt,
    });
    expect(await shown(person)).toHaveLength(1);
  });

  test('without encryption is not asked for', async () => {
    const { person, host, linkId } = await owner(back);
    await edit(person, linkId, `http://${host}`);
    expect((await check(person, linkId)).body.data[0].check).toBe('NOT_HTTPS');
  });

  test('is not found if it is gone, or belongs to another person', async () => {
    const { linkId } = await owner(back);
    const { person } = await owner();
    expectRefusal(await check(person, linkId), 404, 'NOT_FOUND');
    expectRefusal(await check(person, newId(world.now())), 404, 'NOT_FOUND');
    expectRefusal(await check(person, 'x'), 400, 'INVALID_INPUT');
  });

  test('can be checked thirty times an hour by one person', async () => {
    const { person, linkId } = await owner();
    for (let nth = 0; nth < 30; nth += 1) expect((await check(person, linkId)).http).toBe(200);
    expectRefusal(await check(person, linkId), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('a verification', () => {
  test('ends with the 90th day', async () => {
    const { person, linkId } = await owner(back);
    await check(person, linkId);
    world.advance(90 * DAY - HOUR);
    expect(await shown(person)).toHaveLength(1);
    world.advance(HOUR);
    expect(await shown(person)).toEqual([]);
    expect((await own(await signedInAgain(world, person))).verifiedAt).toBeNull();
  });

  test('stays when the name of the link changes, and ends when its address changes', async () => {
    const { person, host, linkId } = await owner(back);
    const { verifiedAt } = (await check(person, linkId)).body.data[0];
    expect((await edit(person, linkId, `https://${host}`)).body.data[0].verifiedAt).toBe(
      verifiedAt,
    );
    expect(await shown(person)).toHaveLength(1);
    const moved = await edit(person, linkId, `https://${host}/other`);
    expect(moved.body.data[0].verifiedAt).toBeNull();
    expect([await shown(person), await stored(person)]).toEqual([[], {}]);
  });

  test('ends with its link, and leaves those of others', async () => {
    const { person, host, linkId } = await owner(back);
    world.sites.set(`${host}/blog`, back(person));
    const blog = (await addLinkAs(person.token, 'Blog', `https://${host}/blog`)).body.data[0];
    await check(person, linkId);
    await check(person, blog.id);
    expect(await shown(person)).toHaveLength(2);
    await person.calls('deleteUserLink', { linkId });
    expect(Object.keys((await stored(person)) ?? {})).toEqual([blog.id]);
  });

  test('is not saved for a link that changed while its page was read', async () => {
    const { person, linkId } = await owner(back);
    const [read] = await linksOf(table, person.user.id);
    await edit(person, linkId, 'https://elsewhere.example');
    if (!read) throw new Error('there is no link');
    expect(await saveVerification(table, person.user, read, world.now())).toBe('CHANGED');
    expect(await stored(person)).toBeUndefined();
  });

  test('is not lost when two links are verified at the same moment', async () => {
    const { person, host, linkId } = await owner(back);
    world.sites.set(`${host}/a`, back(person));
    world.sites.set(`${host}/b`, back(person));
    const more = [];
    for (const path of ['a', 'b'])
      more.push((await addLinkAs(person.token, path, `https://${host}/${path}`)).body.data[0].id);
    const ids = [linkId, ...more];
    await Promise.all(ids.map((id) => check(person, id)));
    expect(Object.keys((await stored(person)) ?? {}).sort()).toEqual(ids.sort());
    const times = (await linksOf(table, person.user.id)).map(({ verifiedAt }) => verifiedAt);
    expect(times.map((at) => at && toIso(at))).toEqual([
      expect.any(String),
      expect.any(String),
      expect.any(String),
    ]);
  });
});
