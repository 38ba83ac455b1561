import { toDollars } from '#shared/money.ts';
import { paymentMethodName } from '#shared/payment-method-names.ts';
import { EXPORT_MAX } from '#shared/rules/accounts/data-export.ts';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import type { SentAttachment } from '#shared/rules/attachments/attachments.ts';
import { asSeenBy } from '#shared/rules/conversations/blocked-sides.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { MailboxName } from '#shared/rules/conversations/counters.ts';
import { textOf } from '#shared/rules/conversations/record.ts';
import { type Thanks, thanksFor } from '#shared/rules/conversations/thanks.ts';
import { ledgerLineOf } from '#shared/rules/ledger/ledger-lines.ts';
import { publicTextsOf } from '#shared/rules/profiles/profile-texts.ts';
import { stateAt } from '#shared/rules/public-answers/public-answers.ts';
import { type Instant, toIso } from '#shared/time.ts';
import type { MessagePictureAt } from '../gateways/message-pictures.ts';
import { type User, userById, usersById } from '../storage/accounts/users.ts';
import { type Attachment, unsentAttachmentsOf } from '../storage/attachments/attachments.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { sessionsOf } from '../storage/auth/sessions.ts';
import { membershipsOf } from '../storage/chat/chat-members.ts';
import { messagesToSearch } from '../storage/chat/chat-messages.ts';
import { relationsOf } from '../storage/contacts/contact-lists.ts';
import { allAnswerDraftsOf } from '../storage/conversations/answer-drafts.ts';
import { listConversations } from '../storage/conversations/conversation-lists.ts';
import { conversationsById } from '../storage/conversations/conversations.ts';
import { allDraftsOf } from '../storage/conversations/drafts.ts';
import { allMessagesSeenBy } from '../storage/conversations/messages.ts';
import { savedRepliesOf } from '../storage/conversations/saved-replies.ts';
import { allStatementsOf } from '../storage/desk/statements.ts';
import { ledgerPage } from '../storage/ledger/ledger-pages.ts';
import { linksOf } from '../storage/links/links.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import { payoutsOf } from '../storage/payouts/payouts.ts';
import { shownTextsOf } from '../storage/public-answers/answer-words.ts';
import { copyById } from '../storage/public-answers/public-answers.ts';
import type { TableReader } from '../storage/table.ts';

/*
 * Collects the copy of a person's data. It contains nothing about others that the person cannot read in the app: their messages to
 * this person, and the names that they had. What the desk noted about the person is not in it, except the statements they got.
 */

/** A value of the copy, as JSON has it. Times are ISO 8601 in UTC, amounts are dollars. */
export type Data =
  | string
  | number
  | boolean
  | null
  | readonly Data[]
  | { readonly [name: string]: Data };

/** The beginning of the data URL of a picture. */
export const JPEG_URL = 'data:image/jpeg;base64,';

export type CollectedData = {
  /** The parts by name, in the order in which they are shown. */
  readonly parts: Readonly<Record<string, Data>>;
  /** Whether nothing was left out because the copy was full, or the time was over. */
  readonly isComplete: boolean;
  /** Data that no copy contains, and where it is. */
  readonly leavesOut: readonly string[];
};

/** The data that every copy leaves out, in words for its person. */
const LEAVES_OUT = [
  'What others wrote and showed in chats, and what you sent in groups that you left.',
  'Letters that someone canceled before you answered.',
  'The pictures, PDFs and recordings of letters themselves: you can save each from its letter.',
  'Payments of your plan: they’re listed with their receipts on the page of your plan.',
  'What protects your account, such as your password, and our notes about reports.',
];

type Context = {
  readonly table: TableReader;
  readonly now: Instant;
  /** Milliseconds until the function times out. */
  readonly timeLeft: () => number;
  readonly messagePictureAt: MessagePictureAt;
};

/** The time (ms) that is kept for writing the files. */
const RESERVE = 20_000;
const PAGE = 50;

/** Counts the size of a copy. */
class Copy {
  #size = 0;
  isComplete = true;
  readonly #timeLeft: () => number;

  constructor(timeLeft: () => number) {
    this.#timeLeft = timeLeft;
  }

  /** Counts an item. Returns false once the copy is full or the time is over. */
  fits(item: Data): boolean {
    this.#size += JSON.stringify(item).length;
    const fits = this.#size <= EXPORT_MAX && this.#timeLeft() > RESERVE;
    if (!fits) this.isComplete = false;
    return fits;
  }
}

