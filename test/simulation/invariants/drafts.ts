import type { Told } from '../world.ts';
import type { Invariant, View } from './view.ts';

/* Drafts: one goes with the payment that sends it and with nothing else, and no other words are sent than those it holds. */

/** An order that names a draft is begun from the version that is there, with its words. An outdated version charges nothing. */
export const draftsAreSentAsSaved: Invariant = ({ world }) => world.drafts.sentOtherwise;

/** Once a payment is settled, the version that was paid for is gone. */
export const paidDraftsAreGone: Invariant = (view) => [
  ...view.world.drafts.leftBehind,
  ...view.conversations.flatMap(({ id, status, sender, recipient, draft }) => {
    const there = view.at(`USER#${sender.id}`, `DRAFT#${recipient.id}`);
    const isLeft = draft && there?.id === draft.id && there.version === draft.version;
    return isLeft && status !== 'UNDONE' && status !== 'PAYING'
      ? [`${status} order ${id} was paid for, and its draft is still there`]
      : [];
  }),
];

/** A version goes with the payment that sends it, or because its writer discarded exactly this one. */
export const onlySentDraftsGo: Invariant = ({ world }) =>
  world.drafts.removals
    .filter(({ reason }) => reason === 'deleted')
    .flatMap(({ senderId, recipientId, id, version }) => {
      const wasDiscarded = world.told.some(
        ({ operation, person, input }) =>
          operation === 'deleteDraft' &&
          person.id === senderId &&
          input.recipientId === recipientId &&
          input.draftId === id &&
          input.draftVersion === version,
      );
      return wasDiscarded ? [] : [`version ${version} of the draft ${id} is gone`];
    });

type Saved = Told & { readonly id: string; readonly version: number };

/** Every save that succeeded, and the version that it was told of. */
const savesOf = ({ world }: View): Saved[] =>
  world.told.flatMap((told) => {
    const answer = told.process.answer as
      | { http: number; body: { data: { id: string; version: number }[] } }
      | undefined;
    if (told.operation !== 'saveDraft' || answer?.http !== 200) return [];
    return answer.body.data.map(({ id, version }) => ({ ...told, id, version }));
  });

/** What was saved stays, or a later version of it, until it is sent, discarded or expired. */
export const savedDraftsStay: Invariant = (view) => [
  ...view.world.drafts.writtenOver,
  ...savesOf(view).flatMap(({ id, version, person, input }) => {
    const there = view.at(`USER#${person.id}`, `DRAFT#${input.recipientId}`);
    const says = `${person.name} was told that version ${version} of the draft ${id} is saved`;
    if (there?.id === id && Number(there.version) >= version)
      return there.version === version && there.subject !== input.messageSubject
        ? [`${says}, and it has other words`]
        : [];
    const gone = view.world.drafts.removals.some((one) => one.id === id && one.version >= version);
    return gone ? [] : [`${says}, and it is not there`];
  }),
];
