import { expect, test } from '@jest/globals';
import { emailsOf } from '#functions/notifications/emails/event-emails.ts';
import { alertOf } from '#functions/storage/accounts/alerts.ts';
import { caseById, casesAboutPerson } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { careEvent } from '#functions/storage/outbox.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { CARE_EMAIL_REASON, CARE_LABEL, CARE_NOTIFICATION } from '#shared/messages/care.ts';
import { readersDates } from '#shared/messages/dates.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import type { Settings } from '#shared/settings.ts';
import { MINUTE } from '#shared/time.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Reports that somebody may hurt themselves, decided with care. docs/product/desk.md#danger */

const world = worldOfFile();

const DANGER: NonNullable<Settings['danger']> = {
  personOnDuty: 'Mara, +1 555 555 0100',
  steps: ['Call the person on duty.'],
  emergencyServices: 'the call center',
};

/** Performs `work` on a stage whose operator has filled in what staff do first. */
async function withDangerSettings<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env.SETTINGS ?? '{}';
  process.env.SETTINGS = JSON.stringify({ ...JSON.parse(before), danger: DANGER });
  try {
    return await work();
  } finally {
    process.env.SETTINGS = before;
  }
}

async function worried() {
  const { sender, recipient, order } = await pendingOrder(world);
  await recipient.reportsLetter(order, { reason: 'SUICIDE_SELFINJURY' });
  const [one] = await casesAboutPerson(table, sender.user.id, 'REPORT', 1);
  if (!one) throw new Error('no case was opened');
  return { sender, recipient, caseId: one.id };
}

const REASON = 'No day and no plan in it.';
const look = (staff: Person, caseId: string) =>
  responseTo(staff.looksAtCareCase({ id: caseId }, { reason: 'To see whether somebody is safe' }));
const decide = (staff: Person, caseId: string, choice: string, reason = REASON) =>
  responseTo(staff.decidesCare({ id: caseId }, choice, { reason }));

/** A member of staff who has seen what was reported. */
async function looked(caseId: string): Promise<Person> {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  await look(staff, caseId);
  return staff;
}

const deedsOf = async ({ user }: Person) =>
  (await statementsOf(table, user.id)).map(({ deed, reason }) => ({ deed, reason }));

test('viewCareCase shows the money, what is known of the person and the message, and no text without a reason', async () => {
  const { sender, recipient, caseId } = await worried();
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const { body } = await responseTo(staff.looksAtCareCase({ id: caseId }));
  const [care] = body.data;
  expect(care).toMatchObject({
    letter: { price: 25, moneyState: 'RELEASED', to: { id: recipient.user.id } },
    wrote: null,
    passOn: null,
    steps: null,
    helpLine: { name: '988' },
    here: { phoneConfirmed: true, country: 'US', gone: false },
  });
  expect(care.message).toMatch(
    /^Hello .*, we read your letter and we are glad.* 988, day and night\. Your \$25\.00 is back with you\. If you answer this, a person reads it\.$/,
  );
  expect(await auditEntriesAbout(world, caseId)).toEqual([]);
  const seen = (await look(staff, caseId)).body.data[0];
  expect(seen.wrote).toMatchObject([{ by: { id: sender.user.id } }]);
  expect(await auditEntriesAbout(world, caseId)).toMatchObject([
    { command: `viewCareCase ${caseId}`, reason: 'To see whether somebody is safe' },
  ]);
});

test('viewCareCase takes what somebody wrote as a visit', async () => {
  const { caseId } = await worried();
  const { here, wrote } = (await look(await newPerson(world, { staff: ['MODERATOR'] }), caseId))
    .body.data[0];
  expect(here.lastSeenAt >= wrote[0].at).toBe(true);
});

test('viewCareCase shows the letters that the person wrote before, with their texts for a reason', async () => {
  const { sender, id } = await answeredOrder(world);
  const { id: caseId } = await openedCase(
    world,
    { openedBy: (await newPerson(world)).user.id, userId: sender.user.id },
    { harm: 3, reason: 'SUICIDE_SELFINJURY' },
  );
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const closed = await staff.looksAtCareCase({ id: caseId });
  expect(closed.before).toMatchObject({
    letters: [{ id, answered: true, text: null }],
    reports: 0,
  });
  const seen = (await look(staff, caseId)).body.data[0];
  expect(seen.before.letters[0].text.length).toBeGreaterThan(0);
});

