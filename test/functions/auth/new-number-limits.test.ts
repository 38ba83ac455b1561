import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { CODES_PER_NUMBER_AND_DAY } from '#functions/auth/text-code.ts';
import { CHALLENGE_TIME } from '#functions/storage/auth/proof-of-work-challenges.ts';
import { countStep } from '#functions/storage/limits.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { CONFIRMED_TEXT_CENTS, NEW_NUMBER_TEXT_CENTS } from '#shared/metrics.ts';
import { isProof, proofBlock, proofText } from '#shared/rules/auth/proof-of-work.ts';
import {
  centsOfText,
  hourlyCents,
  NEW_NUMBERS_PER_ADDRESS,
  NEW_NUMBERS_PER_RANGE,
} from '#shared/rules/auth/text-limits.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { printedMetrics } from '../../support/metrics.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { recovering } from '../../support/recovery.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

/* Limits on text messages to new numbers: free at first, then with a proof of work, then refused. */

const world = worldOfFile();

/** A minute after midnight: the windows of all limits have begun, and none ends within a test. */
const nextDay = () => world.advance(DAY - (world.now() % DAY) + MINUTE);

/** A text message to the United States counts as two cents. */
const HOURLY_CENTS = 100;
const AT_HOME = { phoneCountries: ['US', 'CA'], maxDollars: 0.25 };
beforeEach(() => {
  world.texts.length = 0;
  nextDay();
  const hourlyTextDollars = HOURLY_CENTS / 100;
  process.env.SETTINGS = JSON.stringify({ ...SETTINGS, hourlyTextDollars });
});

let made = 0;
/** A real (not fictional) US number; each has a range of its own. */
function newNumber(): string {
  made += 1;
  return `+1212${String(200 + made).padStart(3, '0')}1234`;
}
function newAddress(): string {
  made += 1;
  return `203.0.${Math.floor(made / 250)}.${made % 250}`;
}

type From = { readonly address?: string; readonly proof?: string | undefined };
const from = ({ address = newAddress(), proof }: From = {}) => ({
  from: address,
  ...(proof !== undefined && { headers: { 'proof-of-work': proof } }),
});

/** Requests a code to a new number for an unconfirmed registration. */
async function askFor(phoneNumber: string, asking?: From): Promise<Answer> {
  const { user } = await newPerson(world, { verified: false, phoneNumber });
  return responseTo(visitor().asksForCodeAgain(user, from(asking)));
}

/** Computes the proof of work that a refusal asks for. */
function solve({ body }: Answer): string {
  expect(body.status).toBe('PROOF_OF_WORK_REQUIRED');
  const { challenge, bits, bytes } = body;
  for (let counter = 0; ; counter += 1) {
    const block = proofBlock({ challenge, counter });
    if (!isProof(createHash('sha256').update(block).digest(), bits)) continue;
    expect(block.length).toBe(bytes);
    return proofText({ challenge, counter });
  }
}

async function askWithWork(phoneNumber: string, asking?: From): Promise<Answer> {
  const { user } = await newPerson(world, { verified: false, phoneNumber });
  const ask = (proof?: string) =>
    responseTo(visitor().asksForCodeAgain(user, from({ ...asking, proof })));
  return ask(solve(await ask()));
}

/** Adds to the hour's count, as if messages of this price had been sent. */
async function count(what: string, by: number, within: number): Promise<void> {
  await table.write(countStep({ what, by, within, max: 1_000_000, now: world.now() }, 'OVER'));
}
const { free, max, within } = hourlyCents(HOURLY_CENTS / 100);
const spendFreeShare = () => count('newNumbers:cents', free, within);
const spendHour = () => count('newNumbers:cents', max, within);

test('a confirmed number can sign in and reset its password when the hourly limit is used up', async () => {
  const { user } = await newPerson(world, { phoneNumber: newNumber() });
  await spendHour();
  const { phoneNumber, username } = user;
  expect((await responseTo(visitor().asksForLoginCode(phoneNumber))).http).toBe(200);
  expect(world.codeSentTo(phoneNumber)).toMatch(/^\d{6}$/);
  expect((await responseTo(visitor().asksForReset(username))).http).toBe(200);
  expect(world.texts.filter(({ to }) => to === phoneNumber)).toHaveLength(2);
});

