import { describe, expect, test } from '@jest/globals';
import { collectData } from '#functions/accounts/collect-data.ts';
import { exportHtml } from '#functions/accounts/export-html.ts';
import { handler as makeExport } from '#functions/events/makeExport.ts';
import { messagePictureAt } from '#functions/gateways/message-pictures.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { writeStatement } from '#functions/storage/desk/statements.ts';
import { book } from '#functions/storage/ledger/ledger.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { ANSWER, QUESTION, WRITTEN_BY_ME } from '#lib/local/deeds/texts.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { EXPORT_KEPT } from '#shared/rules/accounts/data-export.ts';
import { textOf } from '#shared/rules/conversations/record.ts';
import { answeredEntry } from '#shared/rules/ledger/ledger.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND, toIso } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { friends } from '../../support/chats.ts';
import { deliverToEmails, domainEventsAbout } from '../../support/domain-events.ts';
import { nextEmail } from '../../support/emails.ts';
import { PICTURE } from '../../support/image-fixtures.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The copy of a person's own data. docs/product/accounts.md#your-data */

const world = worldOfFile();

const ask = (person: Person) => responseTo(person.asksForExport());
const view = async (person: Person) => (await person.dataExport()).data;
/** The newest copy, whose files have no address until they are made. */
async function newestOf(person: Person) {
  const [copy] = await view(person);
  if (!copy) throw new Error('there is no copy');
  return { ...copy, json: String(copy.json), html: String(copy.html) };
}

/** Delivers the events of requests to the subscriber, twice, as the bus may. */
async function make(person: Person): Promise<void> {
  for (const event of await domainEventsAbout(world, 'export.requested', person))
    for (let time = 0; time < 2; time += 1)
      await makeExport({ detail: event } as never, {
        ...lambdaContext(),
        getRemainingTimeInMillis: () => 60_000,
      });
}

/** Requests a copy, makes it, and reads its file. */
async function copyOf(person: Person) {
  await ask(person);
  await make(person);
  const { json, html } = await newestOf(person);
  const text = async (address: string) => (await fetch(address)).text();
  return { data: JSON.parse(await text(json)), page: await text(html) };
}

const EXPORTED_TIMES = [
  'emailConfirmedAt',
  'createdAt',
  'lastSignInAt',
  'lastSeenAt',
  'phoneChangedAt',
  'passwordResetAt',
  'deletionAt',
  'pausedUntil',
];

/** The account with a value for every attribute: a new one is given here, and is either in the copy or not. */
function withAllAttributes(
  user: User,
  now: Instant,
): Omit<Required<User>, 'deletedAt' | 'expiresAt'> {
  const { deletedAt: _deletedAt, expiresAt: _expiresAt, ...account } = user;
  return {
    ...account,
    sessionsSince: now,
    keptSessionId: 'session',
    phoneChangedAt: now,
    recoveredAt: now,
    passwordChangedAt: now,
    emailChangedAt: now,
    passkeyAddedAt: now,
    payoutSetUpAt: now,
    ladderStepAt: now,
    stepStoppedAt: now,
    openAfterStop: 'PASSWORD_RESET',
    passwordResetAt: now,
    nextPhoneNumber: '+15550001111',
    nextPhoneAt: now,
    email: 'ana@example.com',
    emailConfirmedAt: now,
    passkeyCount: 1,
    passkeyRemovedAt: now,
    passkeySince: now,
    blockedAt: now,
    deletionAt: now,
    permissionIds: ['FINANCE'],
    staffSince: now,
    createdAt: now,
    lastLoginAt: now,
    lastSeenAt: now,
    previousVisitAt: now,
    timeZone: 'America/New_York',
    licenseId: 'STARTER',
    identity: { name: 'Ana Marković', accountId: 'acct_1', verifiedAt: now },
    tiers: [{ name: 'Fast', promise: 'Within a day', minimumLength: 500, price: cents(5_000) }],
    prompts: [{ question: 'What is it about?', required: true }],
    pause: { until: now },
    attachmentSettings: { takesPictures: false, blursPictures: true, takesVoice: true },
    waitingMax: 3,
    waitingCount: 1,
    offersVersion: 1,
    invitedByUserId: 'inviter',
    bio: '<p>Hello</p>',
    avatarUrl: 'https://media.test/ana.jpg',
    formerAvatarUrl: 'https://media.test/former.jpg',
    socials: { bluesky: 'ana' },
    categoryId: 'LAW',
    subCategoryId: 'TAX',
    secondSubCategoryId: 'LABOR',
    thirdSubCategoryId: 'FAMILY',
    listing: 'HIDDEN',
    stripeCustomerId: 'cus_1',
    planVersion: 1,
    endedCount: 2,
    answeredCount: 1,
    upheldClaimCount: 1,
    paidAnswerCount: 1,
    thankedCount: 1,
    verifiedLinks: { link: { host: 'example.com', at: now } },
    card: {
      id: 'pm_1',
      brand: 'visa',
      lastFour: '4242',
      name: 'Ana Marković',
      fingerprint: 'fingerprint',
    },
    membership: {
      subscriptionId: 'sub_1',
      plan: 'STARTER',
      paidUntil: now,
      ending: false,
      failing: false,
      invoiceId: 'in_1',
    },
  };
}

