import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '#functions/auth/passwords.ts';
import { signAccessToken } from '#functions/auth/sign-tokens.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { registerUser } from '#functions/storage/auth/registrations.ts';
import { openSession } from '#functions/storage/auth/sessions.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { table } from '#functions/storage/table.ts';
import { ensureSupportAccount } from '#functions/support/support-account.ts';
import { cents, toDollars } from '#shared/money.ts';
import { relyingParty } from '#shared/rules/auth/passkeys.ts';
import { subCategoryOf } from '#shared/rules/profiles/categories.ts';
import { DAY, type Instant, instant } from '#shared/time.ts';
import { encodeForm } from '#shared/wire.ts';
import type { Clock } from '../clock.ts';
import { OWN_CALL } from '../front/front.ts';
import type { MediaStore } from '../media.ts';
import type { Sites } from '../sites.ts';
import { authenticatorOf, type SoftwareAuthenticator } from '../software-authenticator.ts';
import type { TimeMachine } from '../time-machine.ts';
import { ANALYZED_CREATOR, seedAnalytics } from './analytics.ts';
import { cardOf } from './cards.ts';
import { CHATS, type ChatTurn, type SeededChat } from './chats.ts';
import { CONTACTS } from './contacts.ts';
import {
  CONVERSATIONS,
  type ConversationTurn,
  type SeededClaim,
  type SeededConversation,
} from './conversations.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { registerStaff, seedCases } from './desk.ts';
import { EARLIER_LETTERS } from './earlier-letters.ts';
import {
  FIRST_CONVERSATION,
  FIRST_SENDER,
  firstPayoutDaysAgo,
  PAID_CREATOR,
  runFirstPayout,
} from './first-payout.ts';
import { LINKS, LINKS_BACK } from './links.ts';
import { settingsOfPeople } from './offers.ts';
import { CREATORS, SENDERS, type SeededPerson } from './people.ts';
import { STATEMENTS, seedStatement } from './statements.ts';

/*
 * Seeds the demo data of the first start. Accounts are written to the table; everything else is done by calling operations
 * while the clock advances from five weeks ago to the present, so that the ledger, the Stripe emulator and the timelines
 * are consistent.
 */

type SeedOptions = {
  readonly url: string;
  /** The key of the product's own calls, which are answered before the product is ready. */
  readonly ownKey: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  readonly media: MediaStore;
  readonly sites: Sites;
  /** Whether to seed conversations. Not with the real Stripe, whose clock cannot be moved. */
  readonly conversations: boolean;
};

type SeedContext = SeedOptions & {
  /** The session id of each person who has called an operation, by user id. */
  readonly sessions: Map<string, Promise<string>>;
};

const DAYS_OF_HISTORY = 36;
/** Who has set up payouts besides the creator who was paid already. */
const PAYOUT_ACCOUNT = { username: 'ana.markovic', daysAgo: 33.6 } as const;

type People = ReadonlyMap<string, User>;
type SeedStep = { readonly daysAgo: number; readonly run: () => Promise<unknown> };

/** Seeds an empty table. Throws when an operation refuses, because the demo data then breaks a rule. */
export async function seedWorld(options: SeedOptions): Promise<void> {
  const context = { ...options, sessions: new Map() };
  const { clock, time } = context;
  clock.offsetMs =
    -Math.max(DAYS_OF_HISTORY, context.conversations ? firstPayoutDaysAgo(clock.now()) : 0) * DAY;
  const people = await registerPeople(context);
  if (context.conversations) await payForPlans(context, people);
  await addLinks(context, people);
  if (context.conversations) await payCreator(context, people);
  clock.offsetMs = Math.max(clock.offsetMs, -DAYS_OF_HISTORY * DAY);
  for (const { run } of context.conversations ? [] : chatAndContactSteps(context, people))
    await run();
  let before = Number.POSITIVE_INFINITY;
  for (const { daysAgo, run } of context.conversations ? conversationSteps(context, people) : []) {
    // Steps of one time follow each other without a look at what is due.
    if (daysAgo < before) await time.advance(Math.max(0, -daysAgo * DAY - clock.offsetMs));
    await run();
    before = daysAgo;
  }
  if (context.conversations) await time.advance(-clock.offsetMs);
  else clock.offsetMs = 0;
  await addTiers(context, people);
  if (context.conversations) await addSettings(context, people);
  await seedDesk(context, people);
}

