import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../../../functions/auth/passwords.ts';
import { signAccessToken } from '../../../functions/auth/sign-tokens.ts';
import type { User } from '../../../functions/storage/accounts/users.ts';
import { registerUser } from '../../../functions/storage/auth/registrations.ts';
import { openSession } from '../../../functions/storage/auth/sessions.ts';
import { table } from '../../../functions/storage/table.ts';
import { ensureSupportAccount } from '../../../functions/support/support-account.ts';
import { cents, toDollars } from '../../../shared/money.ts';
import { subCategoryOf } from '../../../shared/rules/profiles/categories.ts';
import { DAY, type Instant, instant } from '../../../shared/time.ts';
import { encodeForm } from '../../../shared/wire.ts';
import type { Clock } from '../clock.ts';
import type { MediaStore } from '../media.ts';
import type { TimeMachine } from '../time-machine.ts';
import { CHATS, type SeededChat } from './chats.ts';
import { ACQUAINTANCES } from './contacts.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { LETTERS, type Letter, type Turn } from './letters.ts';
import { LINKS } from './links.ts';
import { FIRST_LETTER, FIRST_SENDER, PAID_CREATOR, paidOutBegan, playPaidOut } from './paid-out.ts';
import { CREATORS, SENDERS, type Someone } from './people.ts';

/*
 * The small world of the first start. People are put into the table; all that happens between them goes through the
 * real operations while the clock walks from twenty days back to the present, so the ledger, the payment provider
 * and every timeline tell one true story.
 */

export type Ground = {
  readonly url: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  readonly media: MediaStore;
  /** Whether they have written to each other: the real Stripe knows no clock that can be walked. */
  readonly letters: boolean;
};

const BEGINS = 20;
const CARD = 'pm_card_visa';

type People = ReadonlyMap<string, User>;
type Scene = { readonly on: number; readonly play: () => Promise<unknown> };

/** Fills an empty world. Throws when an operation refuses: then the story and the rules do not agree. */
export async function plantWorld(ground: Ground): Promise<void> {
  const { clock, time } = ground;
  clock.offsetMs = -Math.max(BEGINS, ground.letters ? paidOutBegan(clock.now()) : 0) * DAY;
  const people = await registerPeople(ground);
  if (ground.letters) await payForPlans(ground, people);
  await addLinks(ground, people);
  if (ground.letters) await payCreator(ground, people);
  clock.offsetMs = Math.max(clock.offsetMs, -BEGINS * DAY);
  for (const { play } of ground.letters ? [] : scenesOfChatting(ground, people)) await play();
  for (const { on, play } of ground.letters ? scenesOf(ground, people) : []) {
    await time.advance(Math.max(0, -on * DAY - clock.offsetMs));
    await play();
  }
  if (ground.letters) await time.advance(-clock.offsetMs);
  else clock.offsetMs = 0;
}

/** One creator has been paid out before the other letters begin. */
async function payCreator(ground: Ground, people: People): Promise<void> {
  const creator = known(people, PAID_CREATOR);
  const sender = known(people, FIRST_SENDER);
  const earn = async () => {
    const { data } = await call(ground, sender, 'createInboxWithPayment', {
      recipientId: creator.id,
      messageSubject: FIRST_LETTER.subject,
      messageText: html(FIRST_LETTER.text),
      price: toDollars(creator.paidResponsePrice),
      creditCardName: sender.fullName,
      paymentMethodId: CARD,
    });
    await call(ground, creator, 'createInboxMessage', {
      inboxId: data?.[0]?.id,
      conversationStatus: 'COMPLETED',
      messageBody: html(FIRST_LETTER.answer),
    });
  };
  const setupLink = async () =>
    (await call(ground, creator, 'createPayoutSetupLink', {})).url ?? '';
  await playPaidOut({ ...ground, earn, setupLink, name: creator.fullName }, -BEGINS * DAY);
}

