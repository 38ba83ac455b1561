import type { Caller, Deed, Entity } from './calls.ts';
import type { TextOptions } from './conversations.ts';
import { QUESTION } from './texts.ts';
import type { Ref } from './things.ts';

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
  /** Reports the profile of somebody to the staff. */
  reportsProfile: (person: Ref, options: ReportOptions = {}) =>
    report(me, { subjectType: 'PROFILE', subjectId: person.id }, options),
  /** Reports a profile, a link, a message or a chat to the staff. */
  reports: (what: ReportSubject, options: ReportOptions = {}) => report(me, what, options),
});

type ReportOptions = TextOptions & { readonly reason?: string };

const report = (
  me: Caller,
  what: ReportSubject,
  { reason = 'BULLYING_HARASSMENT', text, ...options }: ReportOptions,
) => me.does('reportContent', { ...what, reasonCode: reason, text }, options);