/** Registers the staff, and fills the queues of the desk, which need conversations. */
async function seedDesk(context: SeedContext, people: People): Promise<void> {
  const now = instant(context.clock.now());
  const [, proposer] = await registerStaff(await hashPassword(DEMO_PASSWORD), now);
  if (!context.conversations || !proposer) return;
  await seedCases((username) => personNamed(people, username), proposer, now);
  await call(context, personNamed(people, 'priya.nair'), 'createSupportTicket', TICKET);
}

const TICKET = {
  messageSubject: 'My receipt has the wrong name',
  messageText:
    '<p>My employer pays me back for one message, and they need a receipt with the name of the company and not with mine. Can you change the name, or is there a way to do it myself?</p>',
};

/** Seeds the first payout, before the other conversations. */
async function payCreator(context: SeedContext, people: People): Promise<void> {
  const creator = personNamed(people, PAID_CREATOR);
  const sender = personNamed(people, FIRST_SENDER);
  const earn = async () => {
    const { data } = await call(context, sender, 'createInboxWithPayment', {
      recipientId: creator.id,
      messageSubject: FIRST_CONVERSATION.subject,
      messageText: html(FIRST_CONVERSATION.text),
      price: toDollars(creator.paidResponsePrice),
      creditCardName: sender.fullName,
      paymentMethodId: cardOf(sender.username),
    });
    await call(context, creator, 'createInboxMessage', {
      inboxId: data?.[0]?.id,
      conversationStatus: 'COMPLETED',
      messageBody: html(FIRST_CONVERSATION.answer),
    });
  };
  const setUp = () => setUpPayouts(context, creator);
  await runFirstPayout({ ...context, earn, setUp }, -DAYS_OF_HISTORY * DAY);
}

/** Sets up the payouts of a person, as they would do on Stripe's page. */
async function setUpPayouts(context: SeedContext, person: User): Promise<void> {
  const { url = '' } = await call(context, person, 'createPayoutSetupLink', {});
  await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'READY', name: person.fullName }),
    redirect: 'manual',
  });
}

async function registerPeople({
  clock,
  media,
  conversations,
}: SeedContext): Promise<Map<string, User>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = new Map<string, User>();
  const now = instant(clock.now());
  await ensureSupportAccount(table, async () => passwordHash, now);
  for (const [index, person] of [...CREATORS, ...SENDERS].entries())
    people.set(person.username, await register(registrationOf(person, index)));
  const present = instant(clock.now() - clock.offsetMs);
  const analyzed = personNamed(people, ANALYZED_CREATOR).id;
  await seedAnalytics(table, analyzed, DAYS_OF_HISTORY - 1, present);
  for (const [username, statement] of Object.entries(STATEMENTS))
    await seedStatement(table, personNamed(people, username).id, statement, present);
  return people;

  function registrationOf(person: SeededPerson, index: number) {
    const { username, fullName, bio, plan = 'FREE', identified, socials, subCategoryId } = person;
    return {
      username,
      fullName,
      bio,
      passwordHash,
      phoneNumber: `+1555555${String(1_001 + index).padStart(4, '0')}`,
      // With the emulator, people on a paid plan finish their registration by paying for it.
      ...(conversations && plan !== 'FREE' ? { licenseId: 'NONE' as const } : { licenseId: plan }),
      ...(identified && { identity: { name: fullName, accountId: 'acct_demo', verifiedAt: now } }),
      paidResponsePrice: cents(person.price),
      paidResponseCommitment: person.commitment,
      socials,
      subCategoryId,
      categoryId: subCategoryOf(subCategoryId)?.parentId,
      ...portraitOf(media, username),
    };
  }

  async function register(registration: Parameters<typeof registerUser>[1]): Promise<User> {
    const done = await registerUser(table, { ...registration, verified: true }, now);
    if (typeof done === 'string') throw new Error(`${registration.username}: ${done}`);
    return done.user;
  }
}

/** Subscribes people to their paid plans, which completes their registration. The subscriptions renew as the clock advances. */
async function payForPlans(context: SeedContext, people: Map<string, User>): Promise<void> {
  for (const { username, fullName, plan = 'FREE', price, commitment } of CREATORS) {
    if (plan === 'FREE') continue;
    const user = personNamed(people, username);
    await call(context, user, 'savePaidRegistration', {
      license: plan,
      creditCardName: fullName,
      paidResponsePrice: toDollars(cents(price)),
      paidResponseCommitment: commitment,
      paymentMethodId: cardOf(username),
    });
    people.set(username, { ...user, licenseId: plan });
  }
}

