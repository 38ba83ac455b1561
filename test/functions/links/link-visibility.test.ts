import { describe, expect, test } from '@jest/globals';
import { handler as createUserLink } from '#functions/links/createUserLink.ts';
import { handler as updateUserLink } from '#functions/links/updateUserLink.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NO_MOMENT, UNTIL_BEFORE_FROM } from '#shared/rules/links/link-visibility.ts';
import { DAY, HOUR, later, MINUTE, toIso } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { namesOf, ownerOf, viewLinks } from '../../support/links.ts';
import { type Person, signedInAgain, visitor } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Links that are switched off, or visible at certain times only. docs/product/links.md#visibility */

const world = worldOfFile();
const owner = (...names: string[]) => ownerOf(world, ...names);
const inHours = (hours: number) => toIso(later(world.now(), hours * HOUR));

const add = ({ token }: Person, linkName: string, more: object = {}) =>
  call(createUserLink, { linkName, linkUrl: 'https://example.com', ...more }, { token });
const change = ({ token }: Person, linkId: string | undefined, more: object = {}) =>
  call(
    updateUserLink,
    { linkId, linkName: 'Shop', linkUrl: 'https://example.com', ...more },
    { token },
  );
/** What visitors see of the links, and what their owner sees. */
const seen = async ({ user }: Person) =>
  namesOf(await responseTo(visitor().calls('viewUserLinksById', { userId: user.id })));
const own = async ({ token }: Person) => (await viewLinks(token)).body.data;

describe('a link that is switched off', () => {
  test('is hidden from visitors, and its owner still sees it', async () => {
    const ana = await owner('Shop', 'Book');
    const [linkId] = ana.ids;
    const { body } = await change(ana, linkId, { isOn: 'false' });
    expect(body.data[0]).toMatchObject({ linkName: 'Shop', isOn: false, position: 0 });
    expect(await seen(ana)).toEqual(['Book']);
    expect((await own(ana)).map(({ isOn }: { isOn: boolean }) => isOn)).toEqual([false, true]);
    await change(ana, linkId, { isOn: 'true' });
    expect(await seen(ana)).toEqual(['Shop', 'Book']);
  });

  test('does not tell visitors that it is there', async () => {
    const ana = await owner('Shop', 'Book');
    await change(ana, ana.ids[0], { isOn: 'false' });
    const body = await visitor().calls('viewUserLinksById', { userId: ana.user.id });
    expect(body.data).toEqual([
      {
        id: ana.ids[1],
        linkName: 'Book',
        linkUrl: 'https://example.com',
        position: 0,
        verifiedAt: null,
      },
    ]);
  });
});

describe('a link with times', () => {
  test('is visible from its start and until its end, by the clock of the server', async () => {
    const ana = await owner();
    const times = { visibleFrom: inHours(1), visibleUntil: inHours(3) };
    const { body } = await add(ana, 'Sale', times);
    expect(body.data[0]).toMatchObject({ isOn: true, ...times });
    expect(await seen(ana)).toEqual([]);
    world.advance(HOUR);
    expect(await seen(ana)).toEqual(['Sale']);
    world.advance(2 * HOUR - MINUTE);
    expect(await seen(ana)).toEqual(['Sale']);
    world.advance(MINUTE);
    expect(await seen(ana)).toEqual([]);
    const again = await signedInAgain(world, ana);
    expect(namesOf(await viewLinks(again.token))).toEqual(['Sale']);
  });

  test('keeps them if a change leaves them out, as pages that were opened before do', async () => {
    const ana = await owner();
    const times = { visibleFrom: inHours(1), visibleUntil: inHours(3) };
    const { id } = (await add(ana, 'Sale', { ...times, isOn: 'false' })).body.data[0];
    await change(ana, id);
    expect((await own(ana))[0]).toMatchObject({ linkName: 'Shop', isOn: false, ...times });
  });

  test('loses those that are emptied', async () => {
    const ana = await owner();
    const { id } = (await add(ana, 'Sale', { visibleFrom: inHours(1) })).body.data[0];
    await change(ana, id, { visibleFrom: '' });
    expect((await own(ana))[0]).toMatchObject({ visibleFrom: null, visibleUntil: null });
    const [stored] = await linksOf(table, ana.user.id);
    expect(stored).not.toHaveProperty('visibility');
  });

  test('is refused if it ends before it begins, also by a change of one of the two', async () => {
    const ana = await owner();
    const error = { visibleUntil: UNTIL_BEFORE_FROM };
    const moment = inHours(2);
    const wrong = { visibleFrom: moment, visibleUntil: moment };
    expectRefusal(await add(ana, 'Sale', wrong), 400, 'INVALID_INPUT', error);
    expect(await own(ana)).toEqual([]);
    const { id } = (await add(ana, 'Sale', { visibleFrom: inHours(2) })).body.data[0];
    const ended = await change(ana, id, { visibleUntil: inHours(1) });
    expectRefusal(ended, 400, 'INVALID_INPUT', error);
    expect((await own(ana))[0]).toMatchObject({ linkName: 'Sale', visibleUntil: null });
  });

  test('is refused with an invalid time', async () => {
    const ana = await owner();
    const refused = await add(ana, 'Sale', { visibleFrom: 'tomorrow', isOn: 'maybe' });
    expectRefusal(refused, 400, 'INVALID_INPUT', {
      visibleFrom: NO_MOMENT,
      isOn: 'Please say true or false',
    });
  });
});

