import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { CODES_PER_EMAIL_AND_DAY, OWN_CODES_PER_DAY } from '#functions/auth/email-code.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { rememberDevice } from '#functions/storage/auth/known-devices.ts';
import { securityStepOf } from '#functions/storage/auth/security-steps.ts';
import { suppress } from '#functions/storage/notifications/suppressed-emails.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, MINUTE, SECOND } from '#shared/time.ts';
import { wrongCode } from '../../support/auth.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { confirmed, nextEmail, whileEmailsFail } from '../../support/emails.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { SETTINGS } from '../../support/world.ts';

const world = worldOfFile();
afterEach(() => {
  jest.restoreAllMocks();
});

const seenBy = async (person: Person) => await person.emailSettings();

const NOBODY = { offered: true, address: null, suppressed: null };

const changesOf = (person: Person) => domainEventsAbout(world, 'user.emailChanged', person);

describe('an email address', () => {
  test('is stored once its code and the password are entered', async () => {
    const person = await newPerson(world);
    const email = nextEmail();
    expect(await seenBy(person)).toEqual(NOBODY);
    expect(await person.asksForEmailCode(email)).toEqual({ status: 'SUCCESS' });
    expect(await seenBy(person)).toEqual(NOBODY);
    const saved = await responseTo(person.confirmsEmail(email, world.codeEmailedTo(email)));
    expect(saved.body).toEqual({ status: 'SUCCESS' });
    expect(await seenBy(person)).toEqual({ ...NOBODY, address: email });
  });

  test('with a domain in another script is sent to in Punycode and shown as people write it', async () => {
    const person = await newPerson(world);
    await person.asksForEmailCode('tom&ada@müller.example');
    const code = world.codeEmailedTo('tom&ada@xn--mller-kva.example');
    const saved = await responseTo(person.confirmsEmail('tom&ada@xn--mller-kva.example', code));
    expect(saved.body).toEqual({ status: 'SUCCESS' });
    expect(await seenBy(person)).toEqual({ ...NOBODY, address: 'tom&ada@müller.example' });
  });

  test('gets an email with the code as HTML and as text', async () => {
    const person = await newPerson(world);
    const email = nextEmail();
    await person.asksForEmailCode(email);
    const [received] = world.emails;
    const code = world.codeEmailedTo(email);
    expect(received?.from).toBe('ReplyPaid <letters@replypaid.test>');
    expect(received?.subject).toBe(`${code} is your ReplyPaid code`);
    expect(received?.html).toContain(`>${code}<`);
    expect(received?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });

  test('may belong to two accounts, because no account is found by it', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const email = await confirmed(world, one);
    world.advance(MINUTE);
    expect(await confirmed(world, other, email)).toBe(email);
    expect(await seenBy(other)).toEqual(await seenBy(one));
  });

  test('is not stored without the password', async () => {
    const person = await newPerson(world);
    const email = nextEmail();
    await person.asksForEmailCode(email);
    const code = world.codeEmailedTo(email);
    const refused = await responseTo(
      person.confirmsEmail(email, code, { password: 'Wrong-Horse-1' }),
    );
    expectRefusal(refused, 400, 'INVALID_INPUT', { password: 'That password is incorrect' });
    expect(await seenBy(person)).toEqual(NOBODY);
  });

  test('is not stored with a wrong or an expired code', async () => {
    const person = await newPerson(world);
    const email = nextEmail();
    await person.asksForEmailCode(email);
    const code = world.codeEmailedTo(email);
    const wrong = await responseTo(person.confirmsEmail(email, wrongCode(code)));
    expectRefusal(wrong, 401, 'UNAUTHENTICATED', {
      code: 'That code is incorrect or has expired. Check it, or ask for a new one.',
    });
    world.advance(10 * MINUTE + SECOND);
    const late = await responseTo(person.confirmsEmail(email, code));
    expectRefusal(late, 401, 'UNAUTHENTICATED', {
      code: 'This code has expired. Please ask for a new one.',
    });
    expect(await seenBy(person)).toEqual(NOBODY);
  });

  test('is not confirmed by a code that was sent to another address', async () => {
    const person = await newPerson(world);
    const email = nextEmail();
    await person.asksForEmailCode(email);
    const refused = await responseTo(person.confirmsEmail(nextEmail(), world.codeEmailedTo(email)));
    expectRefusal(refused, 401, 'UNAUTHENTICATED');
    expect(await seenBy(person)).toEqual(NOBODY);
  });

  test('publishes one event, also if confirming it is repeated', async () => {
    const person = await newPerson(world);
    const email = await confirmed(world, person);
    await person.confirmsEmail(email, '000000');
    expect(await changesOf(person)).toHaveLength(1);
  });

  test('is removed with the password, and removing it again succeeds', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const wrong = await responseTo(person.removesEmail({ password: 'Wrong-Horse-1' }));
    expectRefusal(wrong, 400, 'INVALID_INPUT', { password: 'That password is incorrect' });
    for (let turn = 1; turn <= 2; turn += 1) await person.removesEmail();
    expect(await seenBy(person)).toEqual(NOBODY);
    const stored = await userById(table, person.user.id, world.now());
    expect(Object.keys(stored ?? {}).filter((name) => name.startsWith('email'))).toEqual([
      'emailChangedAt',
    ]);
    expect(await changesOf(person)).toHaveLength(1);
  });

  test('is kept for a week after a change, so that it can be notified', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await confirmed(world, person);
    const [event] = await changesOf(person);
    if (!event) throw new Error('nothing was published');
    const kept = () => securityStepOf(table, person.user.id, event.id, world.now());
    expect(await kept()).toMatchObject({ email: person.email });
    world.advance(7 * DAY + SECOND);
    expect(await kept()).toBeUndefined();
  });

  test('that was suppressed after a bounce gets messages again once it is confirmed again', async () => {
    const person = await newPerson(world);
    const email = await confirmed(world, person);
    await suppress(table, email.toUpperCase(), 'BOUNCE', world.now());
    expect(await seenBy(person)).toEqual({ ...NOBODY, address: email, suppressed: 'BOUNCE' });
    await person.removesEmail();
    world.advance(MINUTE);
    await confirmed(world, person, email);
    expect(await seenBy(person)).toEqual({ ...NOBODY, address: email });
  });
});