/** Adds tiers at the end, because the seeded orders pay the single prices. */
async function addTiers(context: SeedContext, people: People): Promise<void> {
  for (const { username, tiers } of CREATORS)
    if (tiers)
      await call(context, personNamed(people, username), 'updateTiers', {
        tiers: JSON.stringify(tiers),
      });
}

/** Adds questions to senders, a pause, a cap, an own price and a saved reply, at the end for the same reason. */
async function addSettings(context: SeedContext, people: People): Promise<void> {
  const idOf = (username: string) => personNamed(people, username).id;
  const present = instant(context.clock.now());
  for (const { by, operation, fields } of settingsOfPeople(idOf, present))
    await call(context, personNamed(people, by), operation, fields);
}

async function addLinks(context: SeedContext, people: People): Promise<void> {
  for (const [username, links] of Object.entries(LINKS))
    for (const [linkName, linkUrl] of links)
      await call(context, personNamed(people, username), 'createUserLink', { linkName, linkUrl });
  for (const [username, linkUrl] of LINKS_BACK)
    await verifyLink(context, personNamed(people, username), linkUrl);
}

/** Lets a page link back to its person, who then verifies the link to it. */
async function verifyLink(context: SeedContext, user: User, linkUrl: string): Promise<void> {
  const { host, pathname } = new URL(linkUrl);
  context.sites.put(`${host}${pathname}`, `<a rel="me" href="{origin}/${user.username}">Me</a>`);
  const link = (await linksOf(table, user.id)).find(({ url }) => url === linkUrl);
  const { data } = await call(context, user, 'verifyLink', { linkId: link?.id });
  // A check that finds no link back is no refusal.
  if (data?.[0]?.check !== 'VERIFIED')
    throw new Error(`${user.username}, ${linkUrl}: ${data?.[0]?.check}`);
}

/** Stores the person's portrait in the media bucket, if there is one. */
function portraitOf(media: MediaStore, username: string): { avatarUrl?: string } {
  const name = `${username}.webp`;
  try {
    const body = readFileSync(join(import.meta.dirname, 'portraits', name));
    media.put(`portraits/${name}`, { type: 'image/webp', body });
    return { avatarUrl: `${process.env.MEDIA_URL}/portraits/${name}` };
  } catch {
    return {};
  }
}

/** The events of all conversations, chats and contacts, in chronological order. */
function conversationSteps(context: SeedContext, people: People): SeedStep[] {
  const paidBefore = new Set<string>();
  const conversations = [...EARLIER_LETTERS, ...CONVERSATIONS]
    .sort((one, other) => other.daysAgo - one.daysAgo)
    .flatMap((conversation) => {
      const isFirst = !paidBefore.has(conversation.from);
      paidBefore.add(conversation.from);
      return stepsOfConversation(context, people, conversation, isFirst);
    });
  const bank = {
    daysAgo: PAYOUT_ACCOUNT.daysAgo,
    run: () => setUpPayouts(context, personNamed(people, PAYOUT_ACCOUNT.username)),
  };
  const closings = CREATORS.flatMap(({ username, price, closesDaysAgo: daysAgo }) =>
    daysAgo === undefined
      ? []
      : [{ daysAgo, run: () => acceptNothing(context, personNamed(people, username), price) }],
  );
  return [...conversations, ...closings, bank, ...chatAndContactSteps(context, people)].sort(
    (one, other) => other.daysAgo - one.daysAgo,
  );
}

const acceptNothing = (context: SeedContext, person: User, price: number) =>
  call(context, person, 'updateInboundSettings', {
    paidResponsePrice: toDollars(cents(price)),
    paidResponseCommitment: 0,
  });

/** The steps of contacts, and then of their chats. */
function chatAndContactSteps(context: SeedContext, people: People): SeedStep[] {
  const chats = CHATS.flatMap((chat) => chatSteps(context, people, chat));
  return [...contactSteps(context, people), ...chats];
}

