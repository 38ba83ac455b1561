import { describe, expect, test } from '@jest/globals';
import { collectData } from '../../../functions/accounts/collect-data.ts';
import { exportHtml } from '../../../functions/accounts/export-html.ts';
import { handler as requestExport } from '../../../functions/accounts/requestExport.ts';
import { handler as updatePrompts } from '../../../functions/accounts/updatePrompts.ts';
import { handler as viewExport } from '../../../functions/accounts/viewExport.ts';
import { handler as updateContactPrice } from '../../../functions/contacts/updateContactPrice.ts';
import { handler as createSavedReply } from '../../../functions/conversations/createSavedReply.ts';
import { handler as makeExport } from '../../../functions/events/makeExport.ts';
import { handler as createUserLink } from '../../../functions/links/createUserLink.ts';
import { book } from '../../../functions/storage/ledger/ledger.ts';
import { table } from '../../../functions/storage/table.ts';
import type { DomainEvent } from '../../../shared/domain-events.ts';
import { newId } from '../../../shared/ids.ts';
import { cents } from '../../../shared/money.ts';
import { EXPORT_KEPT } from '../../../shared/rules/accounts/data-export.ts';
import { textOf } from '../../../shared/rules/conversations/record.ts';
import { answeredEntry } from '../../../shared/rules/ledger/ledger.ts';
import { DAY, HOUR } from '../../../shared/time.ts';
import { call, lambdaContext } from '../../support/call.ts';
import { friends, openDirect, say } from '../../support/chat-calls.ts';
import { becomeContacts, newMember } from '../../support/contacts.ts';
import { deliverToEmails, domainEventsAbout } from '../../support/domain-events.ts';
import { draftTo, save as saveDraft } from '../../support/drafts.ts';
import { newPersonWithEmail } from '../../support/emails.ts';
import { addLinkAs } from '../../support/links.ts';
import { ANSWER, answer, newRecipient, pendingOrder, QUESTION } from '../../support/orders.ts';
import { newPerson, type Person, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The copy of a person's own data. docs/product/accounts.md#your-data */

const world = worldOfFile();

const ask = ({ token }: Person) => call(requestExport, {}, { token });
const view = async ({ token }: Person) =>
  (await call(viewExport, {}, { method: 'GET', token })).body.data;

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
  const [{ json, html }] = await view(person);
  const text = async (address: string) => (await fetch(address)).text();
  return { data: JSON.parse(await text(json)), page: await text(html) };
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
    const again = await signedInAgain(world, person);
    expect((await ask(again)).body).not.toEqual(first.body);
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
    const later = await signedInAgain(world, person);
    expect(await view(later)).toMatchObject([{ status: 'FAILED', html: null, json: null }]);
  });

  test('has addresses that only whoever has them can open, until the files are deleted', async () => {
    const person = await newPerson(world);
    await ask(person);
    await make(person);
    const [{ status, html, json }] = await view(person);
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
    const later = await signedInAgain(world, person);
    expect(await view(later)).toMatchObject([{ status: 'EXPIRED', html: null, json: null }]);
  });
});

describe('the copy of the data', () => {
  test('has the account, links, drafts, saved replies, messages of both sides and the transactions', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    expect(await answer(recipient, id)).toMatchObject({ http: 200 });
    await addLinkAs(recipient.token, 'Home', 'https://example.com/me');
    await draftTo(recipient, await newRecipient(world));
    await call(
      createSavedReply,
      { title: 'Thanks', text: '<p>Thank you.</p>' },
      { token: recipient.token },
    );
    const { data } = await copyOf(recipient);
    expect(data).toMatchObject({
      isComplete: true,
      account: { username: recipient.user.username, phoneNumber: recipient.user.phoneNumber },
      links: [{ name: 'Home' }],
      'saved replies': [{ title: 'Thanks' }],
      'received messages': [{ subject: 'Dry winters', price: 25, with: sender.user.fullName }],
      'sent messages': [],
      transactions: [{ what: 'ANSWERED', net: 22 }],
    });
    expect(data.drafts).toHaveLength(1);
    expect(data['signed-in devices']).toHaveLength(1);
    const [{ messages }] = data['received messages'];
    const [question, given] = [{ text: textOf(QUESTION) }, { text: textOf(ANSWER) }];
    expect(messages).toMatchObject([
      { from: 'them', ...question },
      { from: 'me', ...given },
    ]);
    expect((await copyOf(sender)).data['sent messages']).toMatchObject([
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

  test('has the questions to senders, the price of a contact, answers in drafts, and when a link is visible', async () => {
    const [person, friend] = [await newMember(world), await newMember(world)];
    await becomeContacts(person, friend);
    const { token } = person;
    const prompts = JSON.stringify([{ question: 'What is it about?', required: true }]);
    await call(updatePrompts, { prompts }, { token });
    await call(
      updateContactPrice,
      { userContactId: friend.user.id, terms: 'OWN', price: '7' },
      { token },
    );
    await call(
      createUserLink,
      { linkName: 'Shop', linkUrl: 'https://example.com', isOn: 'false' },
      { token },
    );
    const answers = [{ question: 'Which tree?', text: 'The oak' }];
    await saveDraft(person, await newRecipient(world), { answers: JSON.stringify(answers) });
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

  test('has nothing that protects the account, and nothing private of others', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await answer(recipient, id);
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

  test('is announced once by e-mail when it is ready', async () => {
    const person = await newPersonWithEmail(world);
    await ask(person);
    await make(person);
    const ready = await domainEventsAbout(world, 'export.ready', person);
    expect(ready).toHaveLength(1);
    await deliverToEmails(ready[0] as DomainEvent);
    expect(world.emails[0]).toMatchObject({ subject: 'The copy of your data is ready' });
  });

  test('is not made from the event of an earlier request', async () => {
    const person = await newPerson(world);
    await ask(person);
    const [earlier] = await domainEventsAbout(world, 'export.requested', person);
    world.advance(DAY);
    const again = await signedInAgain(world, person);
    await ask(again);
    await makeExport({ detail: earlier } as never, lambdaContext());
    expect(await view(again)).toMatchObject([{ status: 'MAKING' }]);
  });

  test('says that it is not complete if the time is over', async () => {
    const { recipient } = await pendingOrder(world);
    const context = { table, now: world.now(), timeLeft: () => 1_000 };
    const collected = await collectData(context, recipient.user.id);
    expect(collected).toMatchObject({ isComplete: false, parts: { 'received messages': [] } });
    expect(exportHtml(collected as never, 'today')).toContain('more data than fits');
  });

  test('has the messages that the person wrote in chats, and not those of others', async () => {
    const [ann, ben] = (await friends(world, 2)) as [Person, Person];
    const chatId = String((await openDirect(ann, ben)).body.data[0].id);
    await say(ann, chatId, '<p>Hello Ben</p>');
    await say(ben, chatId, '<p>Hello Ann</p>');
    const { data } = await copyOf(ann);
    expect(data['chat messages']).toMatchObject([{ text: 'Hello Ben' }]);
    expect(JSON.stringify(data)).not.toContain('Hello Ann');
  });

  test('is a page that runs nothing, in which every text is escaped', () => {
    const page = exportHtml(
      {
        parts: { '<b>': { '"name': '<script>alert(1)</script>', list: [null, 1, []] } },
        isComplete: true,
      },
      '<now>',
    );
    expect(page).not.toMatch(/<script|<b>|<now>/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain("default-src 'none'");
  });
});
