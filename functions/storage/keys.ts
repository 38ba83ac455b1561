import type { DueList } from '../../shared/api/schedules.ts';
import { dayOf, fromIso, type Instant, monthOf, toIso } from '../../shared/time.ts';

/*
 * Every key of the table, and nothing else builds one.
 *
 *   pk                      sk              item                              indexes
 *   USER#<id>               USER            the account                       –
 *   USER#<id>               BALANCE         what the platform owes the user   gsi5 due while something is
 *   USER#<id>               PAYOUT#<yyyy-mm>  the payout of a month           gsi5 due while it is sent
 *   USER#<id>               RECOVERY#<conversation>  the recovery of a debt   gsi5 due until it is completed
 *   USER#<id>               PAYOUT_ACCOUNT  the account at the provider       gsi5 due once it is ready
 *   USER#<id>               PAYOUT_REMINDER  when its person is told next that payouts wait  gsi5 due while they do
 *   USER#<id>               REFERRAL        the bonus that its inviter has for it –
 *   USER#<id>               ALERTS          what stands on the home screen until it is seen –
 *   USER#<id>               INBOX | ORDERS  how many conversations, by status –
 *   USER#<id>               MONTH#<yyyy-mm> reserved and answered in a month  –
 *   USER#<id>               SESSION#<id>    one refresh-token family          –
 *   USER#<id>               KNOWN_DEVICES   the devices it has signed in on   –
 *   USER#<id>               LINK#<seat>     one of at most 50 custom links    –
 *   USER#<id>               CONTACT#<other>  what stands between the two, as this one sees it  gsi1 by name, gsi2 by moment
 *   USER#<id>               DRAFT#<other>   what this one writes to that one and has not sent  gsi5 by last change
 *   USER#<id>               CONTACTS        how many contacts and invitations –
 *   USER#<id>               FORMER_PHONE#<fact id>  a number to be told       –
 *   VIEWS#<user id>         COUNT           how often a profile was viewed    –
 *   VIEWS#<user id>         <yyyy-mm-dd>#<viewer>  one viewer on one day, hashed  –
 *   USERNAME#<name>         CLAIM           → user id, also by a name it had  –
 *   PHONE#<e164>            CLAIM           → user id                         –
 *   REFERRAL#<code>         CLAIM           → user id                         –
 *   FIND#<four letters>     <place> <user id>  where a name is found          –
 *   FIND#<user id>          PLACES          all places of a person            –
 *   CODE#<purpose>#<who>    CODE            a live code, hashed               –
 *   LIMIT#<what>#<window>   COUNT           calls in a window                 –
 *   CHALLENGE#<challenge>   CHALLENGE       a challenge for a proof of work   –
 *   CONVERSATION#<id>       CONVERSATION    the paid conversation             gsi1–gsi4 lists, gsi5 due
 *   CONVERSATION#<id>       MESSAGE#<id>    its messages                      gsi5 by message id
 *   CHAT#<id>               MESSAGE#<moment>  the messages of a chat          –
 *   CHAT#<id>               ROOM            who is in it and how far each has read –
 *   CHAT#<id>               TYPING          who is writing at this moment     –
 *   CHATS#<user id>         CHAT#<id>       that this person is in that chat  gsi5 by last activity
 *   PENDING#<sender>#<recipient>  LOCK      one pending message per pair      gsi5 until its reminder
 *   REQUEST#<user>#<key>    REQUEST         an idempotency key and its answer –
 *   NOTICE#<id>             NOTICE          a webhook of Stripe that was applied  –
 *   PLAN_PAYMENT#<invoice>  PLAN_PAYMENT    what went back of a payment for a plan –
 *   RECONCILED              RECONCILED      how far the daily comparison came –
 *   ENTRY#<cause>           ENTRY           a ledger entry, written once      gsi1 of the user, gsi2 of the day
 *   PUSH#<user id>          DEVICE#<hash>     a device that is told           –
 *   PUSH#<hash>             CLAIM             → whose device it is            –
 *   PUSH#<fact id>          TOLD#<user id>    which devices were told of it   –
 *   TEXTED#<fact id>        <user id>       a text message that was sent for a fact –
 *   FACT#<id>               FACT            an event for the bus              – (read from the stream)
 *   AUDIT#<yyyy-mm>         <moment>#<id>   what an operator did, written once –
 *
 * gsi1 the recipient's inbox by last change · a user's ledger · contacts by name
 * gsi2 the same inbox by status · the ledger of a day · contacts by last contact · invitations by moment
 * gsi3 the sender's orders by last change      gsi4 the same by status
 * gsi5 what is due, by job and moment · single items by another id · what is open between two people · what is under review ·
 *      somebody's chats by last activity · somebody's drafts by last change (keys only)
 */

