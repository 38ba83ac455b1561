import type { Output } from '#shared/api/operation.ts';
import type { viewSecurityStop } from '#shared/api/security-stops.ts';
import { Refusal } from '#shared/refusals.ts';
import { pendingPhone } from '#shared/rules/auth/security-wait.ts';
import {
  type OldChannel,
  stoppableUntil,
  wayBackAfter,
} from '#shared/rules/auth/takeover-ladder.ts';
import type { Instant } from '#shared/time.ts';
import { type User, userById } from '../storage/accounts/users.ts';
import { type SecurityStep, securityStepOf } from '../storage/auth/security-steps.ts';
import type { TableReader } from '../storage/table.ts';
import { readStopToken } from './stop-token.ts';

/* What a link in a message to an old channel stops. docs/product/auth.md#stopping-a-step */

const INVALID =
  'This link isn’t valid, or its time has passed. Sign in to see your account, or ask us for help.';

export type NamedStep = {
  readonly user: User;
  readonly step: SecurityStep;
  readonly channel: OldChannel;
};

/** Reads the step that a token names. Refuses any other token, and one of an account that is blocked or deleted, with NOT_FOUND. */
export async function namedStep(
  table: TableReader,
  token: string,
  now: Instant,
): Promise<NamedStep> {
  const read = await readStopToken(token);
  const step = read && (await securityStepOf(table, read.userId, read.stepId, now));
  const user = step && (await userById(table, step.userId, now));
  if (!user || user.blockedAt !== undefined || user.deletedAt !== undefined)
    throw new Refusal('NOT_FOUND', { message: INVALID });
  return { user, step, channel: read.channel };
}

type StopView = Output<typeof viewSecurityStop>['data'][number];

export const stopView = ({ user, step, channel }: NamedStep, now: Instant): StopView => ({
  step: step.step,
  at: step.at,
  until: stoppableUntil(step.step, step.at),
  status: statusOf(user, step, now),
  stoppedAt: step.stoppedAt ?? null,
  resetsAfter: wayBackAfter(step.step, channel) === 'PASSWORD_RESET',
});

function statusOf(user: User, step: SecurityStep, now: Instant): StopView['status'] {
  if (step.stoppedAt !== undefined) return 'STOPPED';
  if (now >= stoppableUntil(step.step, step.at)) return 'OVER';
  return step.step === 'PHONE_REQUEST' && !pendingPhone(user, now) ? 'OVER' : 'OPEN';
}