/** Collects the data of a person, part by part; undefined if there is no such account. */
export async function collectData(
  context: Context,
  userId: string,
): Promise<CollectedData | undefined> {
  const { table, now, timeLeft } = context;
  const user = await userById(table, userId, now);
  if (!user || user.deletedAt !== undefined) return undefined;
  const copy = new Copy(timeLeft);
  const pictures: SentPicture[] = [];
  const parts = {
    account: accountOf(user),
    ...(await settingsParts(table, user, now)),
    'files that are not sent': (await unsentAttachmentsOf(table, userId)).map(unsentFileData),
    payouts: (await payoutsOf(table, userId)).map(
      ({ period, amount, status, createdAt, paidAt }) => ({
        period,
        amount: toDollars(amount),
        status,
        decidedAt: toIso(createdAt),
        ...timeOf('paidAt', paidAt),
      }),
    ),
    transactions: await listOf(copy, transactionsOf(table, userId)),
    'received letters': await listOf(copy, conversationsOf(context, userId, 'INBOX')),
    'sent letters': await listOf(copy, sentMessagesOf(context, userId)),
    'chat messages': await listOf(copy, chatMessagesOf(table, userId, pictures)),
    // The last part, because a few pictures are as long as all texts of most people.
    'pictures in chats': await listOf(copy, filesOf(context, pictures)),
  };
  return { parts, isComplete: copy.isComplete, leavesOut: LEAVES_OUT };
}

async function listOf(copy: Copy, items: AsyncIterable<Data>): Promise<Data[]> {
  const found: Data[] = [];
  for await (const item of items) {
    if (!copy.fits(item)) break;
    found.push(item);
  }
  return found;
}

const timeOf = (name: string, at: Instant | undefined): { readonly [name: string]: Data } =>
  at === undefined ? {} : { [name]: toIso(at) };

/** The account, without what protects it: hashes, counters of changes, and ids at Stripe. */
function accountOf(user: User): Data {
  const { id, phoneNumber, email, licenseId, membership, card } = user;
  return {
    id,
    ...publicTextsOf(user),
    phoneNumber,
    bio: textOf(user.bio),
    ...(email && { email }),
    ...timeOf('emailConfirmedAt', user.emailConfirmedAt),
    ...timeOf('createdAt', user.createdAt),
    ...timeOf('lastSignInAt', user.lastLoginAt),
    ...timeOf('lastSeenAt', user.lastSeenAt),
    ...timeOf('phoneChangedAt', user.phoneChangedAt),
    ...timeOf('passwordResetAt', user.passwordResetAt),
    ...timeOf('deletionAt', user.deletionAt),
    ...(user.timeZone && { timeZone: user.timeZone }),
    plan: licenseId,
    ...(membership && { planRenews: !membership.ending }),
    ...(card && { card: paymentMethodName(card), nameOnCard: card.name ?? '' }),
    ...(user.identity && {
      verifiedIdentity: {
        name: user.identity.name,
        ...timeOf('verifiedAt', user.identity.verifiedAt),
      },
    }),
    ...offersOf(user),
    ...(user.avatarUrl && { portrait: user.avatarUrl }),
    ...(user.socials && { socialLinks: { ...user.socials } as Data }),
    ...(user.categoryId && { category: user.categoryId }),
    subCategories: [user.subCategoryId, user.secondSubCategoryId, user.thirdSubCategoryId].filter(
      (id) => id !== undefined,
    ),
    isListed: user.listing !== 'HIDDEN',
    theme: user.theme,
    referralCode: user.referralCode,
  };
}

/** The settings of the person's paid messages: their prices and questions, and how many they take. */
function offersOf(user: User): { readonly [name: string]: Data } {
  const {
    paidResponsePrice,
    paidResponseCommitment,
    tiers,
    prompts,
    pause,
    waitingMax,
    attachmentSettings,
  } = user;
  return {
    price: toDollars(paidResponsePrice),
    messagesPerMonth: paidResponseCommitment,
    ...(tiers && {
      tiers: tiers.map(({ price, ...tier }) => ({ ...tier, price: toDollars(price) })),
    }),
    ...(prompts && { questionsToSenders: prompts }),
    ...(pause && { isPaused: true, ...timeOf('pausedUntil', pause.until) }),
    ...(waitingMax !== undefined && { waitingMessagesAtOnce: waitingMax }),
    ...(attachmentSettings && {
      takesPictures: attachmentSettings.takesPictures,
      blursPictures: attachmentSettings.blursPictures,
      takesRecordings: attachmentSettings.takesVoice,
    }),
  };
}

