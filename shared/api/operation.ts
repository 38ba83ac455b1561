import * as z from 'zod/mini';
import type { Permission } from '../rules/desk/permissions.ts';

/**
 * The required caller: anyone · signed in · signed in with a confirmed phone · the same, on a paid plan · staff with a permission
 * and a passkey.
 */
export type Who = 'anyone' | 'signedIn' | 'verified' | 'member' | 'staff';

/**
 * A capability: data or a service that a function may use. It determines both the parameters of the handler and the IAM policy.
 * functions/capabilities.ts implements each; functions/capability-policies.ts has its policy.
 */
export type Use =
  /** Everything in people's own partitions: accounts, sessions, balances, payouts, links, contacts, drafts, counters. */
  | 'accounts.read'
  | 'accounts.write'
  /** Deletes what is stored about a person in partitions of their own, beside their account. */
  | 'accounts.delete'
  /** The claims of usernames and referral codes. */
  | 'usernames.read'
  | 'usernames.write'
  /** The claims of phone numbers. */
  | 'phoneNumbers.read'
  | 'phoneNumbers.write'
  /** Which accounts have an email address, for the search of the desk. */
  | 'emails.read'
  | 'emails.write'
  /** The claims of passkeys, by which a sign-in finds the account. */
  | 'passkeys.read'
  | 'passkeys.write'
  /** Codes by text message, challenges for a proof of work or a passkey, and actions that a passkey confirmed. */
  | 'codes.write'
  /** Counters of a handler's own. A function whose operation has `limits` has this without declaring it. */
  | 'limits.count'
  /** Conversations, their messages, and the lock of each pair of people. */
  | 'conversations.read'
  | 'conversations.write'
  /** What everybody who has the letter can check of an answer: hashes and declarations, no text. */
  | 'verifications.read'
  | 'verifications.write'
  /** Public answers, their lists and the words by which they are found. Not the letters. */
  | 'publicAnswers.read'
  /** Hides a public answer, or shows it again. What the two people decide is written with the conversation. */
  | 'publicAnswers.write'
  /** Writes the words by which public answers are found. */
  | 'publicAnswers.index'
  /** Idempotency keys of other calls. A function whose operation takes a key has this without declaring it. */
  | 'requests.write'
  | 'chats.read'
  | 'chats.write'
  /** Saves typing and read receipts in chats, and writes nothing else. */
  | 'chats.mark'
  /** Moves chats up in people's lists, and writes nothing else. */
  | 'chats.move'
  /** Moves contacts in each other's lists, and writes nothing else. */
  | 'contacts.move'
  /** The search index of people's names and topics; writing it includes the lists of browsing. */
  | 'search.read'
  | 'search.write'
  /** The lists of browsing. */
  | 'browse.read'
  | 'views.read'
  /** Stores visits of profiles and clicks of their links, and writes nothing else, because a visitor needs no account. */
  | 'views.record'
  /** Counts the stored visits, and adds them to the days of people's analytics. */
  | 'views.count'
  /** Counts paid messages in the days of their recipients' analytics. */
  | 'analytics.count'
  | 'analytics.read'
  /** How the last orders of recipients ended. */
  | 'odds.read'
  | 'odds.write'
  /** Counts how the orders of the platform ended. */
  | 'reliability.count'
  /** Reads these counts, and publishes the figures of the platform. */
  | 'reliability.publish'
  /** Reads the published figures. */
  | 'reliability.read'
  /** Devices with push notifications, and the record of what they were notified of. */
  | 'devices.read'
  | 'devices.write'
  | 'ledger.read'
  /** Books entries. No capability changes or deletes one. */
  | 'ledger.append'
  /** Writes domain events to the outbox; the stream of the table publishes them. */
  | 'events.append'
  /** Cases of the desk. */
  | 'cases.read'
  | 'cases.write'
  /** Closes cases, and writes nothing else. */
  | 'cases.close'
  /** The queues of the desk that are not cases: payments in review, and payouts that are held or failing. */
  | 'queues.read'
  /** Writes to the audit log. No capability changes or deletes an entry. */
  | 'audit.append'
  /** The refunds and disputes of plan payments. */
  | 'planPayments.read'
  /** The webhook events that were applied, and the refunds of plan payments. */
  | 'webhookEvents.write'
  /** The progress of the reconciliation of the ledger with Stripe. */
  | 'reconciliation.write'
  /** Notifications that wait for the end of quiet hours. */
  | 'postponed.write'
  /** The record of text messages that were sent for an event. */
  | 'textReceipts.read'
  | 'textReceipts.write'
  /** The record of emails that were sent for an event. */
  | 'emailReceipts.read'
  | 'emailReceipts.write'
  /** The email addresses to which messages came back, or whose owners called them spam. */
  | 'suppressedEmails.read'
  | 'suppressedEmails.write'
  | 'payments'
  /** Submits evidence for disputes at Stripe, or accepts them. */
  | 'disputes'
  /** Saves cards on file at Stripe. */
  | 'cards'
  /** Begins, changes and cancels subscriptions. */
  | 'subscriptions'
  /** Reads Stripe's records for the reconciliation. */
  | 'statements'
  /** Pays people their earnings, and sets up their connected accounts. */
  | 'payouts'
  | 'sms'
  /** Sends emails. */
  | 'email.send'
  /** Stores and removes pictures of people, in their two folders of the media bucket. */
  | 'media'
  /** Stores and removes pictures of chats, in their folder of the media bucket. */
  | 'chatPictures'
  /** Reads pictures of messages of chats. */
  | 'chatPictures.read'
  /** Attachments of letters, answers and replies, sent or not, each in the partition of its owner. */
  | 'attachments.read'
  | 'attachments.write'
  /** Signs forms with which browsers upload the files of attachments. */
  | 'attachmentFiles.upload'
  /** Signs links to checked files. */
  | 'attachmentFiles.link'
  /** Reads uploads, stores checked files, and removes both. */
  | 'attachmentFiles.check'
  /** Removes uploads and checked files. */
  | 'attachmentFiles.remove'
  /** Stores files with the data of a person. */
  | 'exports.keep'
  /** Signs links to these files. */
  | 'exports.link'
  /** Reads pages of the open web, whose addresses people typed. */
  | 'web.fetch'
  /** Sends push notifications. */
  | 'push'
  /** Publishes live hints to open screens (shared/live.ts). */
  | 'live'
  /** Signs access tokens. */
  | 'tokenKeys'
  /** Reads the key of keyed hashes, from which the VAPID keys of web push are derived too. */
  | 'hashKey'
  /** Reads Stripe's publishable key. */
  | 'publishableKey'
  /** Reads the secrets that Stripe signs webhooks with. */
  | 'webhookSecrets';