function chatSteps(context: SeedContext, people: People, chat: SeededChat): SeedStep[] {
  let chatId = '';
  let newest = '';
  const ask = (by: string, operation: string, fields: Fields) =>
    call(context, personNamed(people, by), operation, fields);
  const open = async () => {
    const others = chat.with.map((username) => personNamed(people, username).id);
    const { data } = chat.name
      ? await ask(chat.by, 'createGroupChat', { participantUserIds: others, name: chat.name })
      : await ask(chat.by, 'createDirectChat', { participantUserId: others[0] });
    chatId = data?.[0]?.id ?? '';
  };
  const say = async (by: string, text: string) => {
    const { data } = await ask(by, 'createChatMessage', { chatId, messageText: html(text) });
    newest = data?.[0]?.id ?? '';
  };
  const run = (turn: ChatTurn): Promise<unknown> => {
    if ('text' in turn) return say(turn.by, turn.text);
    if ('reads' in turn) return ask(turn.by, 'createChatRead', { chatMessageId: newest });
    if ('renames' in turn) return ask(turn.by, 'renameChat', { chatId, name: turn.renames });
    const participantUserIds = [personNamed(people, turn.adds).id];
    return ask(turn.by, 'addChatMembers', { chatId, participantUserIds });
  };
  const turns = chat.turns.map((turn) => ({ daysAgo: turn.daysAgo, run: () => run(turn) }));
  return [{ daysAgo: chat.daysAgo, run: open }, ...turns];
}

function contactSteps(context: SeedContext, people: People): SeedStep[] {
  return CONTACTS.flatMap(({ by, to, invited, accepted }) => {
    const [inviter, invitee] = [personNamed(people, by), personNamed(people, to)];
    const invite = () => call(context, inviter, 'createChatInvite', { userId: invitee.id });
    const accept = () => call(context, invitee, 'acceptUserContact', { userContactId: inviter.id });
    return [
      { daysAgo: invited, run: invite },
      ...(accepted === undefined ? [] : [{ daysAgo: accepted, run: accept }]),
    ];
  });
}

function stepsOfConversation(
  context: SeedContext,
  people: People,
  conversation: SeededConversation,
  isFirst: boolean,
): SeedStep[] {
  const sender = personNamed(people, conversation.from);
  const recipient = personNamed(people, conversation.to);
  const asSender = (operation: string, fields: Fields) => call(context, sender, operation, fields);
  const asRecipient = (operation: string, fields: Fields) =>
    call(context, recipient, operation, fields);
  let inboxId = '';
  let authenticator: SoftwareAuthenticator | undefined;
  const pay = async () => {
    const order = {
      recipientId: recipient.id,
      messageSubject: conversation.subject,
      messageText: html(conversation.text),
      price: toDollars(recipient.paidResponsePrice),
    };
    const { data } = isFirst
      ? await asSender('createInboxWithPayment', {
          ...order,
          creditCardName: sender.fullName,
          paymentMethodId: cardOf(sender.username),
        })
      : await asSender('createInbox', order);
    inboxId = data?.[0]?.id ?? '';
    // Days before the answer, so that no change of the account waits because of it today.
    if (conversation.turns.some((turn) => turn.does === 'answer' && turn.signed))
      authenticator = await addPasskey(context, recipient);
  };
  const read = async () => {
    await asRecipient('markInboxAsReceived', { inboxId });
    await asRecipient('markInboxAsRead', { inboxId });
  };
  const answer = async (turn: Extract<ConversationTurn, { does: 'answer' }>) => {
    const { data } = await asRecipient('createInboxMessage', {
      inboxId,
      conversationStatus: turn.closes ? 'COMPLETED' : 'OPEN',
      messageBody: html(turn.text),
      ...claimOf(turn.written),
    });
    const [message] = data ?? [];
    if (turn.signed && message && authenticator)
      await signAnswer(context, recipient, authenticator, { inboxId, message });
  };
  const runTurn = async (turn: ConversationTurn) => {
    switch (turn.does) {
      case 'read':
        return read();
      case 'answer':
        return answer(turn);
      case 'senderReads': {
        const { data = [] } = await call(context, sender, 'viewOrderMessages', {
          orderId: inboxId,
        });
        return asSender('markOrderMessageAsRead', { orderMessageId: data[0]?.id });
      }
      case 'senderWrites':
        return asSender('createOrderMessage', {
          orderId: inboxId,
          conversationStatus: 'OPEN',
          messageBody: html(turn.text),
        });
      case 'recipientWrites':
        return asRecipient('createInboxMessage', {
          inboxId,
          conversationStatus: 'OPEN',
          messageBody: html(turn.text),
        });
      case 'asks':
        return asRecipient('askForInformation', { inboxId, messageBody: html(turn.text) });
      case 'cancel':
        return asSender('cancelOrder', { inboxId, reasonCode: 'MISTAKE' });
      case 'decline':
        return asRecipient('declineInbox', { inboxId, note: turn.note });
      case 'close':
        return asRecipient('closeInbox', { inboxId });
      case 'report':
        await read();
        return asRecipient('reportInbox', {
          inboxId,
          reasonCode: turn.reason,
          ...(turn.text && { additionalInformation: turn.text }),
        });
      case 'claim':
        return asSender('claimAnswer', {
          orderId: inboxId,
          reason: turn.reason,
          text: turn.text,
        });
      case 'contest':
        return asRecipient('contestClaim', { inboxId, text: turn.text });
    }
  };
  return [
    { daysAgo: conversation.daysAgo, run: pay },
    ...conversation.turns.map((turn) => ({ daysAgo: turn.daysAgo, run: () => runTurn(turn) })),
  ];
}