test('a fictional number is not limited in local development', async () => {
  await spendHour();
  expect((await askFor('+15554090001')).http).toBe(200);
});

test('the cost of codes is reported in separate metrics for new and confirmed numbers', async () => {
  const { user } = await newPerson(world, { phoneNumber: newNumber() });
  const figures = await printedMetrics(async () => {
    await askFor(newNumber());
    await visitor().asksForLoginCode(user.phoneNumber);
    await askFor('+15554090002');
  });
  expect(figures).toEqual({ [NEW_NUMBER_TEXT_CENTS]: 2, [CONFIRMED_TEXT_CENTS]: 2 });
});

describe('a text message to a new number', () => {
  test('needs a proof of work once half of the hourly budget is spent', async () => {
    await count('newNumbers:cents', free - 2, within);
    expect((await askFor(newNumber())).http).toBe(200);
    const phoneNumber = newNumber();
    const form = { fullName: 'Grace Hopper', username: 'grace_waits', password: PASSWORD };
    const register = (proof?: string) =>
      responseTo(visitor().registers({ ...form, phoneNumber }, from({ proof })));
    const refused = await register();
    expect(refused).toMatchObject({
      http: 428,
      body: {
        status: 'PROOF_OF_WORK_REQUIRED',
        message: 'We need to check that you’re not a bot. Please try again.',
        challenge: expect.stringMatching(/^[\w-]{22}$/),
        bits: 14,
        bytes: 4_096,
      },
    });
    expect(world.codeSentTo(phoneNumber)).toBe('');
    const { body } = await responseTo(visitor().asksForUsername(form.username));
    expect(body.usernameExists).toBe(false);
    const answer = await register(solve(refused));
    const userId = answer.body.data[0].id;
    const verificationCode = world.codeSentTo(phoneNumber);
    expect(
      (await responseTo(visitor().confirmsNumber({ id: userId }, verificationCode))).http,
    ).toBe(200);
  });

  test('is refused if the proof of work is wrong, already used, expired or made for another number', async () => {
    await spendFreeShare();
    const refused = 'PROOF_OF_WORK_REQUIRED';
    const { user } = await newPerson(world, { verified: false, phoneNumber: newNumber() });
    const ask = (proof?: string) => responseTo(visitor().asksForCodeAgain(user, from({ proof })));
    const [challenge] = solve(await ask()).split('.');
    const ofAnother = solve(await askFor(newNumber()));
    for (const wrong of ['', 'x', `${challenge}.0`, `${'A'.repeat(22)}.1`, ofAnother])
      expect((await ask(wrong)).body.status).toBe(refused);
    const expired = solve(await ask());
    world.advance(CHALLENGE_TIME);
    expect((await ask(expired)).body.status).toBe(refused);
    const good = solve(await ask());
    expect((await ask(good)).http).toBe(200);
    world.advance(MINUTE);
    expect((await ask(good)).body.status).toBe(refused);
  });

  test('that is refused counts towards no limit', async () => {
    await count('newNumbers:cents', free, within);
    const { user } = await newPerson(world, { verified: false, phoneNumber: newNumber() });
    const asking = { from: newAddress() };
    for (let tries = 0; tries < CODES_PER_NUMBER_AND_DAY + 1; tries += 1) {
      const { body } = await responseTo(visitor().asksForCodeAgain(user, asking));
      expect(body.status).toBe('PROOF_OF_WORK_REQUIRED');
    }
  });

  test('is refused until the next hour once four fifths of the hourly budget are spent', async () => {
    await count('newNumbers:cents', max - 2, within);
    expect((await askWithWork(newNumber())).http).toBe(200);
    world.texts.length = 0;
    const answer = await askFor(newNumber());
    expect(answer.http).toBe(429);
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(3_000);
    expect(answer.body.message).toMatch(
      /^We can’t send codes to new numbers right now\. No code was sent\. Try again in 5\d minutes\.$/,
    );
    expect(world.texts).toEqual([]);
    world.advance(wait * 1_000);
    expect((await askFor(newNumber())).http).toBe(200);
  });

  test('needs a proof of work if one range of numbers gets many requests, and is then refused', async () => {
    const limit = NEW_NUMBERS_PER_RANGE;
    const inRange = (last: number) => `+1646234${String(last).padStart(4, '0')}`;
    await count('newNumbers:+1646234', limit.free - 1, limit.within);
    expect((await askFor(inRange(1))).http).toBe(200);
    expect((await askFor(inRange(2))).body.status).toBe('PROOF_OF_WORK_REQUIRED');
    await count('newNumbers:+1646234', limit.max - limit.free - 1, limit.within);
    expect((await askWithWork(inRange(3))).http).toBe(200);
    expect((await askFor(inRange(4))).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await askFor(newNumber())).http).toBe(200);
  });

  test('is limited per IP address and day, even with a proof of work for each', async () => {
    const limit = NEW_NUMBERS_PER_ADDRESS;
    const addresses = [newAddress(), newAddress()];
    for (const address of addresses) {
      await count(`newNumbers:${address}`, limit.free - 1, limit.within);
      expect((await askFor(newNumber(), { address })).http).toBe(200);
      await count(`newNumbers:${address}`, limit.max - limit.free - 1, limit.within);
      expect((await askWithWork(newNumber(), { address })).http).toBe(200);
      expect((await askFor(newNumber(), { address })).body.status).toBe('TOO_MANY_REQUESTS');
      world.advance(HOUR);
      expect((await askFor(newNumber(), { address })).body.status).toBe('TOO_MANY_REQUESTS');
    }
    // Two addresses spend at most 60 text messages a day: $1.20.
    expect(addresses.length * limit.max * centsOfText('+12122341234', AT_HOME)).toBe(120);
  });

  test('stays within the hourly limit when many are requested concurrently', async () => {
    await count('newNumbers:cents', free - 6, within);
    const answers = await Promise.all(Array.from({ length: 8 }, () => askFor(newNumber())));
    const sent = answers.filter(({ http }) => http === 200);
    expect(sent).toHaveLength(3);
    expect(world.texts).toHaveLength(3);
  });

  test('is sent with a proof of work by every operation that requests a code', async () => {
    const { user } = await newPerson(world, { verified: false });
    const person = await newPerson(world);
    await spendFreeShare();
    const corrected = newNumber();
    const proof = solve(await responseTo(visitor().correctsNumber(user, corrected, from())));
    await visitor().correctsNumber(user, corrected, from({ proof }));
    const changed = newNumber();
    const work = solve(await responseTo(person.asksForNumberCode(changed)));
    await person.asksForNumberCode(changed, from({ proof: work }));
    for (const phoneNumber of [corrected, changed])
      expect(world.codeSentTo(phoneNumber)).toMatch(/^\d{6}$/);
  });

  test('counts towards the hourly budget in every operation that requests a code', async () => {
    const { user } = await newPerson(world, { verified: false, phoneNumber: newNumber() });
    const person = await newPerson(world);
    const { proof } = await recovering(world, newNumber());
    await spendHour();
    for (const answer of [
      await responseTo(visitor().asksForCodeAgain(user)),
      await responseTo(visitor().correctsNumber(user, newNumber())),
      await responseTo(person.asksForNumberCode(newNumber())),
      await responseTo(visitor().asksForRecoveryCode(proof)),
    ])
      expect(answer.body).toMatchObject({
        status: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/No code was sent\./),
      });
    expect(world.texts).toEqual([]);
  });

  test('that failed for a corrected number is not reported as sent when the correction is repeated', async () => {
    const { user } = await newPerson(world, { verified: false });
    await spendHour();
    for (let tries = 0; tries < 2; tries += 1)
      await expectRefused(visitor().correctsNumber(user, newNumber()), 429, 'TOO_MANY_REQUESTS');
  });
});