async function registerPeople({ clock, media, letters }: Ground): Promise<Map<string, User>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = new Map<string, User>();
  const now = instant(clock.now());
  await ensureSupportAccount(table, async () => passwordHash, now);
  for (const [index, someone] of [...CREATORS, ...SENDERS].entries())
    people.set(someone.username, await register(registrationOf(someone, index)));
  return people;

  function registrationOf(someone: Someone, index: number) {
    const { username, fullName, bio, plan = 'FREE', identified, socials, subCategoryId } = someone;
    return {
      ...{ username, fullName, bio, passwordHash },
      phoneNumber: `+1555555${String(1_001 + index).padStart(4, '0')}`,
      // Where the clock can be walked, whoever is on a paid plan pays for it, and is registered by that.
      ...(letters && plan !== 'FREE' ? { licenseId: 'NONE' as const } : { licenseId: plan }),
      ...(identified && { identity: { name: fullName, accountId: 'acct_demo', verifiedAt: now } }),
      paidResponsePrice: cents(someone.price),
      paidResponseCommitment: someone.commitment,
      ...{ socials, subCategoryId, categoryId: subCategoryOf(subCategoryId)?.parentId },
      ...portraitOf(media, username),
    };
  }

  async function register(registration: Parameters<typeof registerUser>[1]): Promise<User> {
    const done = await registerUser(table, { ...registration, verified: true }, now);
    if (typeof done === 'string') throw new Error(`${registration.username}: ${done}`);
    return done.user;
  }
}

/** Who is on a paid plan finishes their registration with it: a real subscription, which renews as the clock moves. */
async function payForPlans(ground: Ground, people: Map<string, User>): Promise<void> {
  for (const { username, fullName, plan = 'FREE', price, commitment } of CREATORS) {
    if (plan === 'FREE') continue;
    const user = known(people, username);
    await call(ground, user, 'savePaidRegistration', {
      license: plan,
      creditCardName: fullName,
      paidResponsePrice: toDollars(cents(price)),
      paidResponseCommitment: commitment,
      paymentMethodId: CARD,
    });
    people.set(username, { ...user, licenseId: plan });
  }
}

async function addLinks(ground: Ground, people: People): Promise<void> {
  for (const [username, links] of Object.entries(LINKS))
    for (const [linkName, linkUrl] of links)
      await call(ground, known(people, username), 'createUserLink', { linkName, linkUrl });
}

/** Puts the person's portrait into the media bucket, if one was drawn. */
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

/** Every event of every letter, in the order in which they happen. */
function scenesOf(ground: Ground, people: People): Scene[] {
  const paidBefore = new Set<string>();
  const letters = [...LETTERS]
    .sort((one, other) => other.on - one.on)
    .flatMap((letter) => {
      const isFirst = !paidBefore.has(letter.from);
      paidBefore.add(letter.from);
      return scenesOfLetter(ground, people, letter, isFirst);
    });
  return [...letters, ...scenesOfChatting(ground, people)].sort((one, other) => other.on - one.on);
}

/** Who became contacts, and then what they wrote to each other. */
function scenesOfChatting(ground: Ground, people: People): Scene[] {
  const chats = CHATS.flatMap((chat) => scenesOfChat(ground, people, chat));
  return [...scenesOfContacts(ground, people), ...chats];
}

function scenesOfChat(ground: Ground, people: People, chat: SeededChat): Scene[] {
  let chatId = '';
  let newest = '';
  const ask = (by: string, operation: string, fields: Fields) =>
    call(ground, known(people, by), operation, fields);
  const open = async () => {
    const others = chat.with.map((username) => known(people, username).id);
    const { data } = chat.name
      ? await ask(chat.by, 'createGroupChat', { participantUserIds: others, name: chat.name })
      : await ask(chat.by, 'createDirectChat', { participantUserId: others[0] });
    chatId = data?.[0]?.id ?? '';
  };
  const say = async (by: string, text: string) => {
    const { data } = await ask(by, 'createChatMessage', { chatId, messageText: html(text) });
    newest = data?.[0]?.id ?? '';
  };
  const turns = chat.turns.map((turn) => ({
    on: turn.on,
    play: (): Promise<unknown> =>
      'text' in turn
        ? say(turn.by, turn.text)
        : ask(turn.by, 'createChatRead', { chatMessageId: newest }),
  }));
  return [{ on: chat.on, play: open }, ...turns];
}