export type Key = { readonly pk: string; readonly sk: string };

/**
 * The leading keys of each kind of partition, and of each list in an index, as IAM compares them: the part before the first
 * `#` and a star, or the whole key where there is one partition of a kind. IAM does not see sort keys.
 */
export const LEADING_KEYS = {
  user: 'USER#*',
  views: 'VIEWS#*',
  username: 'USERNAME#*',
  phone: 'PHONE#*',
  referral: 'REFERRAL#*',
  find: 'FIND#*',
  code: 'CODE#*',
  limit: 'LIMIT#*',
  challenge: 'CHALLENGE#*',
  conversation: 'CONVERSATION#*',
  pending: 'PENDING#*',
  request: 'REQUEST#*',
  chat: 'CHAT#*',
  chats: 'CHATS#*',
  notice: 'NOTICE#*',
  planPayment: 'PLAN_PAYMENT#*',
  reconciled: 'RECONCILED',
  entry: 'ENTRY#*',
  push: 'PUSH#*',
  texted: 'TEXTED#*',
  fact: 'FACT#*',
  audit: 'AUDIT#*',
  inboxList: 'INBOX#*',
  ordersList: 'ORDERS#*',
  ledgerList: 'LEDGER#*',
  contactList: 'CONTACTS#*',
  invitationList: 'INVITATIONS#*',
  draftList: 'DRAFTS#*',
  openList: 'OPEN#*',
  messageIndex: 'MESSAGE#*',
} as const;

const USER = (userId: string) => `USER#${userId}`;
const CONVERSATION = (conversationId: string) => `CONVERSATION#${conversationId}`;

export const userKey = (userId: string): Key => ({ pk: USER(userId), sk: 'USER' });
export const balanceKey = (userId: string): Key => ({ pk: USER(userId), sk: 'BALANCE' });
export const PAYOUT_PREFIX = 'PAYOUT#';
/** `period`: the month that is paid out, `2026-11`; a person has one payout of it. */
export const payoutKey = (userId: string, period: string): Key => ({
  pk: USER(userId),
  sk: `${PAYOUT_PREFIX}${period}`,
});
export const RECOVERY_PREFIX = 'RECOVERY#';
export const recoveryKey = (userId: string, conversationId: string): Key => ({
  pk: USER(userId),
  sk: `${RECOVERY_PREFIX}${conversationId}`,
});
export const payoutAccountKey = (userId: string): Key => ({
  pk: USER(userId),
  sk: 'PAYOUT_ACCOUNT',
});
const PAYOUT_REMINDER = 'PAYOUT_REMINDER';
export const payoutReminderKey = (userId: string) => ({ pk: USER(userId), sk: PAYOUT_REMINDER });
/** `userId`: who was invited. */
export const referralBonusKey = (userId: string): Key => ({ pk: USER(userId), sk: 'REFERRAL' });
export const textedKey = (factId: string, userId: string): Key => ({
  ...{ pk: `TEXTED#${factId}`, sk: userId },
});
export const alertsKey = (userId: string): Key => ({ pk: USER(userId), sk: 'ALERTS' });
/** How far the daily comparison with the provider came: one item. */
export const reconciledKey: Key = { pk: 'RECONCILED', sk: 'RECONCILED' };
export const planPaymentKey = (invoiceId: string): Key => ({
  pk: `PLAN_PAYMENT#${invoiceId}`,
  sk: 'PLAN_PAYMENT',
});
export const boxKey = (userId: string, box: 'INBOX' | 'ORDERS'): Key => ({
  pk: USER(userId),
  sk: box,
});
export const monthKey = (userId: string, month: string): Key => ({
  pk: USER(userId),
  sk: `MONTH#${month}`,
});
export const SESSION_PREFIX = 'SESSION#';
export const sessionKey = (userId: string, sessionId: string): Key => ({
  pk: USER(userId),
  sk: `${SESSION_PREFIX}${sessionId}`,
});
export const knownDevicesKey = (userId: string): Key => ({
  pk: USER(userId),
  sk: 'KNOWN_DEVICES',
});
/** `factId`: the fact that says the number was changed. */
export const formerPhoneKey = (userId: string, factId: string): Key => ({
  pk: USER(userId),
  sk: `FORMER_PHONE#${factId}`,
});
export const LINK_PREFIX = 'LINK#';
/** `seat`: from 0; how many there are is the limit of links. */
export const linkKey = (userId: string, seat: number): Key => ({
  pk: USER(userId),
  sk: `${LINK_PREFIX}${String(seat).padStart(2, '0')}`,
});
export const draftKey = (by: string, to: string): Key => ({ pk: USER(by), sk: `DRAFT#${to}` });
export const draftList = (userId: string) => `DRAFTS#${userId}`;
export const draftPlace = (recipientId: string, at: Instant) => `${toIso(at)}#${recipientId}`;
const CONTACT_PREFIX = 'CONTACT#';
/** What stands between two people, in the one's own hands: there is one such item on each side, or on none. */
export const contactKey = (userId: string, otherId: string): Key => ({
  pk: USER(userId),
  sk: `${CONTACT_PREFIX}${otherId}`,
});
/** Who the other one is. */
export const contactIn = ({ sk }: Key): string => sk.slice(CONTACT_PREFIX.length);
export const contactCountKey = (userId: string): Key => ({ pk: USER(userId), sk: 'CONTACTS' });
export const userPartition = USER;
/** Whose an item of such a partition is. */
export const userIn = ({ pk }: Key): string => pk.slice(USER('').length);