/**
 * A rate limit: at most `max` calls in `within` seconds, counted per caller, per address, or per value of one input field: the value
 * from everywhere, or `from: 'address'` from one address, so that nobody locks another person out from elsewhere.
 * A call that one limit stops is not counted by those after it.
 *
 * `spares: 'knownDevice'`: when the limit is used up, a known device of the account that the input names may go on. It is
 * then counted separately, against a limit of the same size.
 *
 * A counter in the table is exact and costs a write on every call. It is for what has a price when it is abused: money and
 * cards, text messages, guesses of passwords, codes and phone numbers, and writes that reach other people. All other limits
 * are `inMemory` or `atEdge`; they only stop programs. Limits in the table that count the same calls in windows that divide
 * each other are one write.
 */
export type Limit = {
  readonly per: 'caller' | 'address' | { readonly field: string; readonly from?: 'address' };
  readonly max: number;
  readonly within: number;
  readonly spares?: 'knownDevice';
  /**
   * Counted in the memory of each container instead of in the table: it costs nothing, needs no permission, and lets a caller
   * make `max` calls in each container that runs at once.
   */
  readonly inMemory?: true;
  /**
   * Counted per address by the firewall before CloudFront (lib/cloud/firewall.ts), in a sliding window of one of the lengths
   * that AWS WAF offers. Each container counts it in its memory too, for stages without a firewall and the local system.
   */
  readonly atEdge?: true;
};

/** Whether a limit is a counter in the table, which costs a write on every call. */
export const isInTable = ({ inMemory, atEdge }: Limit): boolean => !inMemory && !atEdge;