async function settingsParts(table: TableReader, user: User, now: Instant) {
  const { id } = user;
  const [
    links,
    contacts,
    drafts,
    answers,
    replies,
    { version: _version, ...notifications },
    sessions,
    passkeys,
    decisions,
  ] = await Promise.all([
    linksOf(table, id),
    relationsOf(table, id),
    allDraftsOf(table, id, now),
    allAnswerDraftsOf(table, id, now),
    savedRepliesOf(table, id),
    settingsOf(table, id),
    sessionsOf(table, user, now),
    passkeysOf(table, id),
    allStatementsOf(table, id),
  ]);
  return {
    links: links.map(({ name, url, verifiedAt, visibility = {} }) => ({
      name,
      url,
      isOn: !visibility.isOff,
      ...timeOf('visibleFrom', visibility.from),
      ...timeOf('visibleUntil', visibility.until),
      ...timeOf('verifiedAt', verifiedAt),
    })),
    contacts: contacts.map(({ personId, status, at, terms }) => ({
      personId,
      relation: status,
      since: toIso(at),
      ...(terms && { price: terms.is === 'FREE' ? 0 : toDollars(terms.price) }),
    })),
    drafts: drafts.map(({ recipientId, subject, text, answers, modifiedAt }) => ({
      recipientId,
      subject,
      text: textOf(text),
      changedAt: toIso(modifiedAt),
      ...(answers && { answers }),
    })),
    'drafts of answers': answers.map(
      ({ conversationId, kind, text, placedPictures, declaration, counts, ...draft }) => ({
        conversationId,
        kind,
        text: textOf(text),
        changedAt: toIso(draft.modifiedAt),
        ...(placedPictures && { captions: placedPictures.map(({ caption }) => caption) }),
        ...(declaration && { declaration }),
        ...(counts && { counts }),
        ...(draft.recordingText && { textOfRecording: draft.recordingText }),
      }),
    ),
    'saved replies': replies.map(({ title, text }) => ({ title, text })),
    'notification settings': notifications as unknown as Data,
    'signed-in devices': sessions.map(({ browser = 'Unknown', createdAt, lastUsedAt }) => ({
      browser,
      signedInAt: toIso(createdAt),
      lastUsedAt: toIso(lastUsedAt),
    })),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: toIso(createdAt),
      ...timeOf('lastUsedAt', lastUsedAt),
    })),
    decisions: decisions.map(({ at, deed, facts, reason }) => ({
      at: toIso(at),
      decision: deed,
      facts,
      reason,
    })),
  };
}

async function* transactionsOf(table: TableReader, userId: string): AsyncGenerator<Data> {
  let cursor: string | undefined;
  do {
    const page = await ledgerPage(table, userId, { cursor }, PAGE);
    for (const entry of page?.entries ?? []) {
      const { at, what, conversationId, gross, fee, net } = ledgerLineOf(entry, userId);
      const amounts = { gross: toDollars(gross), fee: toDollars(fee), net: toDollars(net) };
      yield { at: toIso(at), what, conversationId, ...amounts };
    }
    cursor = page?.cursor;
  } while (cursor);
}

/** The paid messages and help tickets that the person sent, then those that they canceled: a filter of their own. */
async function* sentMessagesOf(context: Context, userId: string): AsyncGenerator<Data> {
  yield* conversationsOf(context, userId, 'ORDERS');
  yield* conversationsOf(context, userId, 'ORDERS', 'CANCELLED');
}

async function* conversationsOf(
  { table, now }: Context,
  userId: string,
  mailbox: MailboxName,
  filter: 'ALL' | 'CANCELLED' = 'ALL',
): AsyncGenerator<Data> {
  let cursor: string | undefined;
  do {
    const list = { userId, mailbox, filter, skip: 0, limit: PAGE, cursor } as const;
    const page = await listConversations(table, list);
    const conversations = page?.conversations ?? [];
    const others = conversations.map(({ sender, recipient }) =>
      mailbox === 'INBOX' ? sender.id : recipient.id,
    );
    // Their current names, as the app shows them: not that of an account that is deleted.
    const people = others.length > 0 ? await usersById(table, others, now) : [];
    // The index of the lists does not hold what was said in thanks.
    const ids = conversations.map(({ id }) => id);
    const wholes = ids.length > 0 ? await conversationsById(table, ids) : [];
    for (const [nth, conversation] of conversations.entries()) {
      const { id, subject, price, paidAt } = conversation;
      const side = mailbox === 'INBOX' ? 'recipient' : 'sender';
      const [person, { status }] = [conversation[side], asSeenBy(conversation, side)];
      const messages = await allMessagesSeenBy(table, id, person);
      const whole = wholes[nth];
      const thanks = whole && thanksFor(whole);
      yield {
        id,
        subject,
        price: toDollars(price),
        status,
        paidAt: toIso(paidAt),
        with: people[nth]?.fullName ?? DELETED_NAME,
        ...(thanks && { thanks: thanksData(thanks) }),
        ...(whole?.publicAnswer && { publicAnswer: await publicAnswerOf(table, whole, now) }),
        messages: messages.map(({ senderId, body, sentAt, attachments }) => ({
          from: senderId === userId ? 'me' : 'them',
          sentAt: toIso(sentAt),
          text: textOf(body),
          // The files themselves can be 10 MB each: they are saved in the letter.
          ...(attachments && { files: attachments.map(fileData) }),
        })),
      };
    }
    cursor = page?.cursor;
  } while (cursor);
}

