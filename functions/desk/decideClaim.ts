import { decideClaim } from '#shared/api/desk-claims.ts';
import * as staff from '#shared/messages/staff.ts';
import { ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { writeClaimDecision } from '../conversations/claim-decisions.ts';
import { payments } from '../gateways/payments.ts';
import { serve } from '../serve.ts';
import { CaseClosed, conversationById, NotAlone } from '../storage/conversations/conversations.ts';
import { caseKey } from '../storage/keys.ts';
import type { Step } from '../storage/table.ts';
import { obstacleToDeciding } from './case-obstacles.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { caseFor, deskAudit, refuseObstacle } from './desk-context.ts';
import { aloneOrProposed } from './refund-proposals.ts';
import {
  confirmedBy,
  isOwnProposal,
  isSecondPerson,
  proposeDecision,
  WAITS_FOR_SECOND,
  wordsFor,
} from './second-person.ts';

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
    const ruling = { outcome, reason };
    if (isOwnProposal(call, one, ruling)) return { data: [{ message: WAITS_FOR_SECOND }] };
    refuseObstacle(await obstacleToDeciding(call, one));
    const proposeIt = () => proposeDecision(call, one, ruling, 'decideClaim');
    // A rejection moves nothing: the recipient keeps what they earned.
    if (outcome === 'REJECTED' || isSecondPerson(call, one, ruling))
      return { data: [{ message: await decideAlone([]) }] };
    const found = await conversationById(call.table, one.subject.id, call.now);
    const moved = { subjectId: one.subject.id, amount: found?.price ?? ZERO };
    return { data: [{ message: await aloneOrProposed(call, moved, decideAlone, proposeIt) }] };

    async function decideAlone(further: readonly Step<'LIMIT'>[]): Promise<string> {
      const done = outcome === 'UPHELD' ? staff.REFUNDED : staff.EARNING_FREE;
      const audit = deskAudit(call, { operation: 'decideClaim', about: caseId, reason }, done);
      try {
        const words = wordsFor(call, one, ruling);
        await writeClaimDecision(call, one.subject.id, {
          outcome,
          reason,
          reasonToRead: words.reason,
          byUserId: sessionUser.id,
          proposedByUserId: words.proposedByUserId,
          audit,
          confirmed: confirmedBy(one, { ...ruling, byUserId: sessionUser.id, at: call.now }),
          further,
        });
      } catch (fault) {
        if (fault instanceof NotAlone) throw fault;
        // Somebody may have decided since the case was read: then the caller reads who.
        const isDecided = (await caseFor(call, caseId)).decision !== undefined;
        throw isDecided || fault instanceof CaseClosed ? await decidedRefusal(call, caseId) : fault;
      }
      return done;
    }
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)], gives: { payments } },
);
