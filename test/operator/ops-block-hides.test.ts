import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { handler as renderPage } from '#functions/pages/render.ts';
import { indexAnswer } from '#functions/storage/public-answers/answer-words.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { ANSWER, CLARIFYING_QUESTION, INFORMATION } from '#lib/local/deeds/texts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { type OperationName, operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { REACTIONS } from '#shared/rules/chat/message-changes.ts';
import { MINUTE, SECOND, toIso } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';
import { seedContacts } from '../support/chats.ts';
import { dataUrlOf, pngOf } from '../support/image-fixtures.ts';
import { postAllEvents } from '../support/money.ts';
import { runConfirmedOps } from '../support/ops.ts';
import { orderFor, PRICE } from '../support/orders.ts';
import { bearer, newPerson, type Person } from '../support/people.ts';
import { deliverNameEvent, searchEntriesOf } from '../support/searchable-people.ts';
import { startWorld, type World } from '../support/world.ts';

/*
 * Blocked accounts in responses: every operation whose response can contain an avatar, a bio, a social account, a
 * link or the badge hides a blocked account. The operations are found by their definitions, so a new one fails here
 * until it is listed.
 */

const MARK = /hidden-/;
const SHOWS_A_PERSON = /avatar|profileImage|^bio$|^social|linkUrl/i;

/** Operations whose responses contain the caller's own data only. */
const OF_THE_CALLER: readonly OperationName[] = [
  ...([
    'authenticate',
    'createUser',
    'refreshToken',
    'verifyOneTimeLogin',
    'checkUser',
    'finishPasskeySignIn',
  ] as const),
  ...(['updateUserProfile', 'uploadUserAvatar', 'createSupportTicket', 'signAnswer'] as const),
  ...(['createUserLink', 'updateUserLink', 'verifyLink', 'viewUserLinks'] as const),
  // The decisions about the caller's own reports leave out whoever is blocked: test/functions/support/statements.test.ts.
  ...(['viewStatements', 'viewBlockedStatements'] as const),
];

type Row = { readonly by?: Person; readonly input: Readonly<Record<string, unknown>> };
type Shown = Awaited<ReturnType<typeof everywhereShown>>;

let world: World;
let shown: Shown;
beforeAll(async () => {
  world = await startWorld();
  shown = await everywhereShown();
});
afterAll(() => world.stop());

/** Creates a person with a complete profile, who shares a conversation, a chat and a contact with `viewer`. */
async function everywhereShown() {
  const person = await newPerson(world, {
    price: PRICE,
    licenseId: 'STARTER',
    fullName: 'Nora Blockley',
    username: 'nora.blockley',
    bio: '<p>hidden-bio</p>',
    categoryId: 'CATEGORY_12',
    subCategoryId: 'CATEGORY_12_04',
    avatarUrl: 'https://replypaid.test/media/avatars/hidden-portrait.jpg',
    socials: { bluesky: 'hidden-bluesky', youTube: 'hidden-youtube' },
  });
  const viewer = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
  const invited = await newPerson(world, { licenseId: 'STARTER' });
  await person.addsLink('Mine', 'https://example.com/hidden-link');
  await deliverNameEvent(world, person.user.id);
  const idOf = async (from: Person, to: Person) => {
    const id = (await from.pays(to, { card: 'pm_card_visa' })).id;
    await to.answers({ id });
    return id;
  };
  const [orderId, inboxId] = [await idOf(viewer, person), await idOf(person, viewer)];
  const { data } = await person.proposesPublicAnswer({ id: orderId });
  const publicAnswerId: string = data[0].publicAnswerId;
  await viewer.agreesToPublicAnswer({ id: orderId });
  await indexAnswer(table, publicAnswerId);
  await person.thanks({ id: inboxId }, { text: 'It helped.', mayShow: 'NAME' });
  await postAllEvents(world);
  const before = toIso(world.now());
  await becomeContacts(viewer, person);
  const other = await newPerson(world, { licenseId: 'STARTER' });
  await seedContacts(world, viewer, [other]);
  const chat = await viewer.opensChat(person);
  const group = await viewer.opensGroup([person, other]);
  const theirs = await messageIn(chat, person);
  const own = [await messageIn(chat, viewer), await messageIn(chat, viewer)] as const;
  await person.says(group);
  await person.invites(invited);
  await viewer.savesDraft(person);
  const blocker = await newPerson(world, { licenseId: 'STARTER' });
  await blocker.blocks(person);
  await viewer.givesPrice(person, 'FREE');
  const ids = { orderId, inboxId, publicAnswerId, chat, groupId: group.id };
  return { person, viewer, invited, blocker, other, ...ids, before, theirs, own };
}

/** Sends a chat message, and returns the fields that identify it to the operations that change it. */
async function messageIn(chat: Ref, writer: Person) {
  const { id, dateTimeSent } = await writer.says(chat);
  return { chatMessageId: id, dateTimeSent };
}

