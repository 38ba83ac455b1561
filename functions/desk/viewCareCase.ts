import { viewCareCase } from '#shared/api/desk-care.ts';
import { serve } from '../serve.ts';
import { caseKey } from '../storage/keys.ts';
import { careCaseFor } from './care-decisions.ts';
import { careView } from './care-views.ts';
import { auditLook } from './desk-context.ts';

/** Returns what staff look at when somebody may hurt themselves. What was written is in it only with a reason, which the audit keeps. */
export const handler = serve(
  viewCareCase,
  async ({ caseId, reason }, call) => {
    const one = await careCaseFor(call, caseId);
    if (reason !== undefined) {
      const look = { operation: 'viewCareCase', about: caseId, reason };
      const isPassedOn = one.decision?.deed === 'EMERGENCY_ASKED';
      const shown = isPassedOn
        ? 'What the person wrote and their phone number were shown.'
        : 'What the person wrote was shown.';
      await auditLook(call, look, shown);
    }
    return { data: [await careView(call, one, reason !== undefined)] };
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)] },
);
