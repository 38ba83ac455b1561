import type { Edit } from '#shared/rules/public-answers/texts.ts';
import type { Caller, CallOptions } from './calls.ts';
import type { Ref } from './things.ts';

/* Public answers: what the two people of a letter do, and what strangers read. */

export type CopyOptions = CallOptions & {
  /** What is hidden or reworded; nothing by default. */
  readonly edits?: readonly Edit[];
};

const fields = (edits: readonly Edit[] = []) => ({ edits: JSON.stringify(edits) });

export const publicAnswerDeeds = (me: Caller) => ({
  /** Shows the texts that may become public, and what is proposed. */
  readsPublicCopy: (letter: Ref, options?: CallOptions) =>
    me.calls('viewPublicAnswer', { conversationId: letter.id }, options),
  /** Asks the sender of an answered letter whether it may become public. */
  proposesPublicAnswer: (
    letter: Ref,
    { edits, sensitive = false, ...options }: CopyOptions & { readonly sensitive?: boolean } = {},
  ) =>
    me.calls('proposePublicAnswer', { inboxId: letter.id, ...fields(edits), sensitive }, options),
  /** Hides or rewords more, and agrees to that. */
  revisesPublicAnswer: (
    letter: Ref,
    { edits, version = 1, ...options }: CopyOptions & { readonly version?: number } = {},
  ) => me.does('revisePublicAnswer', { orderId: letter.id, version, ...fields(edits) }, options),
  agreesToPublicAnswer: (letter: Ref, version = 1, options?: CallOptions) =>
    me.does('agreeToPublicAnswer', { conversationId: letter.id, version }, options),
  keepsLetterPrivate: (letter: Ref, options?: CallOptions) =>
    me.does('declinePublicAnswer', { orderId: letter.id }, options),
  withdrawsPublicAnswer: (letter: Ref, options?: CallOptions) =>
    me.does('withdrawPublicAnswer', { conversationId: letter.id }, options),
  opensPublicAnswer: (username: string, id: string, options?: CallOptions) =>
    me.calls('viewPublicAnswerPage', { username, id }, options),
  listsPublicAnswersOf: (username: string, options?: CallOptions) =>
    me.calls('viewPublicAnswers', { username }, options),
  listsOwnPublicAnswers: (options?: CallOptions) => me.calls('viewOwnPublicAnswers', {}, options),
  searchesPublicAnswers: (searchText: string, options?: CallOptions) =>
    me.calls('searchPublicAnswers', { searchText }, options),
  reportsPublicAnswer: (
    id: string,
    { reasonCode = 'PRIVATE_PICTURES', text = '' }: { reasonCode?: string; text?: string } = {},
    options?: CallOptions,
  ) => me.does('reportPublicAnswer', { id, reasonCode, text }, options),
});
