import type { PlacedPicture } from '#shared/rules/attachments/attachments.ts';
import type { Body, Caller, CallOptions, Deed } from './calls.ts';
import { listField } from './list-fields.ts';
import { ANSWER, QUESTION, SUBJECT } from './texts.ts';
import type { DraftRef, Ref } from './things.ts';

/* Drafts of letters and of answers, and the replies that an author keeps. */

/** A draft in the parameters of the operations. */
export const draftFields = ({ id, version }: DraftRef) => ({ draftId: id, draftVersion: version });

/** What a draft of a letter has in it. */
export type DraftOptions = CallOptions & {
  readonly subject?: string;
  readonly text?: string;
  /** The ids of its attachments; absent: unchanged. */
  readonly attachments?: readonly string[];
  /** The draft that this one replaces, in the version that was seen; absent: there was none. */
  readonly draft?: DraftRef | undefined;
};

/** What a draft of an answer has in it. */
export type AnswerDraftOptions = CallOptions & {
  readonly kind?: AnswerDraftKind;
  readonly text?: string;
  /** What the author says about how it was written; absent: nothing. */
  readonly written?: Readonly<Record<string, unknown>>;
  readonly attachments?: readonly string[];
  readonly placedPictures?: readonly PlacedPicture[];
  readonly draft?: DraftRef | undefined;
};

/** Whether a draft is of the answer or of the better answer to a claim. */
export type AnswerDraftKind = 'ANSWER' | 'IMPROVED';

export const draftDeeds = (me: Caller) => ({
  /** Saves what a letter says so far. */
  savesDraft: (
    recipient: Ref,
    { subject = SUBJECT, text = QUESTION, attachments, draft, ...options }: DraftOptions = {},
  ) =>
    me.makes(
      'saveDraft',
      {
        recipientId: recipient.id,
        messageSubject: subject,
        messageText: text,
        ...listField('attachments', attachments),
        ...(draft && draftFields(draft)),
      },
      options,
    ),
  /** Deletes the draft to somebody. */
  discardsDraft: (recipient: Ref, draft: DraftRef, options?: CallOptions) =>
    me.does('deleteDraft', { recipientId: recipient.id, ...draftFields(draft) }, options),
  /** The draft to somebody; undefined if there is none. */
  draftTo: (
    recipient: Ref,
    options?: CallOptions,
  ): Deed<Body<'viewDraft'>['data'][number] | undefined> =>
    me.makes('viewDraft', { recipientId: recipient.id }, options),
  /** The page of the caller's drafts of letters. */
  drafts: (options?: CallOptions) => me.does('viewDrafts', {}, options),
  /** Saves what an answer says so far. */
  savesAnswerDraft: (
    order: Ref,
    {
      kind = 'ANSWER',
      text = ANSWER,
      written,
      attachments,
      placedPictures,
      draft,
      ...options
    }: AnswerDraftOptions = {},
  ): Deed<Body<'saveAnswerDraft'>['data'][number]> =>
    me.makes(
      'saveAnswerDraft',
      {
        inboxId: order.id,
        kind,
        messageBody: text,
        ...written,
        ...listField('attachments', attachments),
        ...listField('placedPictures', placedPictures),
        ...(draft && draftFields(draft)),
      },
      options,
    ),
  /** The draft of an answer; undefined if there is none. */
  answerDraft: (
    order: Ref,
    kind: AnswerDraftKind = 'ANSWER',
    options?: CallOptions,
  ): Deed<Body<'viewAnswerDraft'>['data'][number] | undefined> =>
    me.makes('viewAnswerDraft', { inboxId: order.id, kind }, options),

  /** Keeps a reply under a title, to begin answers with it. */
  keepsReply: (reply: SavedReply, options?: CallOptions) =>
    me.makes('createSavedReply', reply, options),
  /** Changes a kept reply. */
  editsReply: ({ id }: Ref, { title, text }: SavedReply, options?: CallOptions) =>
    me.makes('updateSavedReply', { savedReplyId: id, title, text }, options),
  removesReply: ({ id }: Ref, options?: CallOptions) =>
    me.does('deleteSavedReply', { savedReplyId: id }, options),
  /** The replies that the caller keeps. */
  savedReplies: (options?: CallOptions) => me.does('viewSavedReplies', {}, options),
});

/** A reply that is kept, as it is entered. */
type SavedReply = { readonly title: string; readonly text: string };
