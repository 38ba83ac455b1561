import type { viewUserContactRequests } from '#shared/api/contacts.ts';
import type { Output } from '#shared/api/operation.ts';

export type Invitation = Output<typeof viewUserContactRequests>['data'][number];

/**
 * The user's answer to an invitation, shown before the server responds: `sure` once the server confirmed it, `failed`
 * if it did not.
 */
export type Answer =
  | {
      readonly kind: 'accepted';
      readonly invitation: Invitation;
      readonly place: number;
      readonly sure: boolean;
    }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'failed'; readonly sentence: string };

/** By the id of the inviter. */
export type Answers = ReadonlyMap<string, Answer>;

export type InvitationRow = {
  readonly invitation: Invitation;
  readonly state: 'waiting' | 'accepting' | 'accepted';
  /** The error of the last answer, if it failed. */
  readonly fault: string | undefined;
};

/**
 * The invitations as they are shown: a rejected one disappears at once, an accepted one stays in its place and says
 * so, and one whose answer failed is back with the reason.
 */
export function invitationRows(waiting: readonly Invitation[], answers: Answers): InvitationRow[] {
  const rows = waiting.flatMap((invitation): InvitationRow[] => {
    const answer = answers.get(invitation.userContactId);
    if (answer && answer.kind !== 'failed') return [];
    return [{ invitation, state: 'waiting', fault: answer?.sentence }];
  });
  const accepted = [...answers.values()]
    .filter((answer) => answer.kind === 'accepted')
    .sort((a, b) => a.place - b.place);
  for (const { invitation, place, sure } of accepted)
    rows.splice(place, 0, {
      invitation,
      state: sure ? 'accepted' : 'accepting',
      fault: undefined,
    });
  return rows;
}

/** The answers with one added, changed or, if undefined, removed. */
export function answered(answers: Answers, inviterId: string, answer: Answer | undefined): Answers {
  const next = new Map(answers);
  if (answer) next.set(inviterId, answer);
  else next.delete(inviterId);
  return next;
}
