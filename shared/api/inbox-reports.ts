import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { additionalInformation } from '../rules/conversations/messages.ts';
import { REPORT_REASONS } from '../rules/conversations/report-reasons.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { MINUTE, nothing, operation } from './operation.ts';

/* The report of a pending message, which decides about its payment, and may open a case. docs/product/conversations.md#reporting */

export const reportInbox = operation({
  name: 'reportInbox',
  method: 'POST',
  who: 'verified',
  uses: [...MOVES_MONEY, 'cases.write'],
  idempotent: 'byKey',
  // A conversation ends once, so a limit need only stop programs.
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
  impact: 'Recipients cannot report a message that is not meant for them or breaks the rules.',
  input: z.object({
    inboxId: id(),
    reasonCode: z.enum(REPORT_REASONS, 'Please choose a reason'),
    additionalInformation,
  }),
  output: nothing,
});
