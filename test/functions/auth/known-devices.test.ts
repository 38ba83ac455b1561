import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CODES_PER_ADDRESS_AND_DAY, CODES_PER_NUMBER_AND_DAY } from '#functions/auth/text-code.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import {
  KNOWN_DEVICE_TIME,
  KNOWN_DEVICES,
  rememberDevice,
} from '#functions/storage/auth/known-devices.ts';
import { CODE_TRIES } from '#functions/storage/auth/verification-codes.ts';
import { knownDevicesKey } from '#functions/storage/keys.ts';
import { countStep } from '#functions/storage/limits.ts';
import { documents, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { NEW_PASSWORD, PASSWORD } from '#lib/local/deeds/passwords.ts';
import * as signingIn from '#shared/api/auth.ts';
import { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { wrongCode } from '../../support/auth.ts';
import type { Answer } from '../../support/call.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { withPasskey } from '../../support/passkeys.ts';
import {
  newPerson,
  nextPhoneNumber,
  type Person,
  personOf,
  visitor,
} from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Known devices: strangers who use up limits and codes by guessing do not stop a device that the owner has signed in on. */

const world = worldOfFile();
// Limits have fixed windows: a test that begins at the start of a day does not run into the next window.
beforeEach(() => world.advance(DAY - (world.now() % DAY)));

const WRONG = 'Wrong-Horse-9';
const FORGED = 'A'.repeat(22);
let made = 0;
const elsewhere = () => {
  made += 1;
  return `203.0.113.${made % 250}-${made}`;
};
const as = (device: string | undefined, from = elsewhere()) => ({
  from,
  ...(device && { headers: { 'x-device': device } }),
});
const signIn = ({ username }: User, device?: string, password = PASSWORD) =>
  responseTo(visitor().signsIn(username, { ...as(device), password }));

/** Creates a person and the token of a device on which they signed in. */
async function withDevice(): Promise<Person & { device: string }> {
  const person = await newPerson(world);
  return { ...person, device: await anotherDevice(person.user) };
}

/**
 * Signs in on another device, or on the one that has the token, and returns its token. It skips the password hash, which takes a third of a
 * second.
 */
async function anotherDevice({ id }: User, ...deviceTokens: string[]): Promise<string> {
  const context = { table, deviceTokens, now: world.now() };
  const remembered = await rememberDevice(context, id, (step) => table.write(step));
  return remembered.deviceToken;
}

const spendLimit = (what: string, within: number, max: number) =>
  table.write(countStep({ what, within, max, by: max, now: world.now() }, 'OVER'));

/** Uses up the limits on an operation for one name or number, which count all callers together. */
async function exhaust({ name, limits }: OperationSpec, field: string, value: string) {
  for (const { per, within, max } of limits)
    if (typeof per === 'object' && !per.from)
      await spendLimit(`${name}:${within}:${field}:${value}:`, within, max);
}
const exhaustPasswords = ({ username }: User) =>
  exhaust(signingIn.authenticate, 'username', username);

test('two sign-ins at the same time make both devices known', async () => {
  const { user } = await newPerson(world);
  let other = '';
  const device = await world.overtaken(() => anotherDevice(user), {
    at: knownDevicesKey(user.id),
    by: async () => {
      other = await anotherDevice(user);
    },
  });
  for (const known of [device, other])
    expect((await signIn(user, known)).body.deviceToken ?? known).toBe(known);
  const found = await table.get<{ devices: unknown[] }>(knownDevicesKey(user.id));
  expect(found?.devices.length).toBeGreaterThanOrEqual(2);
});

test.each(['password', 'code', 'passkey'])(
  'the owner is told of a sign-in by %s on a device that the account does not know, once',
  async (method) => {
    const person = await newPerson(world);
    const { phoneNumber } = person.user;
    const authenticator = await withPasskey(person);
    const signInBy = async (device?: string): Promise<Answer> => {
      if (method === 'password') return signIn(person.user, device);
      if (method === 'passkey') {
        const { challenge } = (await responseTo(visitor().beginsPasskeySignIn(as(device)))).body;
        return responseTo(
          visitor().finishesPasskeySignIn(authenticator.get(challenge), as(device)),
        );
      }
      await visitor().asksForLoginCode(phoneNumber, as(device));
      const verificationCode = world.codeSentTo(phoneNumber);
      world.advance(MINUTE);
      return responseTo(visitor().signsInByCode(phoneNumber, verificationCode, as(device)));
    };
    const first = await signInBy();
    const { device_token: device } = first.body;
    expect((await signInBy(device)).body).toMatchObject({ device_token: device });
    const [event, ...others] = await domainEventsAbout(world, 'user.signedIn', person);
    expect(others).toEqual([]);
    const { sessionId } = (await readAccessToken(first.body.access_token, world.now())) ?? {};
    expect(event?.detail).toEqual({ userId: person.user.id, sessionId });
  },
);

test('strangers who try codes at the same IP address do not stop a known device', async () => {
  const { user, device } = await withDevice();
  const { username, phoneNumber } = user;
  const address = elsewhere();
  const digits = { verificationCode: '000000' };
  const password = NEW_PASSWORD;
  const tries = [
    ['verifyOneTimeLogin', { phoneNumber, ...digits }],
    ['verifyPasswordReset', { username, ...digits }],
    ['confirmPasswordReset', { username, password, ...digits }],
  ] as const;
  for (const [name, input] of tries) {
    await spendLimit(`${name}:${HOUR / SECOND}:address:${address}`, HOUR / SECOND, 60);
    const stranger = visitor().calls(name, input, as(undefined, address));
    await expectRefused(stranger, 429, 'TOO_MANY_REQUESTS');
    const owner = visitor().calls(name, input, as(device, address));
    await expectRefused(owner, 401, 'UNAUTHENTICATED');
  }
});

test('every operation with a limit that exempts known devices reads the device token', () => {
  for (const { name, limits, knowsDevice } of Object.values(areas.auth) as OperationSpec[])
    expect([name, limits.some(({ spares }) => spares) && !knowsDevice]).toEqual([name, false]);
});

describe('when strangers have used up the password attempts for a username', () => {
  test('a known device can still sign in, and an unknown one has to wait', async () => {
    const { user, device } = await withDevice();
    await exhaustPasswords(user);
    expect((await signIn(user)).http).toBe(429);
    const answer = await signIn(user, device);
    expect([answer.http, answer.body.device_token]).toEqual([200, device]);
  });

  test('strangers at the same IP address do not stop a known device', async () => {
    const { user, device } = await withDevice();
    const address = elsewhere();
    const what = `authenticate:${15 * 60}:username:${user.username}:${address}`;
    await spendLimit(what, 15 * 60, 10);
    await expectRefused(
      visitor().signsIn(user.username, as(undefined, address)),
      429,
      'TOO_MANY_REQUESTS',
    );
    await visitor().signsIn(user.username, as(device, address));
  });

  test('a known device has a limit of its own', async () => {
    const { user, device } = await withDevice();
    await exhaustPasswords(user);
    expect((await signIn(user, device, WRONG)).http).toBe(401);
    const { within, max } = signingIn.authenticate.limits[2];
    const item = (await table.get<{ devices: { hash: string }[] }>(knownDevicesKey(user.id)))
      ?.devices[0];
    const what = `authenticate:${within}:device:${item?.hash}`;
    const spent = { what, within, max, by: max - 1, now: world.now() };
    expect(await table.write(countStep(spent, 'OVER'))).toBe('done');
    expect((await signIn(user, device)).http).toBe(429);
  });

  test('a device of another account, a forged token and a malformed header do not lift the limit', async () => {
    const { user, device } = await withDevice();
    const other = await withDevice();
    await exhaustPasswords(user);
    const headers = [
      other.device,
      FORGED,
      '',
      'x',
      `${device}=`,
      `${device},`,
      ` ${device}`,
      Array(6).fill(device).join(','),
      `${device}${'A'.repeat(100_000)}`,
    ];
    for (const header of headers) expect((await signIn(user, header)).http).toBe(429);
    expect((await signIn(user, `${other.device},${FORGED},${device}`)).http).toBe(200);
  });

  test('an unknown username is refused after the same table reads as an existing one', async () => {
    const { user, device } = await withDevice();
    const nobody = { ...user, username: 'nobody_to_spare' };
    const readsOf = async (whose: User) => {
      await exhaustPasswords(whose);
      const send = jest.spyOn(documents, 'send').mockClear();
      expect((await signIn(whose, FORGED)).http).toBe(429);
      const reads = send.mock.calls.map(([command]) => command.constructor.name);
      send.mockRestore();
      return reads;
    };
    expect(await readsOf(nobody)).toEqual(await readsOf(user));
    expect((await signIn(nobody, device)).http).toBe(429);
  });
});

describe('a device', () => {
  test('is known to the account that was registered on it', async () => {
    const phoneNumber = nextPhoneNumber();
    const form = { fullName: 'Ana Known', username: 'ana_known', phoneNumber };
    const newcomer = await visitor().registers(form, as(undefined));
    const verificationCode = world.codeSentTo(phoneNumber);
    const body = await visitor().confirmsNumber(newcomer, verificationCode, as(undefined));
    await exhaust(signingIn.authenticate, 'username', 'ana_known');
    expect((await signIn({ username: 'ana_known' } as User, body.device_token)).http).toBe(200);
  });

  test('has a random token of 128 bits, which the table stores only as a hash', async () => {
    const [one, other] = [await withDevice(), await withDevice()];
    expect(one.device).toMatch(/^[\w-]{22}$/);
    expect(one.device).not.toBe(other.device);
    expect(JSON.stringify(await table.get(knownDevicesKey(one.user.id)))).not.toContain(one.device);
  });

  test('keeps its token at each sign-in; an unknown token is replaced by a new one', async () => {
    const { user, device } = await withDevice();
    expect((await signIn(user, device)).body.device_token).toBe(device);
    expect((await signIn(user, FORGED)).body.device_token).not.toBe(FORGED);
  });

  test('is known for 180 days after its last sign-in', async () => {
    const { user, device } = await withDevice();
    world.advance(KNOWN_DEVICE_TIME - MINUTE);
    await signIn(user, device);
    world.advance(KNOWN_DEVICE_TIME - MINUTE);
    await exhaustPasswords(user);
    expect((await signIn(user, device)).http).toBe(200);
    world.advance(KNOWN_DEVICE_TIME);
    await exhaustPasswords(user);
    expect((await signIn(user, device)).http).toBe(429);
  });

  test('is forgotten when newer devices exceed the maximum of an account', async () => {
    const { user, device } = await withDevice();
    let newest = '';
    for (let signIns = 0; signIns < KNOWN_DEVICES; signIns += 1) newest = await anotherDevice(user);
    await exhaustPasswords(user);
    expect((await signIn(user, device)).http).toBe(429);
    expect((await signIn(user, newest)).http).toBe(200);
  });

  test('is still known after many sign-ins on another one', async () => {
    const { user, device } = await withDevice();
    const other = await anotherDevice(user);
    for (let signIns = 0; signIns < KNOWN_DEVICES; signIns += 1) await anotherDevice(user, other);
    await exhaustPasswords(user);
    expect((await signIn(user, device)).http).toBe(200);
  });

  test('is still known when several devices sign in concurrently', async () => {
    const { user } = await newPerson(world);
    const answers = await Promise.all([signIn(user), signIn(user), signIn(user)]);
    await exhaustPasswords(user);
    for (const { body } of answers) expect((await signIn(user, body.device_token)).http).toBe(200);
  });
});

describe('a known device after a new password', () => {
  test('becomes unknown after a password change, except the device that made the change', async () => {
    const { user, token, device } = await withDevice();
    const other = await anotherDevice(user);
    await visitor().changesPassword({ ...as(device), as: { token } });
    await exhaustPasswords(user);
    expect((await signIn(user, other, NEW_PASSWORD)).http).toBe(429);
    expect((await signIn(user, device, NEW_PASSWORD)).http).toBe(200);
  });

  test('becomes unknown after a password reset with a texted code', async () => {
    const { user, device } = await withDevice();
    const { username } = user;
    await visitor().asksForReset(username, as(device));
    const verificationCode = world.codeSentTo(user.phoneNumber);
    await visitor().resetsPassword(username, verificationCode, as(device));
    await exhaustPasswords(user);
    expect((await signIn(user, device, NEW_PASSWORD)).http).toBe(429);
  });
});

describe('a code that a known device requested', () => {
  test('signs in although a stranger requested one a moment before and a minute after', async () => {
    const { user, device } = await withDevice();
    const { phoneNumber } = user;
    await visitor().asksForLoginCode(phoneNumber, as(undefined));
    await visitor().asksForLoginCode(phoneNumber, as(device));
    const verificationCode = world.codeSentTo(phoneNumber);
    world.advance(MINUTE);
    await visitor().asksForLoginCode(phoneNumber, as(undefined));
    await expectRefused(
      visitor().signsInByCode(phoneNumber, verificationCode, as(undefined)),
      401,
      'UNAUTHENTICATED',
    );
    await visitor().signsInByCode(phoneNumber, verificationCode, as(device));
    await expectRefused(
      visitor().signsInByCode(phoneNumber, verificationCode, as(device)),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('sets a new password although a stranger requested one a moment before and a minute after', async () => {
    const { user, device } = await withDevice();
    const { username, phoneNumber } = user;
    await visitor().asksForReset(username, as(undefined));
    await visitor().asksForReset(username, as(device));
    const code = world.codeSentTo(phoneNumber);
    world.advance(MINUTE);
    await visitor().asksForReset(username, as(undefined));
    await expectRefused(
      visitor().resetsPassword(username, code, as(undefined)),
      401,
      'UNAUTHENTICATED',
    );
    await visitor().checksReset(username, code, as(device));
    await visitor().resetsPassword(username, code, as(device));
  });

  test('does not end the one that was requested elsewhere, which a known device can enter too', async () => {
    const { user, device } = await withDevice();
    const { phoneNumber } = user;
    await visitor().asksForLoginCode(phoneNumber, as(undefined));
    const verificationCode = world.codeSentTo(phoneNumber);
    await visitor().asksForLoginCode(phoneNumber, as(device));
    await visitor().signsInByCode(phoneNumber, verificationCode, as(device));
  });
});

test('strangers who use up the codes of an IP address leave a known device its own', async () => {
  const person = await withDevice();
  const { user, device, token } = person;
  const { username, phoneNumber } = user;
  const address = elsewhere();
  await spendLimit(`code:${address}`, DAY / SECOND, CODES_PER_ADDRESS_AND_DAY);
  await expectRefused(
    visitor().asksForLoginCode(phoneNumber, as(undefined, address)),
    429,
    'TOO_MANY_REQUESTS',
  );
  for (const ask of [
    () => responseTo(visitor().asksForLoginCode(phoneNumber, as(device, address))),
    () => responseTo(visitor().asksForReset(username, as(device, address))),
    () => responseTo(visitor().asksForOldNumberCode({ ...as(device, address), as: { token } })),
  ]) {
    const texts = world.texts.length;
    expect((await ask()).http).toBe(200);
    expect(world.texts.length).toBe(texts + 1);
  }
});

describe('a code whose attempts strangers used up', () => {
  const loginOf = (phoneNumber: string, verificationCode: string, device?: string) =>
    responseTo(visitor().signsInByCode(phoneNumber, verificationCode, as(device)));

  test('still signs in on a known device, and on no other', async () => {
    const { user, device } = await withDevice();
    const stranger = await withDevice();
    const { phoneNumber } = user;
    await visitor().asksForLoginCode(phoneNumber, as(device));
    const code = world.codeSentTo(phoneNumber);
    for (let tries = 0; tries < CODE_TRIES; tries += 1) await loginOf(phoneNumber, wrongCode(code));
    expect((await loginOf(phoneNumber, code)).http).toBe(401);
    expect((await loginOf(phoneNumber, code, stranger.device)).http).toBe(401);
    expect((await loginOf(phoneNumber, code, device)).http).toBe(200);
  });

  test('is also used up for a known device after as many wrong attempts of its own', async () => {
    const { user, device } = await withDevice();
    const { phoneNumber } = user;
    await visitor().asksForLoginCode(phoneNumber, as(device));
    const code = world.codeSentTo(phoneNumber);
    for (let tries = 0; tries < 2 * CODE_TRIES; tries += 1)
      await loginOf(phoneNumber, wrongCode(code), device);
    expect((await loginOf(phoneNumber, code, device)).http).toBe(401);
  });

  test('still resets the password from a known device, in both steps', async () => {
    const { user, device } = await withDevice();
    const { username } = user;
    await visitor().asksForReset(username, as(device));
    const code = world.codeSentTo(user.phoneNumber);
    const guess = wrongCode(code);
    for (let tries = 0; tries < CODE_TRIES; tries += 1)
      await expectRefused(
        visitor().checksReset(username, guess, as(undefined)),
        401,
        'UNAUTHENTICATED',
      );
    for (let tries = 1; tries < CODE_TRIES; tries += 1)
      await expectRefused(
        visitor().checksReset(username, guess, as(device)),
        401,
        'UNAUTHENTICATED',
      );
    await expectRefused(
      visitor().checksReset(username, code, as(undefined)),
      401,
      'UNAUTHENTICATED',
    );
    await visitor().checksReset(username, code, as(device));
    await visitor().resetsPassword(username, code, as(device));
  });
});

describe('when strangers have used up the daily codes of a number', () => {
  const spendCodes = async (user: User) => {
    const { phoneNumber, username } = user;
    await exhaust(signingIn.sendOneTimeLoginCode, 'phoneNumber', phoneNumber);
    await exhaust(signingIn.requestPasswordReset, 'username', username);
    await spendLimit(`code:${phoneNumber}`, DAY / SECOND, CODES_PER_NUMBER_AND_DAY);
  };

  test('a known device gets a sign-in code, and an unknown one has to wait', async () => {
    const { user, device } = await withDevice();
    const { phoneNumber } = user;
    await spendCodes(user);
    await expectRefused(
      visitor().asksForLoginCode(phoneNumber, as(undefined)),
      429,
      'TOO_MANY_REQUESTS',
    );
    await visitor().asksForLoginCode(phoneNumber, as(device));
    const verificationCode = world.codeSentTo(phoneNumber);
    await visitor().signsInByCode(phoneNumber, verificationCode, as(device));
  });

  test('a known device gets a code for a new password', async () => {
    const { user, device } = await withDevice();
    const { username } = user;
    await spendCodes(user);
    await expectRefused(visitor().asksForReset(username, as(undefined)), 429, 'TOO_MANY_REQUESTS');
    await visitor().asksForReset(username, as(device));
    await visitor().checksReset(username, world.codeSentTo(user.phoneNumber), as(device));
  });

  test('a known device gets a code to change the phone number, and an unknown one has to wait', async () => {
    const person = await withDevice();
    const { user, device, token } = person;
    const stranger = await withDevice();
    await spendCodes(user);
    for (const other of [undefined, FORGED, stranger.device])
      await expectRefused(
        visitor().asksForOldNumberCode({ ...as(other), as: { token } }),
        429,
        'TOO_MANY_REQUESTS',
      );
    expect(world.texts.filter(({ to }) => to === user.phoneNumber)).toEqual([]);
    await visitor().asksForOldNumberCode({ ...as(device), as: { token } });
    const phoneNumber = nextPhoneNumber();
    await visitor().asksForNumberCode(phoneNumber, { ...as(device), as: { token } });
    const code = world.codeSentTo(phoneNumber);
    const oldCode = world.codeSentTo(user.phoneNumber);
    expect(
      (await responseTo(person.changesNumber(phoneNumber, code, { oldCode }))).body,
    ).toMatchObject({
      effectiveAt: null,
    });
  });

  test('a known device gets the daily number of codes to change the phone number, and then has to wait', async () => {
    const { user, device } = await withDevice();
    await spendCodes(user);
    const answers = [];
    for (let codes = 0; codes <= CODES_PER_NUMBER_AND_DAY; codes += 1) {
      const { token } = await personOf(world, user);
      answers.push(
        (await responseTo(visitor().asksForOldNumberCode({ ...as(device), as: { token } }))).http,
      );
      world.advance(10 * MINUTE);
    }
    expect(answers).toEqual([...Array(CODES_PER_NUMBER_AND_DAY).fill(200), 429]);
  });
});