describe('requestExport', () => {
  test('begins one copy a day, and returns it when it is repeated', async () => {
    const person = await newPerson(world);
    expect(await view(person)).toEqual([]);
    const first = await ask(person);
    expect(first.http).toBe(200);
    world.advance(60_000);
    expect((await ask(person)).body).toEqual(first.body);
    expect(await domainEventsAbout(world, 'export.requested', person)).toHaveLength(1);
    world.advance(DAY);
    expect((await ask(person)).body).not.toEqual(first.body);
    expect(await domainEventsAbout(world, 'export.requested', person)).toHaveLength(2);
  });

  test('begins one copy for two calls at the same time', async () => {
    const person = await newPerson(world);
    const both = await Promise.all([ask(person), ask(person)]);
    expect(both.map(({ http }) => http)).toEqual([200, 200]);
    expect(await domainEventsAbout(world, 'export.requested', person)).toHaveLength(1);
  });
});

describe('viewExport', () => {
  test('has no address before the copy is made, and says after an hour that it failed', async () => {
    const person = await newPerson(world);
    await ask(person);
    expect(await view(person)).toMatchObject([{ status: 'MAKING', html: null, json: null }]);
    world.advance(HOUR);
    expect(await view(person)).toMatchObject([{ status: 'FAILED', html: null, json: null }]);
  });

  test('has addresses that only whoever has them can open, until the files are deleted', async () => {
    const person = await newPerson(world);
    await ask(person);
    await make(person);
    const { status, html, json } = await newestOf(person);
    expect(status).toBe('READY');
    const { headers } = await fetch(html);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w]+\.html"$/);
    for (const refused of [
      html.replace(/\?.*/, ''),
      json.replace(/\?.*/, '?x-id=GetObject'),
      html.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101'),
      html.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
      html.replace(/X-Amz-Signature=\w{4}/, 'X-Amz-Signature=0000'),
      html.replace(/\.html\?/, '.json?'),
    ])
      expect((await fetch(refused)).status).toBe(403);
    expect(await view(await newPerson(world))).toEqual([]);
    world.advance(EXPORT_KEPT);
    expect(await view(person)).toMatchObject([{ status: 'EXPIRED', html: null, json: null }]);
  });
});

