import { expect, test } from '@jest/globals';
import { unsentViewOf } from '#functions/attachments/attachment-views.ts';
import { removeDueAttachment } from '#functions/attachments/due-attachments.ts';
import { ACCESS_TOKEN_TIME, REFRESH_TOKEN_TIME } from '#functions/auth/tokens.ts';
import { requestExport } from '#functions/storage/accounts/data-exports.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { askForPlace, hasAsked } from '#functions/storage/accounts/waitlist.ts';
import {
  beginAttachment,
  beginCheck,
  endCheck,
  removeUnsent,
  storedAttachment,
} from '#functions/storage/attachments/attachments.ts';
import {
  isDeskLink,
  newDeskLinkToken,
  spendDeskLink,
  storeDeskLink,
} from '#functions/storage/auth/desk-links.ts';
import { clearEmail } from '#functions/storage/auth/email-changes.ts';
import { knownDevice, rememberDevice } from '#functions/storage/auth/known-devices.ts';
import {
  newConfirmation,
  newPasskeyChallenge,
  spendConfirmation,
  spendPasskeyChallenge,
} from '#functions/storage/auth/passkey-challenges.ts';
import { changePhone } from '#functions/storage/auth/phone-changes.ts';
import { newChallenge, spendChallenge } from '#functions/storage/auth/proof-of-work-challenges.ts';
import { registerUser } from '#functions/storage/auth/registrations.ts';
import { securityStepOf } from '#functions/storage/auth/security-steps.ts';
import {
  openSession,
  rotateSession,
  savedInEndedSessions,
} from '#functions/storage/auth/sessions.ts';
import { newCode, storeCode, tryCode } from '#functions/storage/auth/verification-codes.ts';
import { contactListOrder } from '#functions/storage/contacts/contacts.ts';
import { answerDraftOf, saveAnswerDraft } from '#functions/storage/conversations/answer-drafts.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import {
  beginDraft,
  changeDraft,
  type DraftVersion,
  draftTo,
} from '#functions/storage/conversations/drafts.ts';
import { claimKey, requestOf } from '#functions/storage/idempotency.ts';
import { attachmentKey, contactKey, conversationKey, userKey } from '#functions/storage/keys.ts';
import { countCall } from '#functions/storage/limits.ts';
import { claimNotification } from '#functions/storage/notifications/devices.ts';
import { put, remove, type Step, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import {
  CHECK_GIVEN_UP,
  CHECK_TIME,
  NOT_UPLOADED_KEPT,
  removalDue,
  UNSENT_KEPT,
} from '#shared/rules/attachments/attachments.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  DAY,
  HOUR,
  type Instant,
  instant,
  later,
  MINUTE,
  SECOND,
  toSeconds,
} from '#shared/time.ts';
import { domainEventsAbout } from '../support/domain-events.ts';
import { newPerson, nextPhoneNumber } from '../support/people.ts';
import { scanTable } from '../support/scanned-table.ts';
import { worldOfFile } from '../support/test-world.ts';

/*
 * An item with a time counts until exactly that time. The clock of a test of handlers does not stand still, so such a test
 * cannot tell `<` from `<=`.
 */

const world = worldOfFile();

/** A whole second, because what expires in the table does so by the second. */
const START = instant(Date.UTC(2027, 4, 1));
const someId = () => newId(world.now());
const write = (step: Step<string> | undefined) => {
  if (!step) throw new Error('there is nothing to write');
  return table.write(step);
};

/** Stores a code and returns the right attempt. */
async function storedCode() {
  const attempt = { purpose: 'LOGIN', subject: someId() } as const;
  const code = await newCode({ ...attempt, sentTo: '+12125552368' }, START);
  await storeCode(table, code, START);
  return { ...attempt, digits: code.digits };
}

/** A person with an email address, and the session that began at START. */
async function personInSession() {
  const { user } = await newPerson(world);
  const { step, sessionId } = openSession(user.id, START);
  const changed = { ...user, email: 'ana@replypaid.test' };
  await write(step);
  await write(put(changed));
  return { user: changed, sessionId };
}

/** Saves drafts of the answer to a message that is due in ten days, and returns the text or CHANGED. */
function answerDraftSaver() {
  const conversation = {
    id: someId(),
    recipient: { id: someId() },
    price: cents(2_500),
    deadlineAt: later(START, 10 * DAY),
  } as unknown as Conversation;
  let id = '';
  const save = async (text: string, basedOn: DraftVersion | undefined, at: Instant) => {
    const draft = { kind: 'ANSWER', words: { text }, basedOn } as const;
    const saved = await saveAnswerDraft(table, conversation, draft, at);
    if (saved === 'CHANGED') return saved;
    id = saved.id;
    return saved.text;
  };
  return Object.assign(save, { conversation, id: () => id });
}