/* A partition beside the user's: an operation that counts for anybody is allowed to write there and nowhere else. */
const VIEWS_PREFIX = 'VIEWS#';
export const viewCountKey = (userId: string): Key => ({
  pk: `${VIEWS_PREFIX}${userId}`,
  sk: 'COUNT',
});
/** `viewer` is a keyed hash: it does not say who looked. */
export const viewKey = (userId: string, day: string, viewer: string): Key => ({
  pk: `${VIEWS_PREFIX}${userId}`,
  sk: `${day}#${viewer}`,
});

export const usernameKey = (username: string): Key => ({ pk: `USERNAME#${username}`, sk: 'CLAIM' });
export const phoneKey = (phoneNumber: string): Key => ({ pk: `PHONE#${phoneNumber}`, sk: 'CLAIM' });
export const referralKey = (code: string): Key => ({ pk: `REFERRAL#${code}`, sk: 'CLAIM' });

/* A partition for all that begins with the same four letters: whoever writes names writes there and nowhere else. */
const FIND_PREFIX = 'FIND#';
export const FIND_LEADING_KEYS = `${FIND_PREFIX}*`;
export const searchPartition = (beginning: string) => `${FIND_PREFIX}${beginning}`;
/** A blank sorts before every letter: of all who are found at `anna…`, those called just that come first. */
export const searchEntryKey = (beginning: string, place: string, userId: string): Key => ({
  pk: searchPartition(beginning),
  sk: `${place} ${userId}`,
});
/** The place in such a sort key, and the user id at its end. */
export const entryText = (sk: string): string => sk.slice(0, sk.lastIndexOf(' '));
export const entryUserId = (sk: string): string => sk.slice(sk.lastIndexOf(' ') + 1);
export const searchRecordKey = (userId: string): Key => ({
  pk: `${FIND_PREFIX}${userId}`,
  sk: 'PLACES',
});

export const codeKey = (purpose: string, subject: string): Key => ({
  pk: `CODE#${purpose}#${subject}`,
  sk: 'CODE',
});

/** `window`: the number of the fixed window since the epoch. */
export const limitKey = (what: string, window: number): Key => ({
  pk: `LIMIT#${what}#${window}`,
  sk: 'COUNT',
});

export const challengeKey = (challenge: string): Key => ({
  pk: `CHALLENGE#${challenge}`,
  sk: 'CHALLENGE',
});

