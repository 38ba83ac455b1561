import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler as showChatPicture } from '#functions/pages/chat-picture.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { instant, MINUTE } from '#shared/time.ts';
import { type Answer, lambdaContext } from '../../support/call.ts';
import {
  edit,
  groupOf,
  leave,
  pair,
  poll,
  removeFrom,
  searchMessages,
  sendPicture,
  unsay,
  viewMessages,
} from '../../support/chat-calls.ts';
import { block } from '../../support/contacts.ts';
import { type Person, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Who can open the picture of a message, and for how long. docs/product/chat.md#pictures */

const world = worldOfFile();

const urlOf = ({ body }: Answer) =>
  String(body.data.find((one: { picture?: object }) => one.picture).picture.url);
const urlFor = async (person: Person, chatId: string) => urlOf(await viewMessages(person, chatId));

/** Opens an address as a browser does, without any session. */
async function open(url: string) {
  const event = { rawPath: `/pages${url}`, rawQueryString: '', headers: {} };
  const answer = await showChatPicture(event as unknown as APIGatewayProxyEventV2, lambdaContext());
  const { statusCode, headers } = answer as { statusCode: number; headers: Record<string, string> };
  return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'] };
}
const PICTURE = { status: 200, type: 'image/jpeg', cache: 'private, max-age=300' };
const statusOf = async (url: string) => (await open(url)).status;

describe('the address of a picture', () => {
  test('opens it for each member, and is each member’s own', async () => {
    const { ana, ben, chatId } = await pair(world);
    const own = urlOf(await sendPicture(ana, chatId));
    const other = await urlFor(ben, chatId);
    expect(other).not.toBe(own);
    expect(await open(own)).toEqual(PICTURE);
    expect(await open(other)).toEqual(PICTURE);
  });

  test('is over after half an hour, and a new one is made', async () => {
    const { ana, chatId } = await pair(world);
    const url = urlOf(await sendPicture(ana, chatId));
    world.advance(14 * MINUTE);
    expect(await statusOf(url)).toBe(200);
    world.advance(17 * MINUTE);
    expect(await statusOf(url)).toBe(404);
    const again = await signedInAgain(world, ana);
    expect(await statusOf(await urlFor(again, chatId))).toBe(200);
  });

  test('opens nothing if any part of it is changed', async () => {
    const { ana, ben, chatId } = await pair(world);
    const url = urlOf(await sendPicture(ana, chatId));
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
    const { ana, ben, chatId } = await pair(world);
    const sent = await sendPicture(ana, chatId);
    const urls = [urlOf(sent), await urlFor(ben, chatId)];
    await unsay(ana, sent.body.data[0]);
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    expect(world.media.keysWith(`messages/${chatId}/`)).toEqual([]);
  });

  test('opens nothing, without a fault, if the file is gone before its message', async () => {
    const { ana, chatId } = await pair(world);
    const url = urlOf(await sendPicture(ana, chatId));
    for (const key of world.media.keysWith(`messages/${chatId}/`)) world.media.delete(key);
    expect(await statusOf(url)).toBe(404);
  });

  test('opens nothing for a member who left or was removed', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    await sendPicture(maker, chatId);
    const [ben, cleo] = others as [Person, Person];
    const urls = [await urlFor(ben, chatId), await urlFor(cleo, chatId)];
    await leave(ben, chatId);
    await removeFrom(maker, chatId, cleo);
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    expect(await statusOf(await urlFor(maker, chatId))).toBe(200);
  });

  test.each([
    ['whose account operators blocked', { blockedAt: instant(1) }],
    ['whose plan has ended', { licenseId: 'FREE' }],
  ] as const)('opens nothing for a member %s', async (_who, state) => {
    const { ana, chatId } = await pair(world);
    const url = urlOf(await sendPicture(ana, chatId));
    await table.write(update(userKey(ana.user.id), { set: state }));
    expect(await statusOf(url)).toBe(404);
  });

  test('stays with both people of a chat after a block, as their messages do', async () => {
    const { ana, ben, chatId } = await pair(world);
    await sendPicture(ana, chatId);
    await block(ana, ben);
    expect(await statusOf(await urlFor(ben, chatId))).toBe(200);
  });

  test('is in polls, searches and changes, and the stored one is in none', async () => {
    const { ana, ben, chatId } = await pair(world);
    const { sinceTime, revision } = (await viewMessages(ben, chatId)).body;
    const sent = await sendPicture(ana, chatId, undefined, { caption: '<p>The sea</p>' });
    const edited = await edit(ana, sent.body.data[0], '<p>The sea again</p>');
    const polled = (await poll(ben, chatId, sinceTime, revision)).body;
    const urls = [
      urlOf(edited),
      polled.data[0].picture.url,
      polled.changed[0].picture.url,
      urlOf(await searchMessages(ben, chatId, 'sea')),
    ];
    for (const url of urls) {
      expect(url).not.toContain('/media/');
      expect(await statusOf(url)).toBe(200);
    }
  });
});