test('viewCareCase leaves out the letters that the person wrote after the report', async () => {
  const { sender, id } = await answeredOrder(world);
  const { id: caseId } = await openedCase(
    world,
    { openedBy: (await newPerson(world)).user.id, userId: sender.user.id },
    { harm: 3, reason: 'SUICIDE_SELFINJURY' },
  );
  world.advance(MINUTE);
  // More than the first page of the list.
  for (let nth = 0; nth < 11; nth += 1)
    await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const care = await staff.looksAtCareCase({ id: caseId });
  expect(care.before.letters).toMatchObject([{ id }]);
});

test('viewCareCase speaks of somebody without an account as a person, and greets them without a name', async () => {
  const { id: caseId } = await openedCase(
    world,
    { openedBy: (await newPerson(world)).user.id, userId: newId(world.now()) },
    { harm: 3, reason: 'SUICIDE_SELFINJURY' },
  );
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  const care = await staff.looksAtCareCase({ id: caseId });
  expect(care.firstName).toBe('this person');
  expect(care.message).toMatch(/^Hello, we read what you wrote/);
});

test('decideCare refuses who has not seen what was written, and a case of another kind', async () => {
  const { caseId } = await worried();
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  expect((await decide(staff, caseId, 'WRITE')).body.status).toBe('FORBIDDEN');
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  const people = { openedBy: reporter.user.id, userId: person.user.id };
  const other = await openedCase(world, people, { harm: 3, reason: 'THREAT' });
  expect((await decide(staff, other.id, 'WRITE')).body.status).toBe('WRONG_STATUS');
});

test('WRITE sends the message word for word, thanks whoever reported it, and tells nobody the reason', async () => {
  const { sender, recipient, caseId } = await worried();
  const staff = await looked(caseId);
  const { message } = await staff.looksAtCareCase({ id: caseId });
  expect((await decide(staff, caseId, 'WRITE')).http).toBe(200);
  expect(await deedsOf(sender)).toEqual([{ deed: 'CARE_MESSAGE', reason: message }]);
  const [thanks] = await deedsOf(recipient);
  expect(thanks).toMatchObject({ deed: 'REPORT_DECIDED' });
  expect(JSON.stringify([await deedsOf(sender), thanks])).not.toContain(REASON);
  expect((await caseById(table, caseId))?.decision).toMatchObject({
    outcome: 'UPHELD',
    deed: 'CARE_WRITTEN',
    reason: REASON,
    byUserId: staff.user.id,
  });
  // The lock screen says nothing that others should read.
  const event = careEvent(sender.user.id, caseId, world.now());
  expect(accountNotification(event)).toMatchObject(CARE_NOTIFICATION);
});

test('the alerts on Home lead to the message and the thanks, and the case shows by which ways the message went out', async () => {
  const { sender, recipient, caseId } = await worried();
  const staff = await looked(caseId);
  await decide(staff, caseId, 'WRITE');
  for (const { user } of [sender, recipient]) {
    const [statement] = await statementsOf(table, user.id);
    expect(await alertOf(table, user.id, 'DECISION')).toMatchObject({
      about: `${statement?.deed} ${statement?.id}`,
    });
  }
  const [message] = await statementsOf(table, sender.user.id);
  const events = await domainEventsOf(world);
  expect(events.find(({ id }) => id === message?.eventIds?.[0])?.detail).toMatchObject({
    care: true,
    statementId: message?.id,
  });
});

test('the email of a message of care speaks of a message, and not of a decision', async () => {
  const { user } = await newPerson(world);
  const event = careEvent(user.id, newId(world.now()), world.now());
  const [emails] = await emailsOf(table, event, world.now());
  const reader = {
    dates: readersDates(undefined, world.now()),
    now: world.now(),
    showsFirstLines: false,
    getsReceipts: false,
  };
  expect(await emails?.notification?.(reader, user)).toMatchObject({
    action: { label: CARE_LABEL },
    reason: CARE_EMAIL_REASON,
  });
});

