import type { Caller, Deed, Entity } from './calls.ts';
import type { TextOptions } from './conversations.ts';
import { QUESTION } from './texts.ts';

/* Help tickets and reports. */

const TICKET_SUBJECT = 'My card is refused';

/** What is reported, in the parameters of the operation. */
export type ReportSubject = {
  readonly subjectType: string;
  readonly subjectId: string;
  readonly within?: string;
};

export const supportDeeds = (me: Caller) => ({
  /** Asks the support account for help. */
  asksSupport: ({
    subject = TICKET_SUBJECT,
    text = QUESTION,
    ...options
  }: TextOptions & { readonly subject?: string } = {}): Deed<Entity<'createSupportTicket'>> =>
    me.makes('createSupportTicket', { messageSubject: subject, messageText: text }, options),
  /** Reports a profile, a link, a message or a chat to the staff. */
  reports: (
    what: ReportSubject,
    {
      reason = 'BULLYING_HARASSMENT',
      text,
      ...options
    }: TextOptions & { readonly reason?: string } = {},
  ) =>
    me.does(
      'reportContent',
      { ...what, reasonCode: reason, ...(text !== undefined && { text }) },
      options,
    ),
});
