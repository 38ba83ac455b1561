import * as z from 'zod/mini';
import { CONTENT_REPORT_REASONS, REPORT_SUBJECTS, reportText } from '../rules/desk/reports.ts';
import { HOUR, operation } from './operation.ts';

/* Reports of content and people to the staff. docs/product/desk.md#reports */

/** An id in a report: of a person, a link, a message or a chat, or the time of a chat message. */
const subjectPart = z.string('This is not a valid id').check(z.maxLength(40));

/**
 * Reports a profile, a link, a thank-you on a profile, a message of a conversation, a chat or a message of a chat. The server quotes what it says, because its
 * author may change it. The author does not learn of it. Refuses with NOT_FOUND what the caller cannot see. A pending message is
 * reported by its recipient with its payment (`reportInbox`), and refused here with WRONG_STATUS.
 */
export const reportContent = operation({
  name: 'reportContent',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.read', 'chats.read', 'cases.write'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 10, within: HOUR }],
  impact: 'People cannot report profiles, links, messages and chats.',
  input: z.object({
    subjectType: z.enum(REPORT_SUBJECTS),
    /** The id; of a chat message, the time at which it was sent. */
    subjectId: subjectPart,
    /** The conversation or chat of a message; the owner of a link, or of the profile with a thank-you. */
    within: z._default(subjectPart, ''),
    reasonCode: z.enum(CONTENT_REPORT_REASONS, 'Please choose a reason'),
    text: z._default(reportText, ''),
  }),
  output: z.object({
    /** Whether an earlier report of the caller about the same is still open, so that this one was not added. */
    alreadyOpen: z.boolean(),
  }),
});