const fileData = ({ kind, name, type, bytes, sha256, caption }: SentAttachment): Data => ({
  kind,
  name,
  type,
  bytes,
  sha256,
  ...(caption && { caption }),
});

const unsentFileData = (attachment: Attachment): Data => {
  const { kind, name, uploadType, uploadBytes, createdAt } = attachment;
  return { kind, name, type: uploadType, bytes: uploadBytes, addedAt: toIso(createdAt) };
};

/** What is proposed or was agreed to become public of a letter: the last text that was written, and by whom each version was. */
async function publicAnswerOf(table: TableReader, c: Conversation, now: Instant): Promise<Data> {
  const { publicAnswer: proposal } = c;
  const copy = proposal && (await copyById(table, proposal.id));
  if (!copy) return null;
  const [title = '', question = '', answer = ''] = shownTextsOf(copy);
  return {
    state: stateAt(proposal, now),
    proposedAt: toIso(proposal.proposedAt),
    ...timeOf('publishedAt', proposal.publishedAt),
    ...timeOf('endedAt', proposal.endedAt),
    title,
    letter: question,
    answer,
    versions: copy.versions.map(({ version, by, at }) => ({
      version,
      by: by === 'sender' ? 'who asked' : 'who answered',
      at: toIso(at),
    })),
  };
}

/** What the sender said in thanks, and the consent to show it. */
const thanksData = ({ at, text = '', consent, shown }: Thanks): Data => ({
  at: toIso(at),
  text,
  mayBeShown: consent !== undefined,
  ...(consent && {
    consent: { at: toIso(consent.at), text: consent.text, name: consent.name ?? '' },
  }),
  isOnProfile: shown !== undefined,
});

/** A picture that the person sent in a chat. */
type SentPicture = { readonly chatId: string; readonly sentAt: Instant; readonly url: string };

/** The messages that the person wrote in chats, which are not deleted. Adds their pictures to `pictures`. */
async function* chatMessagesOf(
  table: TableReader,
  userId: string,
  pictures: SentPicture[],
): AsyncGenerator<Data> {
  let cursor: string | undefined;
  do {
    const page = await membershipsOf(table, userId, { skip: 0, limit: PAGE, cursor });
    for (const { chatId } of page?.memberships ?? [])
      yield* ownMessagesIn(table, userId, chatId, pictures);
    cursor = page?.cursor;
  } while (cursor);
}

async function* ownMessagesIn(
  table: TableReader,
  userId: string,
  chatId: string,
  pictures: SentPicture[],
): AsyncGenerator<Data> {
  let before: Instant | undefined;
  for (;;) {
    const { messages, more } = await messagesToSearch(table, chatId, before);
    for (const message of messages) {
      const { content, sentAt, picture, deletedAt, announcement } = message;
      if (message.userId !== userId || deletedAt !== undefined || announcement) continue;
      if (picture) pictures.push({ chatId, sentAt, url: picture.url });
      const text = { chatId, sentAt: toIso(sentAt), text: textOf(content) };
      yield { ...text, ...(picture && { hasPicture: true }) };
    }
    before = messages.at(-1)?.sentAt;
    if (!more || before === undefined) return;
  }
}

/** The files of pictures, as data URLs: a link to a picture in a chat is valid for minutes only. */
async function* filesOf(
  { messagePictureAt }: Context,
  pictures: readonly SentPicture[],
): AsyncGenerator<Data> {
  for (const { chatId, sentAt, url } of pictures) {
    const jpeg = await messagePictureAt(url);
    // It was deleted since its message was read.
    if (!jpeg) continue;
    const picture = `${JPEG_URL}${Buffer.from(jpeg).toString('base64')}`;
    yield { chatId, sentAt: toIso(sentAt), picture };
  }
}
