import { decideCase } from '#shared/api/desk.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { chatPictures, media } from '../gateways/media.ts';
import { payments } from '../gateways/payments.ts';
import { subscriptions } from '../gateways/subscriptions.ts';
import { serve } from '../serve.ts';
import { caseKey } from '../storage/keys.ts';
import {
  type DecidingCall,
  decideAppeal,
  decideProposal,
  decideReport,
  finishBlock,
  type Ruling,
} from './case-decisions.ts';
import { obstacleToDeciding } from './case-obstacles.ts';
import { decidedRefusal } from './decided-refusal.ts';
import { caseFor, refuseObstacle } from './desk-context.ts';
import { isOwnProposal, WAITS_FOR_SECOND } from './second-person.ts';

/** Decides a report, an appeal, or a refund that waits for a second person. docs/product/desk.md#decisions */
export const handler = serve(
  decideCase,
  async ({ caseId, ...ruling }, call) => {
    const one = await caseFor(call, caseId);
    if (one.decision) return { data: [{ message: await repeated(call, one, ruling) }] };
    if (isOwnProposal(call, one, ruling)) return { data: [{ message: WAITS_FOR_SECOND }] };
    refuseObstacle(await obstacleToDeciding(call, one));
    return { data: [{ message: await decide(call, one, ruling) }] };
  },
  {
    readAhead: ({ caseId }) => [caseKey(caseId)],
    gives: { payments, chatPictures, media, subscriptions },
  },
);

function decide(call: DecidingCall, one: Case, ruling: Ruling): Promise<string> {
  switch (one.kind) {
    case 'REPORT':
      return decideReport(call, one, ruling);
    case 'APPEAL':
      return decideAppeal(call, one, ruling);
    case 'REFUND':
    case 'BLOCK':
      return decideProposal(call, one, ruling);
    case 'CLAIM':
      throw new Refusal('WRONG_STATUS', {
        message: 'A contested claim is decided on its own page.',
      });
  }
}

/** A decided case: the same decision of the same person, sent again, succeeds. Refuses with WRONG_STATUS everybody else. */
async function repeated(call: DecidingCall, one: Case, ruling: Ruling): Promise<string> {
  const { byUserId, outcome, reason } = one.decision ?? {};
  const isSame =
    byUserId === call.sessionUser.id && outcome === ruling.outcome && reason === ruling.reason;
  if (!isSame) throw await decidedRefusal(call, one.id);
  const isBlock = one.kind === 'REPORT' && ruling.deed === 'ACCOUNT_BLOCKED';
  if (isBlock || (one.reason === 'BLOCK' && outcome === 'UPHELD'))
    await finishBlock(call, one, ruling.reason);
  return 'You have decided this.';
}
