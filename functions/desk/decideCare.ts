import { decideCare } from '#shared/api/desk-care.ts';
import { serve } from '../serve.ts';
import { caseKey } from '../storage/keys.ts';
import { careCaseFor, careDecisionOf, decideWithCare } from './care-decisions.ts';
import { careView } from './care-views.ts';
import { obstacleToDeciding } from './case-obstacles.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { refuseObstacle } from './desk-context.ts';
import { isOwnProposal, WAITS_FOR_SECOND } from './second-person.ts';

/** Decides a report that somebody may hurt themselves. The same decision of the same person, sent again, changes nothing. */
export const handler = serve(
  decideCare,
  async ({ caseId, ...ruling }, call) => {
    const one = await careCaseFor(call, caseId);
    const decision = careDecisionOf(call, ruling);
    if (one.decision) {
      const { byUserId, deed, outcome } = one.decision;
      const isSame = byUserId === call.sessionUser.id && deed === decision.deed;
      if (!isSame || outcome !== decision.outcome) throw await decidedRefusal(call, caseId);
      // After a lost response, whoever has to call needs what is passed on.
      const { passOn } = await careView(call, one, true);
      return { data: [{ message: 'You have decided this.', passOn }] };
    }
    if (isOwnProposal(call, one, decision))
      return { data: [{ message: WAITS_FOR_SECOND, passOn: null }] };
    refuseObstacle(await obstacleToDeciding(call, one));
    return { data: [await decideWithCare(call, one, ruling)] };
  },
  { readAhead: ({ caseId }) => [caseKey(caseId)] },
);
