import { userInfo } from 'node:os';
import * as z from 'zod';
import { now } from '../../../functions/gateways/clock.ts';
import { payments } from '../../../functions/gateways/payments.ts';
import { subscriptions } from '../../../functions/gateways/subscriptions.ts';
import { logOf } from '../../../functions/log.ts';
import { table } from '../../../functions/storage/table.ts';
import { aws } from '../aws-cli.ts';
import type { OpsDesk } from './plan.ts';

const identity = z.object({ Arn: z.string() });

/** Who acts: at AWS, whoever is signed in there; in the local world, the user of this machine. */
function nameOf(stage: string): string {
  if (stage === 'local') return `${userInfo().username} on this machine`;
  return identity.parse(aws('sts', 'get-caller-identity')).Arn;
}

/** The desk of a stage that was entered. Import this file after entering it. */
export const deskOf = (stage: string): OpsDesk => ({
  table,
  payments,
  subscriptions,
  now: now(),
  log: logOf('ops'),
  who: nameOf(stage),
});