function scenesOfContacts(ground: Ground, people: People): Scene[] {
  return ACQUAINTANCES.flatMap(({ by, to, invited, accepted }) => {
    const [inviter, invitee] = [known(people, by), known(people, to)];
    const invite = () => call(ground, inviter, 'createChatInvite', { userId: invitee.id });
    const accept = () => call(ground, invitee, 'acceptUserContact', { userContactId: inviter.id });
    return [
      { on: invited, play: invite },
      ...(accepted === undefined ? [] : [{ on: accepted, play: accept }]),
    ];
  });
}

function scenesOfLetter(ground: Ground, people: People, letter: Letter, isFirst: boolean): Scene[] {
  const sender = known(people, letter.from);
  const recipient = known(people, letter.to);
  const asSender = (operation: string, fields: Fields) => call(ground, sender, operation, fields);
  const asRecipient = (operation: string, fields: Fields) =>
    call(ground, recipient, operation, fields);
  let inboxId = '';
  const pay = async () => {
    const order = {
      recipientId: recipient.id,
      messageSubject: letter.subject,
      messageText: html(letter.text),
      price: toDollars(recipient.paidResponsePrice),
    };
    const { data } = isFirst
      ? await asSender('createInboxWithPayment', {
          ...order,
          creditCardName: sender.fullName,
          paymentMethodId: CARD,
        })
      : await asSender('createInbox', order);
    inboxId = data?.[0]?.id ?? '';
  };
  const read = async () => {
    await asRecipient('markInboxAsReceived', { inboxId });
    await asRecipient('markInboxAsRead', { inboxId });
  };
  const play = async (turn: Turn) => {
    switch (turn.does) {
      case 'read':
        return read();
      case 'answer':
        return asRecipient('createInboxMessage', {
          inboxId,
          conversationStatus: turn.closes ? 'COMPLETED' : 'OPEN',
          messageBody: html(turn.text),
        });
      case 'senderReads': {
        const { data = [] } = await call(ground, sender, 'viewOrderMessages', { orderId: inboxId });
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
      case 'cancel':
        return asSender('cancelOrder', { inboxId, reasonCode: 'MISTAKE' });
      case 'decline':
        return asRecipient('declineInbox', { inboxId, note: turn.note });
      case 'close':
        return asRecipient('closeInbox', { inboxId });
      case 'report':
        await read();
        return asRecipient('reportInbox', { inboxId, reasonCode: turn.reason });
    }
  };
  return [
    { on: letter.on, play: pay },
    ...letter.turns.map((turn) => ({ on: turn.on, play: () => play(turn) })),
  ];
}

function known(people: People, username: string): User {
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
type Answered = { readonly data?: readonly { readonly id: string }[]; readonly url?: string };

/** Calls an operation at the HTTP front as this person. */
async function call(
  { url, clock }: Ground,
  user: User,
  operation: string,
  fields: Fields,
): Promise<Answered> {
  const isRead = operation.startsWith('view');
  const form = encodeForm(fields);
  const response = await fetch(`${url}/api/${operation}${isRead ? `?${form}` : ''}`, {
    method: isRead ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(user, instant(clock.now()))}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(!isRead && { body: form }),
  });
  const answer = (await response.json()) as Answered & { message?: string };
  if (!response.ok) throw new Error(`${user.username}, ${operation}: ${answer.message}`);
  return answer;
}

/** An access token with a new live session, which operations that write need. */
async function tokenOf({ id: userId, licenseId: plan }: User, now: Instant): Promise<string> {
  const { sessionId, step } = openSession(userId, now);
  await table.write(step);
  return signAccessToken({ userId, sessionId, verified: true, plan }, now);
}