export const conversationKey = (conversationId: string): Key => ({
  pk: CONVERSATION(conversationId),
  sk: 'CONVERSATION',
});
export const conversationPartition = CONVERSATION;
export const MESSAGE_PREFIX = 'MESSAGE#';
export const messageKey = (conversationId: string, messageId: string): Key => ({
  pk: CONVERSATION(conversationId),
  sk: `${MESSAGE_PREFIX}${messageId}`,
});
export const pendingKey = (senderId: string, recipientId: string): Key => ({
  pk: `PENDING#${senderId}#${recipientId}`,
  sk: 'LOCK',
});
export const requestKey = (userId: string, idempotencyKey: string): Key => ({
  pk: `REQUEST#${userId}#${idempotencyKey}`,
  sk: 'REQUEST',
});

/** A webhook event of the payment provider. */
export const noticeKey = (eventId: string): Key => ({ pk: `NOTICE#${eventId}`, sk: 'NOTICE' });

/** `cause`: what made the entry, `answered:<conversation>`; the same cause can never be booked twice. */
export const entryKey = (cause: string): Key => ({ pk: `ENTRY#${cause}`, sk: 'ENTRY' });

/* Partitions beside the user's: whoever tells people writes there and nowhere else. */
const PUSH_PREFIX = 'PUSH#';
export const devicePartition = (userId: string) => `${PUSH_PREFIX}${userId}`;
export const DEVICE_PREFIX = 'DEVICE#';
/** `hash`: of the address at the push service, which is a secret of the device. */
export const deviceKey = (userId: string, hash: string): Key => ({
  pk: devicePartition(userId),
  sk: `${DEVICE_PREFIX}${hash}`,
});
export const deviceClaimKey = (hash: string): Key => ({ pk: `${PUSH_PREFIX}${hash}`, sk: 'CLAIM' });
export const notifiedKey = (factId: string, userId: string): Key => ({
  pk: `${PUSH_PREFIX}${factId}`,
  sk: `TOLD#${userId}`,
});

export const EVENT_PREFIX = 'FACT#';
export const eventKey = (factId: string): Key => ({ pk: `${EVENT_PREFIX}${factId}`, sk: 'FACT' });

/* What operators did, by month. Nothing that runs may change or write it: only the operator's own command writes there. */
const AUDIT_PREFIX = 'AUDIT#';
export const auditPartition = (month: string) => `${AUDIT_PREFIX}${month}`;
export const auditKey = (at: Instant, id: string): Key => ({
  pk: auditPartition(monthOf(at)),
  sk: `${toIso(at)}#${id}`,
});

/** The place of a conversation in the recipient's lists. */
export const inboxIndex = (
  recipientId: string,
  status: string,
  modifiedAt: Instant,
  id: string,
) => ({
  gsi1pk: inboxList(recipientId),
  gsi1sk: `${toIso(modifiedAt)}#${id}`,
  gsi2pk: inboxList(recipientId, status),
  gsi2sk: `${toIso(modifiedAt)}#${id}`,
});
/** The place of a conversation in the sender's lists; a cancelled order leaves the list of all. */
export const ordersIndex = (senderId: string, status: string, modifiedAt: Instant, id: string) => ({
  ...(status !== 'CANCELLED' && {
    gsi3pk: ordersList(senderId),
    gsi3sk: `${toIso(modifiedAt)}#${id}`,
  }),
  gsi4pk: ordersList(senderId, status),
  gsi4sk: `${toIso(modifiedAt)}#${id}`,
});
export const inboxList = (recipientId: string, status?: string) =>
  `INBOX#${recipientId}${status ? `#${status}` : ''}`;
export const ordersList = (senderId: string, status?: string) =>
  `ORDERS#${senderId}${status ? `#${status}` : ''}`;

export const ledgerIndex = (at: Instant, cause: string, userId?: string) => ({
  ...(userId && { gsi1pk: userLedger(userId), gsi1sk: `${toIso(at)}#${cause}` }),
  gsi2pk: dayLedger(dayOf(at)),
  gsi2sk: `${toIso(at)}#${cause}`,
});
/** The moment and the cause in such a sort key. */
export const bookedIn = (sortKey: string): { readonly at: Instant; readonly cause: string } => {
  const end = sortKey.indexOf('#');
  return { at: fromIso(sortKey.slice(0, end)), cause: sortKey.slice(end + 1) };
};
export const userLedger = (userId: string) => `LEDGER#${userId}`;
export const dayLedger = (day: string) => `LEDGER#${day}`;

