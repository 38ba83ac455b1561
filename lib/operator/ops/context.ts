import { userInfo } from 'node:os';
import * as z from 'zod/mini';
import { now } from '#functions/gateways/clock.ts';
import { payments } from '#functions/gateways/payments.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { logOf } from '#functions/log.ts';
import { settings } from '#functions/settings.ts';
import { table } from '#functions/storage/table.ts';
import { aws } from '../aws-cli.ts';
import type { OpsContext } from './plan.ts';

const identity = z.object({ Arn: z.string() });

/** The name of the operator for the audit: the ARN at AWS, or the user of this machine for the local stage. */
function operatorName(stage: string): string {
  if (stage === 'local') return `${userInfo().username} on this machine`;
  return identity.parse(aws('sts', 'get-caller-identity')).Arn;
}

/** Creates the context of the current stage. Import this file after `enterStage`. */
export const opsContext = (stage: string): OpsContext => ({
  table,
  payments,
  subscriptions,
  now: now(),
  log: logOf('ops'),
  who: operatorName(stage),
  origin: settings().origin,
});