describe('a code to an email address', () => {
  test('is sent once a minute', async () => {
    const person = await newPerson(world);
    await person.asksForEmailCode(nextEmail());
    await expectRefused(person.asksForEmailCode(nextEmail()), 429, 'TOO_MANY_REQUESTS');
    world.advance(MINUTE);
    await person.asksForEmailCode(nextEmail());
  });

  test('is sent eight times a day to one address, whoever asks and however it is spelled', async () => {
    const email = nextEmail();
    const sent = world.emails.length;
    for (let turn = 1; turn <= CODES_PER_EMAIL_AND_DAY; turn += 1) {
      const spelled = turn % 2 === 0 ? email : email.toUpperCase();
      await (await newPerson(world)).asksForEmailCode(spelled);
    }
    const person = await newPerson(world);
    await expectRefused(person.asksForEmailCode(email), 429, 'TOO_MANY_REQUESTS');
    expect(world.emails.length - sent).toBe(CODES_PER_EMAIL_AND_DAY);
  });

  test('is sent three more times to a known device of an account when others used up those of the address', async () => {
    const email = nextEmail();
    for (let times = 0; times < CODES_PER_EMAIL_AND_DAY; times += 1)
      await (await newPerson(world)).asksForEmailCode(email);
    const person = await newPerson(world);
    const { user } = person;
    const context = { table, deviceTokens: [], now: world.now() };
    const { deviceToken } = await rememberDevice(context, user.id, (step) => table.write(step));
    const headers = { 'x-device': deviceToken };
    await expectRefused(person.asksForEmailCode(email), 429, 'TOO_MANY_REQUESTS');
    const answers: number[] = [];
    for (let times = 0; times <= OWN_CODES_PER_DAY; times += 1) {
      answers.push((await responseTo(person.asksForEmailCode(email, { headers }))).http);
      world.advance(MINUTE);
    }
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  test('that could not be sent is refused, and the next one need not wait', async () => {
    const person = await newPerson(world);
    await whileEmailsFail(async () =>
      expectRefusal(await responseTo(person.asksForEmailCode(nextEmail())), 503, 'UNAVAILABLE'),
    );
    await person.asksForEmailCode(nextEmail());
  });

  test('is not sent to an invalid address', async () => {
    const person = await newPerson(world);
    for (const email of ['', 'ada', 'ada@', 'ada@example', `${'a'.repeat(250)}@example.com`])
      await expectRefused(person.asksForEmailCode(email), 400, 'INVALID_INPUT');
  });

  test('is not offered on a stage that sends no email', async () => {
    const { email: _, ...without } = SETTINGS;
    jest.replaceProperty(process.env, 'SETTINGS', JSON.stringify(without));
    const person = await newPerson(world);
    expect((await seenBy(person)).offered).toBe(false);
    await expectRefused(person.asksForEmailCode(nextEmail()), 409, 'WRONG_STATUS');
  });
});
