import { decideClaim } from '../../shared/api/desk-claims.ts';
import { Refusal } from '../../shared/refusals.ts';
import { decideClaim as decide } from '../conversations/decide-claim.ts';
import { serve } from '../serve.ts';
import { caseKey } from '../storage/keys.ts';
import { decidedRefusal } from './case-decisions.ts';
import { obstacleToDeciding } from './case-obstacles.ts';
import { caseFor, deskAudit, refuseObstacle } from './desk-context.ts';

/** Decides a contested claim. docs/product/desk.md#decisions */
export const handler = serve(
  decideClaim,
  async ({ caseId, outcome, reason }, call) => {
    const { sessionUser } = call;
    const one = await caseFor(call, caseId);
    if (one.kind !== 'CLAIM')
      throw new Refusal('WRONG_STATUS', { message: 'This case is no claim.' });
    const { decision } = one;
    if (decision) {
      const isSame = decision.byUserId === sessionUser.id && decision.outcome === outcome;
      if (!isSame) throw await decidedRefusal(call, caseId);
      return { data: [{ message: 'You have decided this.' }] };
    }
    refuseObstacle(await obstacleToDeciding(call, one));
    const done = outcome === 'UPHELD' ? 'The sender is refunded.' : 'The earning is free again.';
    const audit = deskAudit(call, { operation: 'decideClaim', about: caseId, reason }, done);
    try {
      await decide(call, one.subject.id, { outcome, reason, byUserId: sessionUser.id, audit });
    } catch (fault) {
      // Somebody may have decided since the case was read: then the caller reads who.
      const isDecided = (await caseFor(call, caseId)).decision !== undefined;
      throw isDecided ? await decidedRefusal(call, caseId) : fault;
    }
    return { data: [{ message: done }] };
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)] },
);
