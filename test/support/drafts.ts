import { handler as saveDraft } from '#functions/conversations/saveDraft.ts';
import { handler as viewDrafts } from '#functions/conversations/viewDrafts.ts';
import type { Caller } from '#lib/local/deeds/calls.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { type Answer, call } from './call.ts';
import { QUESTION } from './orders.ts';
import type { Person } from './people.ts';

/* Message drafts in tests, through the real handlers. */

/** A draft with its version, in the parameters of the operations. */
export type DraftRef = { readonly draftId: string; readonly draftVersion: number };

export function save(sender: Person, recipient: Person, more: object = {}): Promise<Answer> {
  const { token } = sender;
  const words = { messageSubject: 'Dry winters', messageText: QUESTION };
  return call(saveDraft, { recipientId: recipient.user.id, ...words, ...more }, { token });
}

/** The draft in a response, in the parameters of the operations. */
export const refOf = ({ body }: Answer): DraftRef => ({
  draftId: String(body.data[0].id),
  draftVersion: Number(body.data[0].version),
});

/** Saves a new draft with the text of `orderFor`, ready to be paid. */
export async function draftTo(sender: Person, recipient: Person): Promise<DraftRef> {
  const saved = await save(sender, recipient);
  if (saved.http !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  return refOf(saved);
}

/** Returns the draft of one user to another, or undefined. */
export async function draftBetween(sender: Caller, recipient: Person) {
  const input = { recipientId: recipient.user.id };
  const body = await sender.calls('viewDraft', input);
  return body.data[0];
}

export const listOf = ({ token }: Pick<Person, 'token'>, input = {}): Promise<Answer> =>
  call(viewDrafts, input, { method: 'GET', token });

export const deleteDraftOf = (sender: Person, recipient: Person, ref: DraftRef): Promise<Answer> =>
  responseTo(sender.calls('deleteDraft', { recipientId: recipient.user.id, ...ref }));
