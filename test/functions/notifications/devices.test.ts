import { describe, expect, test } from '@jest/globals';
import { deviceClaimKey } from '#functions/storage/keys.ts';
import {
  devicesOf,
  endpointHash,
  ownerOf,
  saveDevice,
} from '#functions/storage/notifications/devices.ts';
import { table } from '#functions/storage/table.ts';
import type { Actor } from '#lib/local/deeds/actor.ts';
import { type Caller, responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { DEVICES_MAX } from '#shared/rules/notifications/devices.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { newSubscription } from '../../support/devices.ts';
import { bearer, newPerson, type Person, signedIn, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const save = (person: Caller, input: Record<string, unknown> = newSubscription()) =>
  responseTo(person.calls('savePushSubscription', input));
const forget = (person: Actor, endpoint: string) => responseTo(person.removesDevice({ endpoint }));
const endpointsOf = async ({ user }: Person) =>
  (await devicesOf(table, user.id)).map(({ endpoint }) => endpoint);

test('saving a device again and again is rate limited', async () => {
  const { token } = await newPerson(world);
  const subscription = newSubscription();
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => responseTo(bearer(token).addsDevice(subscription))),
  );
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(120);
  expect(answers.filter(({ body }) => body.status === 'TOO_MANY_REQUESTS')).toHaveLength(1);
});

describe('access to device settings', () => {
  test('is allowed on the free plan and before the registration is finished', async () => {
    expect((await save(await newPerson(world))).body).toEqual({ status: 'SUCCESS' });
    expect((await save(await newPerson(world, { licenseId: 'NONE' }))).http).toBe(200);
  });

  test('is not needed for the public push key, which does not change', async () => {
    const { body } = await responseTo(visitor().calls('getPushPublicKey'));
    expect(Buffer.from(body.publicKey, 'base64url')).toHaveLength(65);
    expect((await responseTo(visitor().calls('getPushPublicKey'))).body).toEqual(body);
    expect(body.subscribeUrl).toBe('/push/subscriptions');
  });

  test('in AWS does not include the URL of the emulator', async () => {
    const { PUSH_SERVICE } = process.env;
    delete process.env.PUSH_SERVICE;
    const { body } = await responseTo(visitor().calls('getPushPublicKey'));
    process.env.PUSH_SERVICE = PUSH_SERVICE;
    expect(Object.keys(body).sort()).toEqual(['publicKey', 'status']);
  });
});

describe('an invalid push subscription is refused', () => {
  test.each([
    [
      'no address',
      { endpoint: undefined },
      { endpoint: 'The address of the subscription is missing' },
    ],
    ['an address that is none', { endpoint: 'push' }, { endpoint: NO_SERVICE() }],
    ['a script', { endpoint: 'javascript:alert(1)' }, { endpoint: NO_SERVICE() }],
    ['any other host', { endpoint: 'https://intranet.acme.com/x' }, { endpoint: NO_SERVICE() }],
    ['the machine itself', { endpoint: 'http://127.0.0.1:80/x' }, { endpoint: NO_SERVICE() }],
    [
      'an endless address',
      { endpoint: `https://push.example/${'x'.repeat(1_100)}` },
      { endpoint: NO_SERVICE() },
    ],
    ['no key', { p256dh: undefined }, { p256dh: 'The public key of the subscription is missing' }],
    [
      'a key that is too short',
      { p256dh: 'BAAA' },
      { p256dh: 'This isn’t a key of a subscription' },
    ],
    [
      'a key that is no point',
      { p256dh: 'A'.repeat(87) },
      { p256dh: 'This isn’t a key of a subscription' },
    ],
    [
      'a key beside the curve',
      { p256dh: `B${'A'.repeat(86)}` },
      { p256dh: 'This isn’t a key of a subscription' },
    ],
    ['no secret', { auth: undefined }, { auth: 'The secret of the subscription is missing' }],
    ['a secret of another length', { auth: 'abc' }, { auth: 'This isn’t a key of a subscription' }],
    [
      'a wish that is neither yes nor no',
      { showText: 'maybe' },
      { showText: 'Please say true or false' },
    ],
  ])('%s', async (_what, wrong, fields) => {
    const person = await newPerson(world);
    const { http, body } = await save(person, { ...newSubscription(), ...wrong });
    expect(http).toBe(400);
    expect(body).toMatchObject({ status: 'INVALID_INPUT', fields });
    expect(await endpointsOf(person)).toEqual([]);
  });

  test('but keys with padding are accepted and equal those without', async () => {
    const person = await newPerson(world);
    const subscription = newSubscription();
    await save(person, {
      ...subscription,
      p256dh: `${subscription.p256dh}=`,
      auth: `${subscription.auth}==`,
    });
    const [device] = await devicesOf(table, person.user.id);
    expect(device).toMatchObject(subscription);
  });
});