describe('the copy of the data', () => {
  test('has the account, links, drafts, saved replies, messages of both sides and the transactions', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    await recipient.addsLink('Home', 'https://example.com/me');
    await recipient.savesDraft(await newPerson(world, { price: PRICE }));
    await recipient.keepsReply({ title: 'Thanks', text: '<p>Thank you.</p>' });
    const { data } = await copyOf(recipient);
    expect(data).toMatchObject({
      isComplete: true,
      account: { username: recipient.user.username, phoneNumber: recipient.user.phoneNumber },
      links: [{ name: 'Home' }],
      'saved replies': [{ title: 'Thanks' }],
      'received letters': [{ subject: 'Dry winters', price: 25, with: sender.user.fullName }],
      'sent letters': [],
      transactions: [{ what: 'ANSWERED', net: 22 }],
    });
    expect(data.drafts).toHaveLength(1);
    expect(data['signed-in devices']).toHaveLength(1);
    const [{ messages }] = data['received letters'];
    const [question, given] = [{ text: textOf(QUESTION) }, { text: textOf(ANSWER) }];
    expect(messages).toMatchObject([
      { from: 'them', ...question },
      { from: 'me', ...given },
    ]);
    expect((await copyOf(sender)).data['sent letters']).toMatchObject([
      {
        subject: 'Dry winters',
        messages: [
          { from: 'me', ...question },
          { from: 'them', ...given },
        ],
      },
    ]);
  });

  test('has all transactions of a person who has more than one page of them', async () => {
    const person = await newPerson(world);
    const terms = { basisPoints: 1_000, fixed: cents(50) };
    for (let nth = 0; nth < 51; nth += 1) {
      const order = { id: newId(world.now()), price: cents(2_500) };
      await table.write(book(answeredEntry(order, person.user.id, terms), world.now()));
    }
    expect((await copyOf(person)).data.transactions).toHaveLength(51);
  });

  test('has all received messages of a person who has more than one page of them', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    for (let nth = 0; nth < 51; nth += 1)
      await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    expect((await copyOf(recipient)).data['received letters']).toHaveLength(51);
  });

  test('has the sent messages in every status, also those that their sender canceled', async () => {
    const sender = await newPerson(world);
    const send = async () => {
      const recipient = await newPerson(world, { price: PRICE });
      const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa' }));
      return { recipient, id: String(body.data[0].id) };
    };
    const [pending, canceled, declined] = [await send(), await send(), await send()];
    const [answered, reported] = [await send(), await send()];
    await sender.cancels(canceled);
    await declined.recipient.declines(declined);
    await answered.recipient.answers(answered);
    await sender.thanks(answered, { text: 'It helped.', mayShow: 'NO_NAME' });
    await answered.recipient.proposesPublicAnswer(answered);
    await reported.recipient.reportsLetter(reported);
    const { data } = await copyOf(sender);
    const copied = data['sent letters'] as { id: string; status: string; messages: object[] }[];
    expect(copied.find(({ id }) => id === answered.id)).toMatchObject({
      thanks: {
        text: 'It helped.',
        mayBeShown: true,
        consent: { text: 'It helped.', name: '' },
        isOnProfile: false,
      },
      publicAnswer: { state: 'PROPOSED', title: expect.any(String) },
    });
    expect(Object.fromEntries(copied.map(({ id, status }) => [id, status]))).toEqual({
      [pending.id]: 'PENDING',
      [canceled.id]: 'CANCELLED',
      [declined.id]: 'DECLINED',
      [answered.id]: 'OPEN',
      [reported.id]: 'REPORTED',
    });
    for (const { messages } of copied) expect(messages.length).toBeGreaterThan(0);
    expect(data.isComplete).toBe(true);
  });

  test('has every page of each list, however many items a page has', async () => {
    const [ann, ben] = (await friends(world, 2)) as [Person, Person];
    const chat = await ann.opensChat(ben);
    const group = await ann.opensGroup([ben]);
    for (const one of [chat, group])
      for (const text of ['one', 'two', 'three']) {
        await ann.says(one, `<p>${text}</p>`);
        await ben.says(one, '<p>between</p>');
        world.advance(SECOND);
      }
    for (let nth = 0; nth < 3; nth += 1)
      await ann.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    const canceled = await ann.pays(await newPerson(world, { price: PRICE }), {
      card: 'pm_card_visa',
    });
    await ann.cancels(canceled);
    for (let nth = 0; nth < 22; nth += 1) {
      world.advance(SECOND);
      const statement = {
        id: newId(world.now()),
        at: world.now(),
        userId: ann.user.id,
        deed: 'WARNED',
        facts: 'A test.',
        rule: 'RULES',
        reason: 'A test of the copy.',
      };
      await table.write(writeStatement(statement as never));
    }
    const collect = () =>
      collectData(
        { table, now: world.now(), timeLeft: () => 60_000, messagePictureAt },
        ann.user.id,
      );
    const whole = await collect();
    expect(whole?.parts['chat messages']).toHaveLength(6);
    expect(whole?.parts['sent letters']).toHaveLength(4);
    expect(whole?.parts.decisions).toHaveLength(22);
    await world.withSmallPages(async () => expect(await collect()).toEqual(whole));
  });

  test('says what no copy contains', async () => {
    const { data, page } = await copyOf(await newPerson(world));
    expect(data.leavesOut.join(' ')).toContain('groups that you left');
    for (const sentence of data.leavesOut) expect(page).toContain(sentence);
  });

  test('has begun answers, with how they were written', async () => {
    const { recipient, order } = await pendingOrder(world);
    const begun = { messageBody: '<p>Keep it <b>dry</b></p>', ...WRITTEN_BY_ME };
    await recipient.savesAnswerDraft(order, { input: begun });
    expect((await copyOf(recipient)).data['drafts of answers']).toEqual([
      {
        conversationId: order.id,
        kind: 'ANSWER',
        text: 'Keep it dry',
        declaration: 'SELF',
        counts: { typed: 1_204, pasted: 80, minutes: 12 },
        changedAt: expect.any(String),
      },
    ]);
  });

  test('has the questions to senders, the price of a contact, answers in drafts, and when a link is visible', async () => {
    const [person, friend] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await becomeContacts(person, friend);
    await person.asksSenders([{ question: 'What is it about?', required: true }]);
    await person.givesPrice(friend.user, '7');
    await person.addsLink('Shop', 'https://example.com', { input: { isOn: 'false' } });
    const answers = [{ question: 'Which tree?', text: 'The oak' }];
    await person.savesDraft(await newPerson(world, { price: PRICE }), {
      input: { answers: JSON.stringify(answers) },
    });
    expect((await copyOf(person)).data).toMatchObject({
      account: {
        questionsToSenders: [{ question: 'What is it about?', required: true }],
        isListed: true,
      },
      contacts: [{ personId: friend.user.id, price: 7 }],
      links: [{ name: 'Shop', isOn: false }],
      drafts: [{ answers }],
    });
  });

  test('has these attributes of an account, and none of the others', async () => {
    const { user } = await newPerson(world);
    const now = world.now();
    await table.write(put(withAllAttributes(user, now)));
    const context = { table, now, timeLeft: () => 60_000, messagePictureAt };
    const { account } = (await collectData(context, user.id))?.parts ?? {};
    expect(account).toEqual({
      id: user.id,
      fullName: user.fullName,
      username: user.username,
      phoneNumber: user.phoneNumber,
      email: 'ana@example.com',
      bio: 'Hello',
      ...Object.fromEntries(EXPORTED_TIMES.map((name) => [name, toIso(now)])),
      timeZone: 'America/New_York',
      plan: 'STARTER',
      planRenews: true,
      card: 'Visa 4242',
      nameOnCard: 'Ana Marković',
      verifiedIdentity: { name: 'Ana Marković', verifiedAt: toIso(now) },
      price: user.paidResponsePrice / 100,
      messagesPerMonth: user.paidResponseCommitment,
      tiers: [{ name: 'Fast', promise: 'Within a day', minimumLength: 500, price: 50 }],
      questionsToSenders: [{ question: 'What is it about?', required: true }],
      isPaused: true,
      waitingMessagesAtOnce: 3,
      takesPictures: false,
      blursPictures: true,
      takesRecordings: true,
      portrait: 'https://media.test/ana.jpg',
      socialLinks: { bluesky: 'ana' },
      category: 'LAW',
      subCategories: ['TAX', 'LABOR', 'FAMILY'],
      isListed: false,
      theme: user.theme,
      referralCode: user.referralCode,
    });
  });

  test('has the notification settings without their version', async () => {
    const person = await newPerson(world);
    const { user } = person;
    const settings = { turnOff: 'push:chat.messageSent' };
    expect(await responseTo(person.setsNotifications(settings))).toMatchObject({
      http: 200,
    });
    const context = { table, now: world.now(), timeLeft: () => 60_000, messagePictureAt };
    const collected = await collectData(context, user.id);
    expect(collected?.parts['notification settings']).toEqual({
      switches: { 'push:chat.messageSent': false },
    });
  });

  test('has nothing that protects the account, and nothing private of others', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    const text = JSON.stringify((await copyOf(recipient)).data);
    for (const secret of [
      recipient.user.passwordHash,
      'passwordHash',
      'stripeCustomerId',
      sender.user.phoneNumber,
      'secretHash',
    ])
      expect(text).not.toContain(secret);
  });

  test('is announced once by email when it is ready', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await ask(person);
    await make(person);
    const ready = await domainEventsAbout(world, 'export.ready', person);
    expect(ready).toHaveLength(1);
    await deliverToEmails(ready[0] as DomainEvent);
    expect(world.emails[0]).toMatchObject({ subject: 'The copy of your data is ready' });
  });

  test('stays as it was made if its event is delivered again later', async () => {
    const person = await newPerson(world);
    await ask(person);
    await make(person);
    const made = async () => (await fetch((await newestOf(person)).json)).text();
    const before = await made();
    world.advance(MINUTE);
    await make(person);
    expect(await made()).toBe(before);
  });

  test('is not made from the event of an earlier request', async () => {
    const person = await newPerson(world);
    await ask(person);
    const [earlier] = await domainEventsAbout(world, 'export.requested', person);
    world.advance(DAY);
    await ask(person);
    await makeExport({ detail: earlier } as never, lambdaContext());
    expect(await view(person)).toMatchObject([{ status: 'MAKING' }]);
  });

  test('says that it is not complete if the time is over', async () => {
    const { recipient } = await pendingOrder(world);
    const context = { table, now: world.now(), timeLeft: () => 1_000, messagePictureAt };
    const collected = await collectData(context, recipient.user.id);
    expect(collected).toMatchObject({ isComplete: false, parts: { 'received letters': [] } });
    expect(exportHtml(collected as never, 'today')).toContain('more data than fits');
  });

  test('has the messages that the person wrote in chats and did not delete, and not those of others', async () => {
    const [ann, ben] = (await friends(world, 2)) as [Person, Person];
    const chat = await ann.opensChat(ben);
    await ann.says(chat, '<p>Hello Ben</p>');
    await ben.says(chat, '<p>Hello Ann</p>');
    await ann.unsays(await ann.says(chat, '<p>Oh dear</p>'));
    const group = await ann.opensGroup([ben]);
    await ann.renames(group, 'The oaks');
    await ann.says(group, '<p>Hello all</p>');
    const { data } = await copyOf(ann);
    expect(data['chat messages'].map(({ text }: { text: string }) => text).sort()).toEqual([
      'Hello Ben',
      'Hello all',
    ]);
    expect(JSON.stringify(data)).not.toContain('Hello Ann');
  });

  test('has the files of the pictures that the person sent in chats, and shows them on the page, but no others', async () => {
    const [ann, ben] = (await friends(world, 2)) as [Person, Person];
    const chat = await ann.opensChat(ben);
    await ann.sendsPicture(chat, PICTURE, { caption: '<p>The sea</p>' });
    const [key = ''] = world.media.keysWith(`messages/${chat.id}/`);
    const file = `data:image/jpeg;base64,${Buffer.from(world.media.get(key)?.body ?? '').toString('base64')}`;
    await ben.sendsPicture(chat, PICTURE);
    await ann.unsays(await ann.sendsPicture(chat, PICTURE));
    const { data, page } = await copyOf(ann);
    expect(data['chat messages']).toMatchObject([
      { chatId: chat.id, text: 'The sea', hasPicture: true },
    ]);
    expect(data['pictures in chats']).toEqual([
      { chatId: chat.id, sentAt: data['chat messages'][0].sentAt, picture: file },
    ]);
    expect(page).toContain(`<img alt="A picture that you sent" src="${file}">`);
    expect(page.match(/<img/g)).toHaveLength(1);
  });

  test('has all texts and says that it is not complete, if the pictures do not fit', async () => {
    const [ann, ben] = (await friends(world, 2)) as [Person, Person];
    const chat = await ann.opensChat(ben);
    await ann.sendsPicture(chat, PICTURE, { caption: '<p>The sea</p>' });
    const large = async () => new Uint8Array(16_000_000);
    const context = { table, now: world.now(), timeLeft: () => 60_000, messagePictureAt: large };
    const collected = await collectData(context, ann.user.id);
    expect(collected).toMatchObject({
      isComplete: false,
      parts: { 'chat messages': [{ text: 'The sea' }], 'pictures in chats': [] },
    });
  });

  test('is a page that runs nothing, in which every text is escaped', () => {
    const page = exportHtml(
      {
        parts: { '<b>': { '"name': '<script>alert(1)</script>', list: [null, 1, []] } },
        isComplete: true,
        leavesOut: [],
      },
      '<now>',
    );
    expect(page).not.toMatch(/<script|<b>|<now>/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain("default-src 'none'");
  });
});
