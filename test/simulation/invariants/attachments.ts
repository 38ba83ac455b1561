import type { Attachment } from '#functions/storage/attachments/attachments.ts';
import type { Message } from '#functions/storage/conversations/messages.ts';
import type { Invariant, Snapshot } from './snapshot.ts';

/* The invariants of attachments. docs/product/attachments.md */

const attachmentsIn = ({ items }: Snapshot) =>
  items.filter(({ pk }) => pk.startsWith('ATTACHMENTS#')) as unknown as Attachment[];

/** The messages of conversations, also those that only their author sees. */
const messagesIn = ({ items }: Snapshot) =>
  items.filter(
    ({ pk, sk, attachments }) =>
      attachments !== undefined && pk.startsWith('CONVERSATION#') && /^(MESSAGE|HIDDEN)#/.test(sk),
  ) as unknown as Message[];

const deletedIn = ({ users }: Snapshot) =>
  new Set(users.filter(({ deletedAt }) => deletedAt !== undefined).map(({ id }) => id));

/** A message has what its sender sent with it, each file is in one message, and what was refused or removed is in none. */
export const attachmentsAreInOneMessage: Invariant = (state) => {
  const inMessages = messagesIn(state).flatMap(({ id, conversationId, senderId, attachments }) =>
    (attachments ?? []).map((one) => `${one.id} of ${senderId} in ${conversationId} ${id}`),
  );
  const attachments = attachmentsIn(state);
  const deleted = deletedIn(state);
  const taken = attachments
    .filter(({ sentIn }) => sentIn !== undefined)
    .map(({ id, userId, sentIn, messageId }) => `${id} of ${userId} in ${sentIn} ${messageId}`);
  const isOfDeleted = (one: string) => deleted.has(one.split(' ')[2] ?? '');
  return [
    ...inMessages
      .filter((one, nth) => inMessages.indexOf(one) !== nth)
      .map((one) => `a message has twice: ${one}`),
    ...inMessages
      .filter((one) => !taken.includes(one) && !isOfDeleted(one))
      .map((one) => `a message has what it did not take: ${one}`),
    ...taken
      .filter((one) => !inMessages.includes(one))
      .map((one) => `no message has what was taken: ${one}`),
    ...attachments
      .filter(({ sentIn, state: is, userId }) => {
        const mayBe = deleted.has(userId) ? ['ready', 'removed'] : ['ready'];
        return sentIn !== undefined && !mayBe.includes(is);
      })
      .map(({ id, state: is }) => `${id} was sent, and is ${is}`),
  ];
};

/** An attachment is due for deletion if it was removed or not sent; a sent one is not. */
export const unsentAttachmentsAreDue: Invariant = (state) =>
  attachmentsIn(state).flatMap(({ id, sentIn, state: is, gsi5sk }) =>
    (gsi5sk !== undefined) === (sentIn === undefined || is === 'removed')
      ? []
      : [`${id}, ${is}, ${sentIn ? 'sent' : 'not sent'}, is due at ${gsi5sk}`],
  );

/** An attachment that is ready has its file. */
export const readyAttachmentsHaveFiles: Invariant = (state) =>
  attachmentsIn(state).flatMap(({ id, state: is }) =>
    is === 'ready' && !state.world.bucket.files.has(`attachments/${id}/whole`)
      ? [`${id} is ready, and its file is gone`]
      : [],
  );

/** Every file is of an attachment, and every upload waits for its check. */
export const filesHaveAttachments: Invariant = (state) => {
  const { files, pending } = state.world.bucket;
  const there = new Set(attachmentsIn(state).map(({ id }) => id));
  return [...files.keys()].flatMap((key) => {
    const isKnown = key.startsWith('uploads/')
      ? pending.some((event) => event.key === key)
      : there.has(key.split('/')[1] ?? '');
    return isKnown ? [] : [`the file ${key} is of no attachment`];
  });
};

/** A deleted account has no attachment that is not being removed. */
export const deletedAccountsHaveNoAttachments: Invariant = (state) => {
  const deleted = deletedIn(state);
  return attachmentsIn(state).flatMap(({ id, userId, state: is }) =>
    deleted.has(userId) && is !== 'removed' ? [`${id} of a deleted account is ${is}`] : [],
  );
};