/** Jobs whose work waits in the table. One partition a job: good for a thousand new items a second. */
export type Job = DueList;
export const dueIndex = (job: Job, at: Instant, id: string) => ({
  gsi5pk: dueList(job),
  gsi5sk: `${toIso(at)}#${id}`,
});
/** The id at the end of such a sort key. */
export const dueId = (sortKey: string): string => sortKey.slice(sortKey.indexOf('#') + 1);
export const dueList = (job: Job) => `DUE#${job}`;

export const messageIndex = (messageId: string) => ({
  gsi5pk: `MESSAGE#${messageId}`,
  gsi5sk: 'MESSAGE',
});

export const contactList = (userId: string) => `CONTACTS#${userId}`;
export const invitationList = (userId: string) => `INVITATIONS#${userId}`;
/** The place of a contact by name; a blank sorts before every letter, so `ann` stands before `anna`. */
export const contactNameIndex = (userId: string, otherId: string, orderName: string) => ({
  gsi1pk: contactList(userId),
  gsi1sk: `${orderName} ${otherId}`,
});
/** The place of a contact by when the two last had to do with each other. */
export const contactTimeIndex = (userId: string, otherId: string, at: Instant) => ({
  gsi2pk: contactList(userId),
  gsi2sk: `${toIso(at)}#${otherId}`,
});
/** All that is named by whoever moves a contact in these lists. */
export const CONTACT_ORDER_ATTRIBUTES = ['pk', 'sk', 'standing', 'at', 'gsi1sk', 'gsi2sk'] as const;
/** The place of an invitation that waits for an answer. */
export const invitationIndex = (userId: string, otherId: string, at: Instant) => ({
  gsi2pk: invitationList(userId),
  gsi2sk: `${toIso(at)}#${otherId}`,
});

/** The place of an open conversation where either of its people finds it; newest last. */
export const openIndex = (userId: string, otherId: string, conversationId: string) => ({
  gsi5pk: openList(userId, otherId),
  gsi5sk: conversationId,
});
/** The place of a report whose money waits for somebody to look; the longest waiting first. */
export const reviewIndex = (at: Instant, conversationId: string) => ({
  gsi5pk: REVIEW_LIST,
  gsi5sk: `${toIso(at)}#${conversationId}`,
});
export const REVIEW_LIST = 'REVIEW';
export const openList = (userId: string, otherId: string) =>
  `OPEN#${[userId, otherId].sort().join('#')}`;

/*
 * Of a chat the sort keys are in an order: whoever reads on from a message meets those after it, then the room, then who
 * is writing, in one query.
 */
const CHAT_PREFIX = 'CHAT#';
export const chatPartition = (chatId: string) => `${CHAT_PREFIX}${chatId}`;
export const chatMessageKey = (chatId: string, sentAt: Instant): Key => ({
  pk: chatPartition(chatId),
  sk: `${MESSAGE_PREFIX}${toIso(sentAt)}`,
});
/** Stands after every message of a chat, and before its room. */
export const AFTER_MESSAGES = `${MESSAGE_PREFIX}~`;
export const roomKey = (chatId: string): Key => ({ pk: chatPartition(chatId), sk: 'ROOM' });
export const typingKey = (chatId: string): Key => ({ pk: chatPartition(chatId), sk: 'TYPING' });

/* A partition beside the user's: what moves somebody's chats up may write there and nowhere else. */
const CHATS_PREFIX = 'CHATS#';
export const chatList = (userId: string) => `${CHATS_PREFIX}${userId}`;
export const chatMembershipKey = (userId: string, chatId: string): Key => ({
  pk: chatList(userId),
  sk: chatPartition(chatId),
});
/** The place of a chat in somebody's list. `otherId`: of two people, the other one. */
export const chatMembershipIndex = (
  userId: string,
  { chatId, otherId, at }: { chatId: string; otherId: string | undefined; at: Instant },
) => ({
  gsi5pk: chatList(userId),
  gsi5sk: [toIso(at), chatId, ...(otherId ? [otherId] : [])].join('#'),
});