/** Adds a passkey to the account of an author. */
async function addPasskey(context: SeedContext, author: User): Promise<SoftwareAuthenticator> {
  const authenticator = authenticatorOf(relyingParty(context.url).origin);
  const { challenge = '' } = await call(context, author, 'beginPasskeyRegistration', {
    password: DEMO_PASSWORD,
  });
  await call(context, author, 'finishPasskeyRegistration', {
    ...authenticator.create(challenge),
    name: 'Phone',
  });
  return authenticator;
}

/** Signs an answer with the passkey of its author. */
async function signAnswer(
  context: SeedContext,
  author: User,
  authenticator: SoftwareAuthenticator,
  { inboxId, message }: { readonly inboxId: string; readonly message: AnsweredItem },
): Promise<void> {
  const signature = authenticator.get(message.written?.hash ?? '');
  await call(context, author, 'signAnswer', { inboxId, messageId: message.id, ...signature });
}

const claimOf = (written: SeededClaim | undefined) =>
  written && {
    declaration: written.declaration,
    typedCharacters: written.typed,
    pastedCharacters: written.pasted,
    writingMinutes: written.minutes,
  };

function personNamed(people: People, username: string): User {
  const user = people.get(username);
  if (!user) throw new Error(`Nobody is called ${username}`);
  return user;
}

const html = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', ' ')}</p>`)
    .join('');

type Fields = Readonly<Record<string, unknown>>;
type AnsweredItem = {
  readonly id: string;
  readonly written?: { readonly hash: string };
  readonly check?: string;
};
type Answered = {
  readonly data?: readonly AnsweredItem[];
  readonly url?: string;
  readonly challenge?: string;
};

/** Calls an operation at the HTTP front as this person. */
async function call(
  context: SeedContext,
  user: User,
  operation: string,
  fields: Fields,
): Promise<Answered> {
  const { url, ownKey, clock } = context;
  const isRead = operation.startsWith('view');
  const form = encodeForm(fields);
  const response = await fetch(`${url}/api/${operation}${isRead ? `?${form}` : ''}`, {
    method: isRead ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(context, user, instant(clock.now()))}`,
      'content-type': 'application/x-www-form-urlencoded',
      [OWN_CALL]: ownKey,
    },
    ...(!isRead && { body: form }),
  });
  const answer = (await response.json()) as Answered & { message?: string };
  if (!response.ok) throw new Error(`${user.username}, ${operation}: ${answer.message}`);
  return answer;
}

/** An access token with the person's live session, which operations that write need. A session outlasts the history. */
async function tokenOf(
  { sessions }: SeedContext,
  { id: userId, licenseId: plan }: User,
  now: Instant,
): Promise<string> {
  const session = sessions.get(userId) ?? sessionOf(userId, now);
  sessions.set(userId, session);
  return signAccessToken({ userId, sessionId: await session, verified: true, plan }, now);
}

async function sessionOf(userId: string, now: Instant): Promise<string> {
  const { sessionId, step } = openSession(userId, now);
  await table.write(step);
  return sessionId;
}
