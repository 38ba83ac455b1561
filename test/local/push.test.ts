import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import webPush from 'web-push';
import { senderOf, textOf } from '#lib/local/push/message.ts';
import { startPushService } from '../support/push-service.ts';
import { newFolder } from './machine.ts';

/* The local push service accepts the same messages as a real push service, and refuses all others. */

const { folder, remove } = newFolder();
const keys = webPush.generateVAPIDKeys();
const PAYLOAD = JSON.stringify({
  id: 'f',
  title: 'A letter',
  body: 'Öffne es 📮',
  url: '/inbox',
  tag: 't',
});
let push: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  push = await startPushService({
    folder,
    now: Date.now,
    sender: keys.publicKey,
    ownerOf: async () => 'ana',
  });
});
afterAll(async () => {
  await push.stop();
  remove();
});

type Options = NonNullable<Parameters<typeof webPush.generateRequestDetails>[2]>;

/** Sends the message that the library creates for this device, and returns the response. */
async function send(
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  options: Options = {},
  alter: (request: { headers: Record<string, string>; body: Buffer }) => void = () => undefined,
): Promise<number> {
  const subject = 'https://replypaid.test';
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    PAYLOAD,
    { vapidDetails: { subject, ...keys }, TTL: 60, urgency: 'high', topic: 'letters', ...options },
  );
  const request = {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    body: Buffer.from(body ?? ''),
  };
  alter(request);
  delete request.headers['content-length'];
  const { headers: sent } = request;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: sent,
    body: new Uint8Array(request.body),
  });
  return response.status;
}

describe('a push message sent with the library', () => {
  test('is decrypted with the keys of its device', async () => {
    const device = push.service.subscribe();
    expect(await send(device)).toBe(201);
    expect(push.service.arrivals('ana')[0]).toMatchObject({
      endpoint: device.endpoint,
      title: 'A letter',
      body: 'Öffne es 📮',
      url: '/inbox',
      urgency: 'high',
      ttlSeconds: 60,
      topic: 'letters',
    });
    expect(push.service.arrivals('someone else')).toEqual([]);
  });

  test('to another push service is stored in the local mailbox instead', async () => {
    const { url, p256dh, auth } = push.service.environmentValue;
    const elsewhere = 'https://fcm.googleapis.com/fcm/send/abc:def';
    const endpoint = `${url}/elsewhere/${encodeURIComponent(elsewhere)}`;
    expect(await send({ endpoint, p256dh, auth })).toBe(201);
    expect(push.service.arrivals()[0]).toMatchObject({ endpoint: elsewhere });
  });
});

describe('a push message is refused', () => {
  const refused = async (status: number, ...how: [Options?, Parameters<typeof send>[2]?]) => {
    const before = push.service.arrivals().length;
    expect(await send(push.service.subscribe(), ...how)).toBe(status);
    expect(push.service.arrivals()).toHaveLength(before);
  };

  test('without a signature, with a changed one, or with one of another key', async () => {
    await refused(403, {}, ({ headers }) => delete headers.authorization);
    await refused(403, {}, ({ headers }) => {
      headers.authorization = String(headers.authorization).replace(/(t=[\w-]+\.)\w/, '$1A');
    });
    const others = webPush.generateVAPIDKeys();
    await refused(403, { vapidDetails: { subject: 'https://replypaid.test', ...others } });
  });

  test('with a signature for another service', async () => {
    const { authorization } = webPush.generateRequestDetails(
      { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: '', auth: '' } },
      null,
      { vapidDetails: { subject: 'https://replypaid.test', ...keys } },
    ).headers as unknown as Record<string, string>;
    await expect(senderOf(authorization ?? '', push.service.url)).rejects.toThrow();
  });

  test('without a TTL, in another encoding, or too large', async () => {
    await refused(400, {}, ({ headers }) => delete headers.ttl);
    await refused(400, { contentEncoding: 'aesgcm' });
    await refused(413, {}, (request) => {
      request.body = Buffer.alloc(5_000);
    });
  });

  test('if its body was changed or is encrypted for another device', async () => {
    await refused(400, {}, ({ body }) => body.writeUInt8((body.at(-1) ?? 0) ^ 1, body.length - 1));
    const [mine, other] = [push.service.subscribe(), push.service.subscribe()];
    expect(await send({ ...mine, endpoint: other.endpoint })).toBe(400);
    const somebody = { privateKey: newPrivateKey(), auth: randomBytes(16).toString('base64url') };
    expect(() => textOf(randomBytes(200), somebody)).toThrow();
  });

  test('for a device that unsubscribed or never existed', async () => {
    const device = push.service.subscribe();
    expect((await fetch(device.endpoint, { method: 'DELETE' })).status).toBe(204);
    expect(await send(device)).toBe(410);
    expect(await send({ ...device, endpoint: `${push.service.url}/nobody` })).toBe(404);
  });
});

test('devices and their messages are kept over a restart', async () => {
  const device = push.service.subscribe();
  await send(device);
  const { service, stop } = await startPushService({
    folder,
    now: Date.now,
    ownerOf: async () => undefined,
  });
  expect(service.arrivals()).toEqual(push.service.arrivals());
  const again = { ...device, endpoint: device.endpoint.replace(push.service.url, service.url) };
  expect(await send(again)).toBe(201);
  await stop();
});

function newPrivateKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return curve.getPrivateKey('base64url');
}