/** Begins an attachment at START. */
async function begunAttachment() {
  const userId = someId();
  const begun = await beginAttachment(
    table,
    {
      userId,
      kind: 'picture',
      name: 'a.jpg',
      uploadType: 'image/jpeg',
      uploadBytes: 3,
      destination: { recipientId: someId() },
    },
    undefined,
    START,
  );
  if (begun === 'SAME_KEY') throw new Error('the call had no key');
  const { id } = begun;
  const key = attachmentKey(userId, id);
  const attachmentRemoval = { removeAll: async () => {} };
  /** Its state after the job that deletes what is due. */
  const stateAfterJob = async (now: Instant) => {
    await removeDueAttachment({ table, attachmentRemoval, now }, key);
    return (await storedAttachment(table, key))?.state;
  };
  return { userId, id, key, stateAfterJob };
}

/** Stores something at START, and returns a function that reads it at a later time. */
type Prepare = () => Promise<(at: Instant) => Promise<unknown>>;
type Row = [what: string, time: number, unit: number, Prepare, before: unknown, then: unknown];

const ROWS: Row[] = [
  [
    'an idempotency key is taken',
    30 * DAY,
    SECOND,
    async () => {
      const call = { callerId: someId(), key: 'k', fingerprint: 'f' };
      await write(claimKey(call, 'made', START));
      return (at) => write(claimKey(call, 'again', at));
    },
    'SAME_KEY',
    'done',
  ],
  [
    'an idempotency key repeats its response',
    30 * DAY,
    SECOND,
    async () => {
      const call = { callerId: someId(), key: 'k', fingerprint: 'f' };
      await write(claimKey(call, 'made', START));
      return async (at) => (await requestOf(table, call.callerId, 'k', at))?.made;
    },
    'made',
    undefined,
  ],
  [
    'a delivery claims a notification',
    45 * SECOND,
    1,
    async () => {
      const ids = [someId(), someId()] as const;
      await claimNotification(table, ...ids, START);
      return (at) => claimNotification(table, ...ids, at);
    },
    'BUSY',
    new Set(),
  ],
  [
    'a draft is in the way of a new one',
    30 * DAY,
    SECOND,
    async () => {
      const ids = [someId(), someId()] as const;
      await beginDraft(table, ...ids, { subject: 'One', text: 'One' }, START);
      return async (at) => {
        const begun = await beginDraft(table, ...ids, { subject: 'Two', text: 'Two' }, at);
        return begun === 'CHANGED' ? begun : begun.subject;
      };
    },
    'CHANGED',
    'Two',
  ],
  [
    'a draft can be changed',
    30 * DAY,
    SECOND,
    async () => {
      const ids = [someId(), someId()] as const;
      const words = { subject: 'One', text: 'One' };
      const begun = await beginDraft(table, ...ids, words, START);
      if (begun === 'CHANGED') throw new Error('there is a draft already');
      const next = { id: begun.id, version: 1, subject: 'Two', text: 'Two' };
      return async (at) => {
        const changed = await changeDraft(table, ...ids, next, at);
        return changed === 'CHANGED' ? changed : changed.subject;
      };
    },
    'Two',
    'CHANGED',
  ],
  [
    'a draft is found',
    30 * DAY,
    SECOND,
    async () => {
      const ids = [someId(), someId()] as const;
      await beginDraft(table, ...ids, { subject: 'One', text: 'One' }, START);
      return async (at) => (await draftTo(table, ...ids, at))?.subject;
    },
    'One',
    undefined,
  ],
  [
    'the draft of an answer is in the way of a new one',
    17 * DAY,
    SECOND,
    async () => {
      const save = answerDraftSaver();
      await save('One', undefined, START);
      return (at) => save('Two', undefined, at);
    },
    'CHANGED',
    'Two',
  ],
  [
    'the draft of an answer can be changed',
    17 * DAY,
    SECOND,
    async () => {
      const save = answerDraftSaver();
      await save('One', undefined, START);
      return (at) => save('Two', { id: save.id(), version: 1 }, at);
    },
    'Two',
    'CHANGED',
  ],
  [
    'the draft of an answer is found',
    17 * DAY,
    SECOND,
    async () => {
      const save = answerDraftSaver();
      await save('One', undefined, START);
      const { recipient, id } = save.conversation;
      return async (at) => (await answerDraftOf(table, recipient.id, id, 'ANSWER', at))?.text;
    },
    'One',
    undefined,
  ],
  [
    'the challenge of a passkey is valid',
    5 * MINUTE,
    SECOND,
    async () => {
      const challenge = await newPasskeyChallenge(table, 'SIGN_IN', undefined, START);
      return (at) => write(spendPasskeyChallenge(challenge, 'SIGN_IN', undefined, at));
    },
    'done',
    'SPENT',
  ],
  [
    'a confirmation by a passkey is valid',
    5 * MINUTE,
    SECOND,
    async () => {
      const holder = { userId: someId(), sessionId: someId() };
      const { confirmation, step } = newConfirmation('PAYOUT', holder, START);
      await write(step);
      return (at) => write(spendConfirmation(confirmation, 'PAYOUT', holder, at));
    },
    'done',
    'UNCONFIRMED',
  ],
  [
    'a link to the desk is valid',
    DAY,
    SECOND,
    async () => {
      const [userId, token] = [someId(), newDeskLinkToken()];
      const act = { id: someId(), at: START, who: 'test', command: 'test', about: userId };
      const end = later(START, DAY);
      await storeDeskLink(table, userId, token, end, { ...act, reason: 'test', outcome: 'test' });
      return async (at) => [
        await isDeskLink(table, userId, token, at),
        await write(spendDeskLink(userId, token, at)),
      ];
    },
    [true, 'done'],
    [false, 'UNCONFIRMED'],
  ],
  [
    'a proof-of-work challenge is valid',
    10 * MINUTE,
    SECOND,
    async () => {
      const challenge = await newChallenge(table, '+12125552368', START);
      return (at) => write(spendChallenge(challenge, '+12125552368', at));
    },
    'done',
    'SPENT',
  ],
  [
    'a copy of the data cannot be requested again',
    DAY,
    1,
    async () => {
      const userId = someId();
      await requestExport(table, userId, START);
      return (at) => requestExport(table, userId, at);
    },
    'RECENT',
    'done',
  ],
  [
    'a device is known',
    180 * DAY,
    1,
    async () => {
      const userId = someId();
      const context = { table, deviceTokens: [], now: START };
      const { deviceToken } = await rememberDevice(context, userId, (step) => table.write(step));
      return async (at) => (await knownDevice(table, userId, [deviceToken], at)) !== undefined;
    },
    true,
    false,
  ],
  [
    'a person waits for a place',
    60 * DAY,
    SECOND,
    async () => {
      const ids = [someId(), someId()] as const;
      await askForPlace(table, ...ids, START);
      return (at) => hasAsked(table, ...ids, at);
    },
    true,
    false,
  ],
  [
    'a contact stays in place among the recent ones',
    HOUR + 1,
    1,
    async () => {
      const ids = [someId(), someId()] as const;
      await write(put({ ...contactKey(...ids), status: 'CONTACT', at: START }));
      return (at) => contactListOrder(table).moveUp(...ids, at);
    },
    'STAYS',
    'done',
  ],
  [
    'a device whose session is gone counts as signed out',
    REFRESH_TOKEN_TIME - ACCESS_TOKEN_TIME,
    1,
    async () => {
      const id = someId();
      await write(put({ ...userKey(id), id }));
      const saved = [{ sessionId: someId(), seenAt: START }];
      return async (at) => (await savedInEndedSessions(table, id, saved, at)).ended.length;
    },
    1,
    0,
  ],
  [
    'an unconfirmed registration is found',
    DAY,
    SECOND,
    async () => {
      const id = someId();
      await write(put({ ...userKey(id), id, expiresAt: toSeconds(later(START, DAY)) }));
      return async (at) => (await userById(table, id, at))?.id === id;
    },
    true,
    false,
  ],
  [
    'an unconfirmed registration holds its username',
    DAY,
    SECOND,
    async () => {
      const username = someId().toLowerCase();
      const registration = { fullName: 'Ana Reyes', username, passwordHash: 'hash' };
      await registerUser(table, registration, START);
      return async (at) => {
        const outcome = await registerUser(table, registration, at);
        return typeof outcome === 'string' ? outcome : 'done';
      };
    },
    'USERNAME_TAKEN',
    'done',
  ],
  [
    'a call counts against a limit',
    HOUR,
    SECOND,
    async () => {
      const limit = { what: someId(), max: 1, within: HOUR / SECOND };
      await countCall(table, { ...limit, now: START });
      return async (at) => (await countCall(table, { ...limit, now: at })) === undefined;
    },
    false,
    true,
  ],
  [
    'a code is valid',
    10 * MINUTE,
    1,
    async () => {
      const attempt = await storedCode();
      return async (at) => typeof (await tryCode(table, attempt, at));
    },
    'object',
    'string',
  ],
  [
    'an expired code is called expired',
    DAY + 10 * MINUTE,
    SECOND,
    async () => {
      const attempt = await storedCode();
      return (at) => tryCode(table, attempt, at);
    },
    'EXPIRED',
    'WRONG',
  ],
  [
    'a session can be refreshed',
    REFRESH_TOKEN_TIME,
    SECOND,
    async () => {
      const { user } = await newPerson(world);
      const { step, refreshToken } = openSession(user.id, START);
      await write(step);
      const presented = { refreshToken, userAgent: 'Firefox' };
      return async (at) => typeof (await rotateSession(table, presented, at));
    },
    'object',
    'string',
  ],
  [
    'a former email address is told of the change',
    7 * DAY,
    SECOND,
    async () => {
      const { user, sessionId } = await personInSession();
      await clearEmail(table, user, sessionId, START);
      const [event] = await domainEventsAbout(world, 'user.emailChanged', { user });
      return async (at) => event && (await securityStepOf(table, user.id, event.id, at))?.email;
    },
    'ana@replypaid.test',
    undefined,
  ],
  [
    'a former phone is told of the change',
    7 * DAY,
    SECOND,
    async () => {
      const { user, sessionId } = await personInSession();
      const change = { phoneNumber: nextPhoneNumber(), sessionId, proofs: [] };
      await changePhone(table, user, change, START);
      const [event] = await domainEventsAbout(world, 'user.phoneChanged', { user });
      return async (at) =>
        event &&
        (await securityStepOf(table, user.id, event.id, at))?.phoneNumber === user.phoneNumber;
    },
    true,
    false,
  ],
  [
    'an attachment without an upload is kept',
    NOT_UPLOADED_KEPT,
    1,
    async () => (await begunAttachment()).stateAfterJob,
    'uploading',
    'removed',
  ],
  [
    'an attachment that was not sent is kept',
    UNSENT_KEPT,
    1,
    async () => {
      const { userId, id, stateAfterJob } = await begunAttachment();
      const file = { type: 'image/jpeg', bytes: 3, sha256: 's' };
      await write(beginCheck(userId, id, 'one', START));
      await write(endCheck(userId, id, { checkedBy: 'one', file, now: START }));
      return stateAfterJob;
    },
    'ready',
    'removed',
  ],
  [
    'the files of a removed attachment are kept for a call that is still running',
    removalDue(START) - START,
    1,
    async () => {
      const { userId, id, stateAfterJob } = await begunAttachment();
      await write(removeUnsent(userId, id, START));
      return stateAfterJob;
    },
    'removed',
    undefined,
  ],
  [
    'a check keeps the check of another upload out',
    CHECK_TIME,
    1,
    async () => {
      const { userId, id } = await begunAttachment();
      await write(beginCheck(userId, id, 'one', START));
      return (at) => write(beginCheck(userId, id, 'other', at));
    },
    'BUSY',
    'done',
  ],
  [
    'a check that does not end is shown as running',
    CHECK_GIVEN_UP + 1,
    1,
    async () => {
      const { userId, id, key } = await begunAttachment();
      await write(beginCheck(userId, id, 'one', START));
      const link = async () => '';
      const links = { shown: link, saved: link, thumbnail: link };
      return async (at) => {
        const stored = await storedAttachment(table, key);
        return stored && (await unsentViewOf(stored, links, at))?.state;
      };
    },
    'checking',
    'refused',
  ],
  [
    'a failed payment is found',
    30 * DAY,
    SECOND,
    async () => {
      const id = someId();
      await write(
        put({ ...conversationKey(id), id, expiresAt: toSeconds(later(START, 30 * DAY)) }),
      );
      return async (at) => (await conversationById(table, id, at))?.id === id;
    },
    true,
    false,
  ],
];

/** Removes what has expired, as DynamoDB does in its own time. */
async function removeExpired(at: Instant): Promise<void> {
  for (const { pk, sk, expiresAt } of await scanTable(world.tableName))
    if (typeof expiresAt === 'number' && expiresAt <= toSeconds(at))
      await write(remove({ pk, sk }));
}

test.each(ROWS)(
  '%s until exactly its time is over, whether or not what has expired is removed',
  async (_what, time, unit, prepare, before, then) => {
    const end = later(START, time);
    const last = later(end, -unit);
    expect(await (await prepare())(last)).toEqual(before);
    const stays = await prepare();
    await removeExpired(last);
    expect(await stays(last)).toEqual(before);
    expect(await (await prepare())(end)).toEqual(then);
    const goes = await prepare();
    await removeExpired(end);
    expect(await goes(end)).toEqual(then);
  },
);