describe('a verified link', () => {
  const hostsOf = async ({ user }: Person) => {
    const body = await visitor().calls(
      'viewUserProfile',
      { username: user.username },
      { headers: { 'user-agent': 'curl' } },
    );
    return body.data[0].trust.links.map(({ host }: { host: string }) => host);
  };
  async function verifiedOwner() {
    const ana = await owner('Shop');
    world.sites.set(
      'example.com/',
      `<a rel="me" href="${SETTINGS.origin}/${ana.user.username}">Me</a>`,
    );
    await ana.calls('verifyLink', { linkId: ana.ids[0] });
    expect(await hostsOf(ana)).toEqual(['example.com']);
    return ana;
  }

  test('that is switched off is in no trust panel, and is verified again at once when it is switched on', async () => {
    const ana = await verifiedOwner();
    await change(ana, ana.ids[0], { isOn: 'false' });
    expect(await hostsOf(ana)).toEqual([]);
    expect((await own(ana))[0].verifiedAt).not.toBeNull();
    await change(ana, ana.ids[0], { isOn: 'true' });
    expect(await hostsOf(ana)).toEqual(['example.com']);
  });

  test('leaves the trust panel when its time is over', async () => {
    const ana = await verifiedOwner();
    await change(ana, ana.ids[0], { visibleUntil: inHours(1) });
    expect(await hostsOf(ana)).toEqual(['example.com']);
    world.advance(HOUR);
    expect(await hostsOf(ana)).toEqual([]);
  });

  test('that is checked while it is switched off does not appear', async () => {
    const ana = await verifiedOwner();
    await change(ana, ana.ids[0], { isOn: 'false' });
    world.advance(DAY);
    const again = await signedInAgain(world, ana);
    const body = await again.calls('verifyLink', { linkId: ana.ids[0] });
    expect(body.data[0]).toMatchObject({ check: 'VERIFIED', isOn: false });
    expect(await hostsOf(ana)).toEqual([]);
  });

  test('keeps its verification and its visibility under another name', async () => {
    const ana = await verifiedOwner();
    await change(ana, ana.ids[0], { isOn: 'false' });
    await change(ana, ana.ids[0], { linkName: 'Store' });
    expect((await own(ana))[0]).toMatchObject({ linkName: 'Store', isOn: false });
    expect((await own(ana))[0].verifiedAt).not.toBeNull();
    expect(await hostsOf(ana)).toEqual([]);
  });

  test('with a new address loses its verification and keeps its visibility', async () => {
    const ana = await verifiedOwner();
    const times = { visibleUntil: inHours(5) };
    await change(ana, ana.ids[0], { linkUrl: 'https://other.example.com', ...times });
    expect((await own(ana))[0]).toMatchObject({ verifiedAt: null, ...times });
    expect(await hostsOf(ana)).toEqual([]);
  });
});
