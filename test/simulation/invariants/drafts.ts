import type { RecordedCall } from '../world.ts';
import type { Invariant, Snapshot } from './snapshot.ts';

/*
 * Invariants of drafts: a draft is removed with the payment that sends it and for no other reason, and the sent text
 * is the saved text.
 */

/**
 * An order with a draft is started from the current version and its text. A payment for an outdated version is
 * refused without a charge.
 */
export const draftsAreSentAsSaved: Invariant = ({ world }) => world.drafts.changedOnSending;

/** Once a payment is settled, the version that was paid for is removed. */
export const paidDraftsAreRemoved: Invariant = (state) => [
  ...state.world.drafts.keptAfterPayment,
  ...state.conversations.flatMap(({ id, status, sender, recipient, draft }) => {
    const there = state.at(`USER#${sender.id}`, `DRAFT#${recipient.id}`);
    const isLeft = draft && there?.id === draft.id && there.version === draft.version;
    return isLeft && status !== 'UNDONE' && status !== 'PAYING'
      ? [`${status} order ${id} was paid for, and its draft is still there`]
      : [];
  }),
];

/**
 * A version is removed with the payment that sends it, with the account of its writer, or because its writer discarded exactly this
 * version.
 */
export const draftsAreRemovedForAReason: Invariant = ({ world, users }) =>
  world.drafts.removals
    .filter(
      ({ reason, senderId, at }) =>
        reason === 'deleted' &&
        users.some(
          ({ id, deletionAt = Number.POSITIVE_INFINITY, deletedAt = Number.POSITIVE_INFINITY }) =>
            // An operator deletes an account that has asked for no deletion.
            id === senderId && at < Math.min(deletionAt, deletedAt),
        ),
    )
    .flatMap(({ senderId, recipientId, id, version }) => {
      const wasDiscarded = world.calls.some(
        ({ operation, person, input }) =>
          operation === 'deleteDraft' &&
          person.id === senderId &&
          input.recipientId === recipientId &&
          input.draftId === id &&
          input.draftVersion === version,
      );
      return wasDiscarded ? [] : [`version ${version} of the draft ${id} is gone`];
    });

type Saved = RecordedCall & { readonly id: string; readonly version: number };

/** Every save that succeeded, with the version that its response named. */
const savesOf = ({ world }: Snapshot): Saved[] =>
  world.calls.flatMap((recorded) => {
    const answer = recorded.process.answer as
      | { http: number; body: { data: { id: string; version: number }[] } }
      | undefined;
    if (recorded.operation !== 'saveDraft' || answer?.http !== 200) return [];
    return answer.body.data.map(({ id, version }) => ({ ...recorded, id, version }));
  });

/** A saved version, or a later one, exists until it is sent, discarded or expired. */
export const savedDraftsStay: Invariant = (state) => [
  ...state.world.drafts.overwritten,
  ...savesOf(state).flatMap(({ id, version, person, input }) => {
    const there = state.at(`USER#${person.id}`, `DRAFT#${input.recipientId}`);
    const claim = `${person.name} was told that version ${version} of the draft ${id} is saved`;
    if (there?.id === id && Number(there.version) >= version)
      return there.version === version && there.subject !== input.messageSubject
        ? [`${claim}, and it has other words`]
        : [];
    const gone = state.world.drafts.removals.some((one) => one.id === id && one.version >= version);
    return gone ? [] : [`${claim}, and it is not there`];
  }),
];
