import { expect, test } from '@jest/globals';
import { handler as recheckLinks } from '#functions/jobs/recheckLinks.ts';
import { linksToRecheck } from '#functions/storage/links/verified-links.ts';
import { table } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { RECHECK_AFTER, VERIFIED_TIME } from '#shared/rules/links/link-checks.ts';
import { DAY, HOUR, later } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* The scheduled check of verified links. docs/product/links.md#verified-links */

const world = worldOfFile();

const back = ({ user }: Person) => `<a rel="me" href="${SETTINGS.origin}/${user.username}">me</a>`;
const run = () => recheckLinks({}, lambdaContext());

/** A person with a verified link. `page`: its address in `world.sites`. */
async function verified() {
  const person = await newPerson(world);
  const host = `${person.user.username.replaceAll('.', '-')}.example`;
  const page = `${host}/`;
  world.sites.set(page, back(person));
  const link = await person.addsLink('Home', `https://${host}`);
  await person.verifiesLink(link);
  return { person, host, page, link };
}

/** The verified links of the public profile. */
const shown = async (person: Person) => (await visitor().profileOf(person)).trust?.links ?? [];

async function expectVerifiedNow(person: Person, host: string): Promise<void> {
  const [link] = await shown(person);
  expect(link?.host).toBe(host);
  expect(Date.parse(String(link?.verifiedAt))).toBeGreaterThan(world.now() - HOUR);
}

/** The number of links that will be checked again within 90 days. */
const waiting = async () => {
  const { links } = await linksToRecheck(table, later(world.now(), VERIFIED_TIME), { limit: 100 });
  return links.length;
};

test('recheckLinks verifies a page that still links back anew, before the mark expires', async () => {
  const { person, host } = await verified();
  world.advance(RECHECK_AFTER - DAY);
  await run();
  const first = await shown(person);
  expect(Date.parse(String(first[0]?.verifiedAt))).toBeLessThan(world.now() - DAY);
  world.advance(DAY);
  await run();
  await expectVerifiedNow(person, host);
  world.advance(RECHECK_AFTER - DAY);
  expect(await shown(person)).toHaveLength(1);
});

test('recheckLinks takes the mark from a link whose page no longer links back', async () => {
  const { person, page } = await verified();
  world.advance(RECHECK_AFTER);
  world.sites.set(page, '<p>Moved.</p>');
  await run();
  expect(await shown(person)).toEqual([]);
});

test('recheckLinks asks an unreadable page again every day, until the mark expires', async () => {
  const { person, host, page } = await verified();
  world.advance(RECHECK_AFTER);
  world.sites.delete(page);
  await run();
  expect(await shown(person)).toHaveLength(1);
  world.sites.set(page, back(person));
  await run();
  expect(Date.parse(String((await shown(person))[0]?.verifiedAt))).toBeLessThan(world.now() - DAY);
  world.advance(DAY);
  await run();
  await expectVerifiedNow(person, host);
});

test('recheckLinks gives up an unreadable page when its mark has expired', async () => {
  const { person, page } = await verified();
  world.sites.delete(page);
  const before = await waiting();
  world.advance(VERIFIED_TIME);
  await run();
  expect(await shown(person)).toEqual([]);
  expect(await waiting()).toBeLessThan(before);
});

test('recheckLinks does not ask for the page of a blocked account', async () => {
  const { person, page } = await verified();
  await runConfirmedOps(world, 'block', person.user.username);
  world.sites.set(page, '<p>Moved.</p>');
  world.advance(RECHECK_AFTER);
  await run();
  await runConfirmedOps(world, 'unblock', person.user.username);
  expect(await shown(person)).toHaveLength(1);
});

test.each<[string, (person: Person, link: Ref) => Promise<unknown>]>([
  ['deleted', (person, link) => person.removesLink(link)],
  [
    'given a new address',
    (person, link) => person.editsLink(link, 'Other', 'https://other.example'),
  ],
])('a link that is %s is not checked again', async (_, change) => {
  const { person, link } = await verified();
  const before = await waiting();
  await change(person, link);
  expect(await waiting()).toBe(before - 1);
});

test('recheckLinks stops after a hundred links, and the next run checks the rest', async () => {
  const due = async () => (await linksToRecheck(table, world.now(), { limit: 100 })).links.length;
  for (let made = 0; made < 110; made += 10)
    await Promise.all(Array.from({ length: 10 }, verified));
  world.advance(RECHECK_AFTER);
  await run();
  expect(await due()).toBeGreaterThanOrEqual(10);
  await run();
  expect(await due()).toBe(0);
});
