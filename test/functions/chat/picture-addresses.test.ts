import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as showChatPicture } from '#functions/pages/chat-picture.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { instant, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { PICTURE } from '../../support/image-fixtures.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Who can open the picture of a message, and for how long. docs/product/chat.md#pictures */

const world = worldOfFile();

type Message = { readonly picture?: { readonly url: string } | undefined };
const urlOf = (...messages: readonly Message[]) =>
  String(messages.find(({ picture }) => picture)?.picture?.url);
const urlFor = async (person: Person, chat: Ref) => urlOf(...(await person.messages(chat)).data);

/** Opens an address as a browser does, without any session. */
async function open(url: string) {
  const event = { rawPath: `/pages${url}`, rawQueryString: '', headers: {} };
  const answer = await showChatPicture(event as unknown as APIGatewayProxyEventV2, lambdaContext());
  const { statusCode, headers } = answer as { statusCode: number; headers: Record<string, string> };
  return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'] };
}
const SHOWN = { status: 200, type: 'image/jpeg', cache: 'private, max-age=300' };
const statusOf = async (url: string) => (await open(url)).status;

describe('the address of a picture', () => {
  test('opens it for each member, and is each member’s own', async () => {
    const { ana, ben, chat } = await pair(world);
    const own = urlOf(await ana.sendsPicture(chat, PICTURE));
    const other = await urlFor(ben, chat);
    expect(other).not.toBe(own);
    expect(await open(own)).toEqual(SHOWN);
    expect(await open(other)).toEqual(SHOWN);
  });

  test('is over after half an hour, and a new one is made', async () => {
    const { ana, chat } = await pair(world);
    const url = urlOf(await ana.sendsPicture(chat, PICTURE));
    world.advance(14 * MINUTE);
    expect(await statusOf(url)).toBe(200);
    world.advance(17 * MINUTE);
    expect(await statusOf(url)).toBe(404);
    expect(await statusOf(await urlFor(ana, chat))).toBe(200);
  });

  test('opens nothing if any part of it is changed', async () => {
    const { ana, ben, chat } = await pair(world);
    const url = urlOf(await ana.sendsPicture(chat, PICTURE));
    const parts = url.split('/');
    for (const [place, part] of parts.entries()) {
      if (place < 2) continue;
      const changed =
        place === 4 ? ben.user.id : `${part.slice(0, -1)}${part.endsWith('1') ? 2 : 1}`;
      expect(await statusOf(parts.with(place, changed).join('/'))).toBe(404);
    }
    expect(await statusOf('/chat-picture/')).toBe(404);
    expect(await statusOf(`${url}/more`)).toBe(404);
  });

  test('opens nothing after the message was deleted, also in hands that had it before', async () => {
    const { ana, ben, chat } = await pair(world);
    const sent = await ana.sendsPicture(chat, PICTURE);
    const urls = [urlOf(sent), await urlFor(ben, chat)];
    await ana.unsays(sent);
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    expect(world.media.keysWith(`messages/${chat.id}/`)).toEqual([]);
  });

  test('opens nothing, without a fault, if the file is gone before its message', async () => {
    const { ana, chat } = await pair(world);
    const url = urlOf(await ana.sendsPicture(chat, PICTURE));
    for (const key of world.media.keysWith(`messages/${chat.id}/`)) world.media.delete(key);
    expect(await statusOf(url)).toBe(404);
  });

  test('opens nothing for a member who left or was removed', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    await maker.sendsPicture(chat, PICTURE);
    const [ben, cleo] = others as [Person, Person];
    const urls = [await urlFor(ben, chat), await urlFor(cleo, chat)];
    await ben.leaves(chat);
    await maker.removes(chat, cleo);
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    expect(await statusOf(await urlFor(maker, chat))).toBe(200);
  });

  test.each([
    ['whose account operators blocked', { blockedAt: instant(1) }],
    ['whose plan has ended', { licenseId: 'FREE' }],
  ] as const)('opens nothing for a member %s', async (_who, state) => {
    const { ana, chat } = await pair(world);
    const url = urlOf(await ana.sendsPicture(chat, PICTURE));
    await table.write(update(userKey(ana.user.id), { set: state }));
    expect(await statusOf(url)).toBe(404);
  });

  test('stays with both people of a chat after a block, as their messages do', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.sendsPicture(chat, PICTURE);
    await ana.blocks(ben);
    expect(await statusOf(await urlFor(ben, chat))).toBe(200);
  });

  test('is in polls, searches and changes, and the stored one is in none', async () => {
    const { ana, ben, chat } = await pair(world);
    const { sinceTime, revision } = await ben.messages(chat);
    const sent = await ana.sendsPicture(chat, PICTURE, { caption: '<p>The sea</p>' });
    const edited = await ana.edits(sent, '<p>The sea again</p>');
    const polled = await ben.polls(chat, sinceTime, revision);
    const urls = [
      urlOf(edited),
      urlOf(...polled.data),
      urlOf(...polled.changed),
      urlOf(...(await ben.searches(chat, 'sea')).data),
    ];
    for (const url of urls) {
      expect(url).not.toContain('/media/');
      expect(await statusOf(url)).toBe(200);
    }
  });
});
