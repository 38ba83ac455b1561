import * as z from 'zod/mini';
import { CLOUDFRONT_REGION } from '../domain.ts';
import { resourceOf } from './origin-key-state.ts';
import { type Check, isDeployed, missing, ok, skipped } from './preflight-finding.ts';

/* Checks of a stage that is deployed already: what protects its data, and who gets its alarms. */

const LATER = 'The stage is not deployed yet: run this again after the first deployment.';

const backups: Check = (settings, ask) => {
  if (!isDeployed(settings, ask, 'Data')) return skipped(LATER);
  const { stage, region } = settings;
  const table =
    settings.restoredTable?.name ??
    resourceOf(ask, settings, `ReplyPaid-${stage}-Data`, 'AWS::DynamoDB::Table');
  const of = ['--table-name', table, '--region', region];
  const { ContinuousBackupsDescription: continuous } = z
    .object({
      ContinuousBackupsDescription: z.object({
        PointInTimeRecoveryDescription: z.object({
          PointInTimeRecoveryStatus: z.string(),
          EarliestRestorableDateTime: z.optional(z.union([z.string(), z.number()])),
        }),
      }),
    })
    .parse(ask('dynamodb', 'describe-continuous-backups', ...of));
  const recovery = continuous.PointInTimeRecoveryDescription;
  if (recovery.PointInTimeRecoveryStatus !== 'ENABLED')
    return missing(
      `The table ${table} has no point-in-time recovery, so nothing can be restored: aws dynamodb update-continuous-backups ${of.join(' ')} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
    );
  const { Table: described } = z
    .object({ Table: z.object({ DeletionProtectionEnabled: z.optional(z.boolean()) }) })
    .parse(ask('dynamodb', 'describe-table', ...of));
  return described.DeletionProtectionEnabled
    ? ok(
        `The table can be restored to any second since ${recovery.EarliestRestorableDateTime ?? 'now'}, and is protected against deletion. Practice it once: docs/operations.md, Restore.`,
      )
    : missing(
        `The table ${table} is not protected against deletion: aws dynamodb update-table ${of.join(' ')} --deletion-protection-enabled`,
      );
};

const subscriptions = z.object({
  Subscriptions: z._default(
    z.array(
      z.object({
        SubscriptionArn: z.string(),
        TopicArn: z.string(),
        Endpoint: z.optional(z.string()),
      }),
    ),
    [],
  ),
});

/** The alarms of CloudFront are in a region of their own, with another subscription. */
const alarmAddress: Check = ({ stage, region, alarmEmail }, ask) => {
  const regions = [...new Set([region, CLOUDFRONT_REGION])];
  const own = regions
    .flatMap(
      (name) =>
        subscriptions.parse(ask('sns', 'list-subscriptions', '--region', name) ?? {}).Subscriptions,
    )
    .filter(
      ({ Endpoint: address, TopicArn: topic }) =>
        address === alarmEmail && topic.includes(`ReplyPaid-${stage}-`),
    );
  if (own.length === 0) return skipped(LATER);
  return own.every(({ SubscriptionArn: arn }) => arn.startsWith('arn:'))
    ? ok(`${alarmEmail} gets the alarms.`)
    : missing(
        `${alarmEmail} has not confirmed its subscription and gets no alarms: open the link in the email from AWS.`,
      );
};

/** The checks by name. */
export const DEPLOYED_CHECKS: Readonly<Record<string, Check>> = {
  Backups: backups,
  'Alarm address': alarmAddress,
};