test('the same decision sent again writes no second message, and another one is refused with who decided', async () => {
  const { sender, caseId } = await worried();
  const staff = await looked(caseId);
  await decide(staff, caseId, 'WRITE');
  expect((await decide(staff, caseId, 'WRITE')).body.data[0].message).toBe(
    'You have decided this.',
  );
  expect(await deedsOf(sender)).toHaveLength(1);
  const other = await looked(caseId);
  const { body } = await decide(other, caseId, 'NO_DANGER');
  expect(body).toMatchObject({ status: 'WRONG_STATUS', decidedBy: staff.user.fullName });
});

test('of two members of staff who decide at once one succeeds, and one message is sent', async () => {
  const { sender, caseId } = await worried();
  const [dana, milo] = [await looked(caseId), await looked(caseId)];
  const results = await Promise.all([
    decide(dana, caseId, 'WRITE'),
    decide(milo, caseId, 'NO_DANGER'),
  ]);
  expect(results.map(({ http }) => http).sort()).toEqual([200, 409]);
  const isWritten = results[0]?.http === 200;
  expect(await deedsOf(sender)).toHaveLength(isWritten ? 1 : 0);
});

test('NO_DANGER sends the person nothing, and thanks whoever reported it', async () => {
  const { sender, recipient, caseId } = await worried();
  await decide(await looked(caseId), caseId, 'NO_DANGER');
  expect(await deedsOf(sender)).toEqual([]);
  expect(await deedsOf(recipient)).toMatchObject([{ deed: 'REPORT_DECIDED' }]);
  expect((await caseById(table, caseId))?.decision?.outcome).toBe('REJECTED');
});

test('EMERGENCY is refused on a stage whose operator has not set it up', async () => {
  const { caseId } = await worried();
  const staff = await looked(caseId);
  expect((await decide(staff, caseId, 'EMERGENCY')).body).toMatchObject({
    status: 'FORBIDDEN',
    message: expect.stringContaining('operator'),
  });
});

test('EMERGENCY needs a second person, who gets the name and the phone number to pass on and nothing that was written', async () => {
  const { sender, caseId } = await worried();
  const [dana, milo] = [await looked(caseId), await looked(caseId)];
  await withDangerSettings(async () => {
    const proposed = (await decide(dana, caseId, 'EMERGENCY')).body.data[0];
    expect(proposed).toMatchObject({
      message: expect.stringMatching(/second person/),
      passOn: null,
    });
    expect((await decide(dana, caseId, 'EMERGENCY')).body.data[0].passOn).toBeNull();
    expect((await caseById(table, caseId))?.decision).toBeUndefined();
    world.advance(MINUTE);
    const { passOn } = (await decide(milo, caseId, 'EMERGENCY', 'It says today.')).body.data[0];
    const { fullName, phoneNumber } = sender.user;
    expect(passOn).toEqual({ fullName, phoneNumber, contact: DANGER.emergencyServices });
    expect((await decide(milo, caseId, 'EMERGENCY')).body.data[0].passOn).toEqual(passOn);
  });
  expect(await deedsOf(sender)).toEqual([]);
  const entries = await auditEntriesAbout(world, caseId);
  expect(entries.map(({ outcome }) => outcome)).toContainEqual(
    expect.stringMatching(/^Emergency services are asked\./),
  );
  expect(JSON.stringify(entries)).not.toContain(sender.user.phoneNumber);
});

test.each(['WRITE', 'NO_DANGER'])(
  'whoever was worried reads their own words again after %s, and not what was decided',
  async (choice) => {
    const [reporter, person] = [await newPerson(world), await newPerson(world)];
    const text = 'He gave me his watch and said that I need it more.';
    const { id } = await openedCase(
      world,
      { openedBy: reporter.user.id, userId: person.user.id },
      { harm: 3, reason: 'SUICIDE_SELFINJURY', text },
    );
    await decide(await looked(id), id, choice);
    const body = await reporter.statements();
    expect(body.data).toMatchObject([
      { deed: 'REPORT_DECIDED', report: { rule: 'SUICIDE_SELFINJURY', text, upheld: null } },
    ]);
  },
);
