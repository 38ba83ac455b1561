import type { Caller, CallOptions } from './calls.ts';
import type { TextOptions } from './conversations.ts';
import { DESK_ANSWER, DESK_REASON } from './texts.ts';
import type { Ref } from './things.ts';

/* What staff do at the desk: decide cases and money, block accounts, answer tickets, and look with a reason. */

/** How staff act or look: `reason` is what the audit says, and with decisions what people read. */
export type ReasonOptions = CallOptions & { readonly reason?: string | undefined };

/** What is decided of a case: an upheld report names its deed, and one that removes something names what. */
export type Ruling = {
  readonly outcome: string;
  readonly deed?: string;
  readonly remove?: string;
};

/** Something that waits in the lists of the desk, such as a case or a payout. */
export type DeskItem = Ref & { readonly type: string };

export const deskDeeds = (me: Caller) => ({
  /** Decides a report, an appeal, or what waits for a second person. */
  decidesCase: (
    one: Ref,
    ruling: Ruling,
    { reason = DESK_REASON, ...options }: ReasonOptions = {},
  ) => me.makes('decideCase', { caseId: one.id, ...ruling, reason }, options),
  /** Decides a contested claim. Above a sum it is a proposal, which somebody else decides. */
  decidesClaim: (
    one: Ref,
    outcome: string,
    { reason = DESK_REASON, ...options }: ReasonOptions = {},
  ) => me.makes('decideClaim', { caseId: one.id, outcome, reason }, options),
  /** Decides with care about a report that somebody may hurt themselves. */
  decidesCare: (
    one: Ref,
    choice: string,
    { reason = DESK_REASON, ...options }: ReasonOptions = {},
  ) => me.makes('decideCare', { caseId: one.id, choice, reason }, options),
  /** Decides about the payment of a reported letter. */
  decidesReview: (
    order: Ref,
    outcome: string,
    { reason = DESK_REASON, ...options }: ReasonOptions = {},
  ) => me.makes('decideReview', { conversationId: order.id, outcome, reason }, options),
  /** Withdraws what the caller has proposed to a second person. */
  withdrawsProposal: (one: Ref, options?: CallOptions) =>
    me.makes('withdrawProposal', { caseId: one.id }, options),
  /** Adds a note to a case, which only staff read. */
  notes: (one: Ref, text: string, options?: CallOptions) =>
    me.does('addCaseNote', { caseId: one.id, text }, options),

  /** Refunds a letter in full, at the cost of the platform or of its recipient. */
  refunds: (
    order: Ref,
    {
      bearer = 'platform',
      reason = DESK_REASON,
      ...options
    }: ReasonOptions & { readonly bearer?: string } = {},
  ) => me.makes('refundConversation', { conversationId: order.id, bearer, reason }, options),
  /** Refunds a part of the price of an answered letter. `givenBack`: what was given back before. Both are dollars. */
  refundsPart: (
    order: Ref,
    amount: string,
    {
      givenBack = '0.00',
      reason = DESK_REASON,
      ...options
    }: ReasonOptions & { readonly givenBack?: string } = {},
  ) =>
    me.makes(
      'refundConversationPart',
      { conversationId: order.id, amount, givenBack, reason },
      options,
    ),
  /** Releases a payout that is held for a check. */
  releasesPayout: (person: Ref, { reason = DESK_REASON, ...options }: ReasonOptions = {}) =>
    me.makes('releaseHeldPayout', { userId: person.id, reason }, options),
  blocksAccount: (person: Ref, { reason = DESK_REASON, ...options }: ReasonOptions = {}) =>
    me.makes('deskBlockUser', { userId: person.id, reason }, options),
  unblocksAccount: (person: Ref, { reason = DESK_REASON, ...options }: ReasonOptions = {}) =>
    me.makes('deskUnblockUser', { userId: person.id, reason }, options),
  /** Answers a help ticket as the support account; afterwards it is open unless `closes`. */
  answersTicket: (
    order: Ref,
    {
      text = DESK_ANSWER,
      closes = false,
      ...options
    }: TextOptions & { readonly closes?: boolean } = {},
  ) =>
    me.makes(
      'answerTicket',
      {
        conversationId: order.id,
        messageBody: text,
        conversationStatus: closes ? 'COMPLETED' : 'OPEN',
      },
      options,
    ),

  /** The tiles of the desk, with what waits in each. */
  tiles: (options?: CallOptions) => me.does('viewDeskQueues', {}, options),
  /** A page of what the caller can decide, or of a tile. */
  queue: ({ tile, ...options }: CallOptions & { readonly tile?: string } = {}) =>
    me.does('viewDeskQueue', { tile }, options),
  /** A case. What people wrote is left out without a reason, here and below. */
  looksAtCase: (one: Ref, { reason, ...options }: ReasonOptions = {}) =>
    me.makes('viewDeskCase', { caseId: one.id, reason }, options),
  /** A case of somebody who may hurt themselves. */
  looksAtCareCase: (one: Ref, { reason, ...options }: ReasonOptions = {}) =>
    me.makes('viewCareCase', { caseId: one.id, reason }, options),
  looksAtAccount: (person: Ref, { reason, ...options }: ReasonOptions = {}) =>
    me.makes('viewDeskPerson', { person: person.id, reason }, options),
  looksAtConversation: (order: Ref, { reason, ...options }: ReasonOptions = {}) =>
    me.makes('viewDeskConversation', { conversationId: order.id, reason }, options),
  /** The files of a reported or claimed letter. */
  opensFiles: (order: Ref, { reason, ...options }: ReasonOptions = {}) =>
    me.makes('viewDeskFiles', { conversationId: order.id, reason }, options),
  /** People, letters and cases with this name, phone number, email address or id. */
  findsAtDesk: (text: string, options?: CallOptions) => me.makes('findAtDesk', { text }, options),

  /** Says that the caller has an item open, for a minute; returns who has it open already. */
  opensItem: ({ type, id }: DeskItem, options?: CallOptions) =>
    me.makes('markDeskItemAsOpen', { type, id }, options),
  closesItem: ({ type, id }: DeskItem, options?: CallOptions) =>
    me.does('removeDeskItemAsOpen', { type, id }, options),
  /** Leaves an item for later. */
  skipsItem: ({ type, id }: DeskItem, options?: CallOptions) =>
    me.does('skipDeskItem', { type, id }, options),
  /** Hands an item over to a colleague; without one, to whoever comes next. */
  handsItemOver: (
    { type, id }: DeskItem,
    { to, reason, ...options }: ReasonOptions & { readonly to?: Ref } = {},
  ) => me.makes('handOverDeskItem', { type, id, toUserId: to?.id, reason }, options),
  /** The colleagues who may decide an item. */
  colleagues: ({ type, id }: DeskItem, options?: CallOptions) =>
    me.does('viewDeskColleagues', { type, id }, options),
});