export type OperationSpec = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly who: Who;
  /** For staff: the permissions of which the caller needs one. */
  readonly permissions?: readonly Permission[];
  /**
   * For operations that anyone may call: a valid access token identifies the caller. Without one, or with an invalid or
   * expired one, the call continues without a caller.
   */
  readonly knowsCaller?: true;
  /**
   * For GET operations that anyone may call: for how many seconds CloudFront caches responses to callers without a token.
   * Refusals and responses to signed-in callers are never cached.
   */
  readonly sharedSeconds?: number;
  /** For a POST: the fields of the query of its address count too, because a program sends a body that is not ours. */
  readonly readsQuery?: true;
  readonly uses: readonly Use[];
  /** It issues, accepts or revokes a refresh token, which the web app has in a cookie: functions/auth/refresh-cookie.ts. */
  readonly refreshCookie?: true;
  /** It needs to know the calling device: the web app sends its device tokens (shared/device-token.ts). */
  readonly knowsDevice?: true;
  /** It only ends the caller's session, so it also succeeds when the session has already ended. */
  readonly endsSession?: true;
  /**
   * Why a call can be repeated safely after its response was lost. `byKey`: it takes an Idempotency-Key, which its handler
   * claims together with the result. `byNature`: its input determines the result, so a repetition finds it done. Every
   * operation that creates or ends something declares one of them.
   */
  readonly idempotent?: 'byKey' | 'byNature';
  /** The operation of which this one is an alias; they share idempotency keys. */
  readonly aliasOf?: string;
  readonly limits: readonly Limit[];
  /** The largest body or query string, in bytes as sent. A larger one is refused before it is parsed. */
  readonly maxBodyBytes: number;
  /** The effect of its failure on people, in English: the text of its alarm. */
  readonly impact: string;
  readonly input: z.ZodMiniObject;
  readonly output: z.ZodMiniObject;
};

/** Makes the definition of an operation, from which its handler, route, IAM policy, local server and web client are derived. */
export function operation<
  const Spec extends Omit<OperationSpec, Defaulted> & Partial<Pick<OperationSpec, Defaulted>>,
>(spec: Spec): Operation<Spec> {
  const defaults = {
    path: `/api/${spec.name}`,
    limits: spec.who === 'anyone' ? [] : [EVERY_CALLER],
    maxBodyBytes: FIELDS_BODY,
  };
  return { ...defaults, ...spec } as Operation<Spec>;
}

type Defaulted = 'path' | 'limits' | 'maxBodyBytes';

/*
 * The limits of body sizes. In a form, a UTF-16 unit takes up to nine bytes (`%E2%82%AC`). test/house/body-limits.test.ts
 * compares these limits with the longest input that each definition allows.
 */
const FIELDS_BODY = 64 * 1024;
/** For operations with a message of up to 60,000 characters. */
export const LETTER_BODY = 640 * 1024;
/** For operations with pictures. Lambda accepts events of 6 MB, in which the body is in base64. */
export const PICTURES_BODY = 4.25 * 1024 * 1024;

export type Operation<Spec> = Spec & Omit<OperationSpec, 'input' | 'output'>;

/** The decoded input of a handler. */
export type Input<Op extends { input: z.ZodMiniObject }> = z.output<Op['input']>;
/** The output of a handler, which the web client decodes for its callers. */
export type Output<Op extends { output: z.ZodMiniObject }> = z.output<Op['output']>;

export const nothing = z.object({});
/** One entity, as `data: [entity]`. */
export const one = <Entity extends z.ZodMiniType>(entity: Entity) =>
  z.object({ data: z.array(entity).check(z.length(1)) });
/** All entities, as `data`. */
export const all = <Entity extends z.ZodMiniType>(entity: Entity) =>
  z.object({ data: z.array(entity) });
/** A page of entities: the number of matches on all pages, and the cursor of the next page if there is one. */
export const page = <Entity extends z.ZodMiniType>(entity: Entity) =>
  z.object({ pageTotal: z.int(), data: z.array(entity), cursor: z.optional(z.string()) });

/** How many seconds a public response is cached: a profile that many people open causes one call in that time. */
export const PUBLIC_CACHE_SECONDS = 5;

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The default limit of operations for signed-in callers. The web app calls an operation at most once a second in each of a
 * few tabs; ten calls a second come from a program.
 */
const EVERY_CALLER: Limit = { per: 'caller', max: 600, within: MINUTE, inMemory: true };