function NO_SERVICE() {
  return 'This isn’t the address of a push service that we know';
}

describe('the devices of a person', () => {
  test('are stored once when saved twice, and keep their setting until it is changed', async () => {
    const person = await newPerson(world);
    const subscription = newSubscription();
    await save(person, { ...subscription, showText: 'true' });
    await save(person, subscription);
    expect(await devicesOf(table, person.user.id)).toMatchObject([{ showText: true }]);
    await person.addsDevice(subscription, { showText: false, json: true });
    expect(await devicesOf(table, person.user.id)).toMatchObject([{ showText: false }]);
  });

  test('are renewed at each launch, with new keys replacing the old, and keep their setting', async () => {
    const person = await newPerson(world);
    const subscription = newSubscription();
    await save(person, { ...subscription, showText: 'true' });
    const [before] = await devicesOf(table, person.user.id);
    world.advance(DAY + HOUR);
    const later = await signedIn(person.user, world.now());
    const { p256dh, auth } = newSubscription();
    await save(bearer(later.token), { ...subscription, p256dh, auth });
    const [after, ...more] = await devicesOf(table, person.user.id);
    expect(more).toEqual([]);
    expect(after).toMatchObject({ p256dh, auth, showText: true });
    expect(after?.seenAt).toBeGreaterThan(before?.seenAt ?? 0);
  });

  test('are at most ten: the one seen longest ago is removed', async () => {
    const person = await newPerson(world);
    const all = Array.from({ length: DEVICES_MAX + 1 }, () => newSubscription());
    for (const subscription of all) {
      world.advance(1_000);
      await save(person, subscription);
    }
    const left = await endpointsOf(person);
    expect(left.sort()).toEqual(
      all
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .sort(),
    );
    expect(await ownerOf(table, all[0]?.endpoint ?? '')).toBeUndefined();
  });

  test('can be turned off, and turning one off again succeeds', async () => {
    const person = await newPerson(world);
    const subscription = newSubscription();
    await save(person, subscription);
    expect((await forget(person, subscription.endpoint)).http).toBe(200);
    expect((await forget(person, subscription.endpoint)).http).toBe(200);
    expect(await endpointsOf(person)).toEqual([]);
    expect((await save(person, subscription)).http).toBe(200);
  });

  test('cannot be turned off by another person', async () => {
    const [person, other] = [await newPerson(world), await newPerson(world)];
    const subscription = newSubscription();
    await save(person, subscription);
    expect((await forget(other, subscription.endpoint)).http).toBe(200);
    expect(await endpointsOf(person)).toEqual([subscription.endpoint]);
  });
});

describe('a device that several people use', () => {
  test('belongs to the person who signed in last', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const subscription = newSubscription();
    await save(one, { ...subscription, showText: 'true' });
    await save(other, subscription);
    expect(await endpointsOf(one)).toEqual([]);
    // The setting belonged to the first person.
    expect(await devicesOf(table, other.user.id)).toMatchObject([{ showText: false }]);
  });

  test('stays with its owner when somebody who had it before turns it off', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const subscription = newSubscription();
    for (const person of [one, other]) await person.addsDevice(subscription);
    await forget(one, subscription.endpoint);
    expect(await endpointsOf(other)).toEqual([subscription.endpoint]);
    expect(await ownerOf(table, subscription.endpoint)).toBe(other.user.id);
  });

  test('belongs to one of several people who sign in concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => newPerson(world)));
    const subscription = newSubscription();
    const answers = await Promise.all(people.map((person) => save(person, subscription)));
    expect(answers.filter(({ http }) => http !== 200)).toEqual([]);
    const owner = await ownerOf(table, subscription.endpoint);
    const having = await Promise.all(people.map(endpointsOf));
    expect(having.flat()).toEqual([subscription.endpoint]);
    const owning = people.findIndex(({ user }) => user.id === owner);
    expect(having[owning]).toEqual([subscription.endpoint]);
  });

  test('gets no notifications after signing out, while other devices still do', async () => {
    const person = await newPerson(world);
    const tablet = await signedIn(person.user, world.now());
    const [here, there] = [newSubscription(), newSubscription()];
    await save(person, here);
    await save(bearer(tablet.token), there);
    await person.signsOut();
    expect(await endpointsOf(person)).toEqual([there.endpoint]);
  });
});

test('a device that others claim each time is given up after five tries', async () => {
  const [userId, sessionId] = [newId(world.now()), newId(world.now())];
  const endpoint = `https://push/${userId}`;
  const device = { userId, sessionId, endpoint, p256dh: 'p', auth: 'a' };
  const register = () => saveDevice(table, device, world.now());
  expect(await world.losingEveryWrite(deviceClaimKey(endpointHash(endpoint)), register)).toEqual({
    result: new Error('a device changes hands too often'),
    tries: 5,
  });
});
