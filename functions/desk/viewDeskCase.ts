import { viewDeskCase } from '#shared/api/desk.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { caseKey } from '../storage/keys.ts';
import { caseView, isAboutLetter } from './case-views.ts';
import { auditLook, caseFor } from './desk-context.ts';

/** Returns a case. What the content said is in the response only with a reason, which the audit keeps. */
export const handler = serve(
  viewDeskCase,
  async ({ caseId, reason }, call) => {
    const one = await caseFor(call, caseId);
    if (reason !== undefined) {
      const look = { operation: 'viewDeskCase', about: caseId, reason };
      const shown = isAboutLetter(one)
        ? 'The quotes of the case and its letter'
        : 'The quotes of the case';
      await auditLook(call, look, `${shown} were shown.`);
    }
    return { data: [await caseView(call, one, reason !== undefined)] };
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)], gives: { hashKey } },
);