/** The inputs for which the response of each operation contains the person. */
function rows(): Readonly<Partial<Record<OperationName, readonly Row[]>>> {
  const { person, invited, blocker, other, chat, groupId, before } = shown;
  const { orderId, inboxId, publicAnswerId, theirs, own } = shown;
  const { id, username, referralCode } = person.user;
  const since = toIso(world.now());
  const both = (key: string) => [{ input: { [key]: chat.id } }, { input: { [key]: groupId } }];
  return {
    viewUserProfile: [{ input: { username } }, { input: { id } }],
    viewUserProfileByReferralCode: [{ input: { referralCode } }],
    viewUserLinksById: [{ input: { userId: id } }],
    browseCreators: [{ input: {} }],
    searchUsers: [{ input: { searchText: 'blockley' } }],
    viewInbox: [{ input: { id: inboxId } }],
    viewInboxList: [{ input: {} }],
    viewInboxMessages: [{ input: { inboxId } }],
    viewConversationRecord: [{ input: { conversationId: orderId } }],
    viewOrder: [{ input: { id: orderId } }],
    viewOrderList: [{ input: {} }],
    viewOrderMessages: [{ input: { orderId } }],
    viewThanks: [{ input: {} }],
    viewPublicAnswer: [{ input: { conversationId: orderId } }],
    viewPublicAnswerPage: [{ input: { username, id: publicAnswerId } }],
    searchPublicAnswers: [{ input: { searchText: 'winters' } }],
    confirmInboxPayment: [{ input: { inboxId: orderId } }],
    viewDrafts: [{ input: {} }],
    viewTopUserContacts: [{ input: {} }],
    viewUserContacts: [{ input: {} }],
    viewContactPrices: [{ input: {} }],
    viewUserContactRequests: [{ by: invited, input: {} }],
    viewBlockedUsers: [{ by: blocker, input: {} }],
    createDirectChat: [{ input: { participantUserId: id, name: 'One-on-One' } }],
    createGroupChat: [{ input: { participantUserIds: [id, other.user.id], name: 'Walks' } }],
    addChatMembers: [{ input: { chatId: groupId, participantUserIds: [id] } }],
    removeChatMember: [{ input: { chatId: groupId, userId: invited.user.id } }],
    renameChat: [{ input: { chatId: groupId, name: 'Long walks' } }],
    updateChatPhoto: [{ input: { chatId: groupId, base64Image: dataUrlOf(pngOf(4, 4)) } }],
    viewChat: [{ input: { id: chat.id } }],
    viewChatList: [{ input: {} }],
    viewChatParticipants: both('chatId'),
    viewChatMessages: both('chatId'),
    viewChatMessagesSince: [chat.id, groupId].map((one) => ({
      input: { chatId: one, sinceTime: before },
    })),
    searchChatMessages: [chat.id, groupId].map((one) => ({
      input: { chatId: one, searchText: 'hello' },
    })),
    createChatMessage: [
      { input: { chatId: chat.id, messageText: `<p>Are you there? ${since}</p>` } },
    ],
    createChatPicture: [{ input: { chatId: chat.id, base64Image: dataUrlOf(pngOf(4, 4)) } }],
    editChatMessage: [{ input: { ...own[0], messageText: '<p>Are you there now?</p>' } }],
    deleteChatMessage: [{ input: own[1] }],
    reactToChatMessage: [{ input: { ...theirs, reaction: REACTIONS[0] } }],
    markChatAsTyping: both('chatId'),
    removeChatAsTyping: both('chatId'),
    createInbox: [{ input: orderFor(person) }],
    createInboxWithPayment: [
      { input: orderFor(person, { creditCardName: 'Vera Lin', paymentMethodId: 'pm_card_visa' }) },
    ],
    createOrder: [{ input: orderFor(person) }],
    createInboxMessage: [
      { input: { inboxId, conversationStatus: 'OPEN', messageBody: '<p>Still there?</p>' } },
    ],
    askForInformation: [{ input: { inboxId, messageBody: CLARIFYING_QUESTION } }],
    giveInformation: [{ input: { orderId, messageBody: INFORMATION } }],
    improveAnswer: [{ input: { inboxId, messageBody: ANSWER } }],
    createOrderMessage: [
      { input: { orderId, conversationStatus: 'OPEN', messageBody: '<p>Still there?</p>' } },
    ],
  };
}

/** Operations whose responses contain the other person only in some cases, for example as the writer of a message. */
const NOT_BEFORE: readonly OperationName[] = [
  ...(['createGroupChat', 'createChatMessage', 'createInboxMessage'] as const),
  ...(['addChatMembers', 'removeChatMember', 'renameChat', 'updateChatPhoto'] as const),
  ...(['createChatPicture', 'editChatMessage', 'deleteChatMessage'] as const),
  ...(['askForInformation', 'giveInformation', 'improveAnswer', 'viewConversationRecord'] as const),
  ...(['createOrderMessage', 'createInbox', 'createInboxWithPayment', 'createOrder'] as const),
];
const READS = () =>
  (Object.keys(rows()) as OperationName[]).filter((name) => !NOT_BEFORE.includes(name));

/** The responses of an operation to each of its inputs, as text. */
async function answersOf(name: OperationName): Promise<string[]> {
  const answers: string[] = [];
  for (const { by = shown.viewer, input } of rows()[name] ?? []) {
    const { http, body } = await responseTo(bearer(by.token).calls(name, input));
    answers.push(`${http} ${JSON.stringify(body)}`);
  }
  return answers;
}

async function pageOf(name: string): Promise<{ statusCode: number; body: string }> {
  const event = { rawPath: `/pages/${name}`, headers: {} };
  return (await renderPage(event as never, lambdaContext())) as never;
}

const block = (what: 'block' | 'unblock') =>
  runConfirmedOps(world, what, shown.person.user.username);

describe('a blocked person', () => {
  test('is looked for in the response of every operation that can show a person', () => {
    const names = (Object.entries(operations) as [OperationName, OperationSpec][]).flatMap(
      ([name, { output, who }]) =>
        // Staff look at blocked accounts.
        who !== 'staff' && keysOf(output).some((key) => SHOWS_A_PERSON.test(key)) ? [name] : [],
    );
    const listed = [...Object.keys(rows()), ...OF_THE_CALLER];
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });

  test('is hidden from the responses of these operations, and shown again after unblock', async () => {
    const { person } = shown;
    for (const name of READS()) {
      // Typing indicators expire within seconds.
      if (name === 'markChatAsTyping')
        for (const id of [shown.chat.id, shown.groupId]) await person.types({ id });
      expect([name, await hiddenBy(name)]).toEqual([name, false]);
    }
    const pages = ['nora.blockley', `nora.blockley/answers/${shown.publicAnswerId}`];
    for (const page of pages) expect((await pageOf(page)).body).toMatch(MARK);

    await block('block');
    // Typing indicators expire within seconds.
    world.advance(10 * SECOND);
    for (const name of Object.keys(rows()) as OperationName[])
      expect([name, (await answersOf(name)).filter((one) => MARK.test(one))]).toEqual([name, []]);
    for (const name of pages) {
      const page = await pageOf(name);
      expect([name, page.statusCode, MARK.test(page.body)]).toEqual([name, 404, false]);
    }
    await deliverNameEvent(world, person.user.id);
    expect(await searchEntriesOf(person)).toEqual([]);

    await block('unblock');
    await deliverNameEvent(world, person.user.id);
    for (const name of READS().filter((one) => !/Typing/.test(one)))
      expect([name, await hiddenBy(name)]).toEqual([name, false]);
    for (const page of pages) expect((await pageOf(page)).body).toMatch(MARK);
  });

  test('is still shown by name to people with existing conversations', async () => {
    const { person } = shown;
    await block('block');
    const names = [
      ...(['viewOrderList', 'viewChatList', 'viewUserContacts', 'viewDrafts'] as const),
      ...(['viewThanks', 'viewPublicAnswer'] as const),
    ];
    for (const name of names)
      expect([name, (await answersOf(name)).join()]).toEqual([
        name,
        expect.stringContaining(person.user.fullName),
      ]);
    await block('unblock');
  });

  test('is hidden from the response to a repeated payment request', async () => {
    const recipient = await newPerson(world, {
      price: PRICE,
      avatarUrl: 'https://replypaid.test/media/avatars/hidden-too.jpg',
    });
    const sender = await newPerson(world);
    const input = orderFor(recipient, {
      creditCardName: 'Vera Lin',
      paymentMethodId: 'pm_card_visa',
    });
    const pay = () => sender.does('createInboxWithPayment', input, { key: 'blocked-meanwhile' });
    expect(JSON.stringify(await pay())).toMatch(MARK);
    const [paid] = (await pay()).data;
    await recipient.answers(paid as Ref);
    await runConfirmedOps(world, 'block', recipient.user.username);
    world.advance(MINUTE);
    const repeated = await responseTo(pay());
    expect([repeated.http, MARK.test(JSON.stringify(repeated.body))]).toEqual([200, false]);
  });
});

/** Returns whether a response of this operation does not contain the person. */
const hiddenBy = async (name: OperationName) =>
  (await answersOf(name)).some((one) => !one.startsWith('200') || !MARK.test(one));

/** The names of all fields of a schema. */
function keysOf(schema: z.ZodMiniType): string[] {
  const keys: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), (key, value) => {
    keys.push(key);
    return value;
  });
  return keys;
}
