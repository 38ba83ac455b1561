import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  BackupVaultEvents,
  type IBackupVault,
} from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { allow } from './permissions.ts';
import type { Stage } from './stage.ts';

/** The service that makes the copies, and publishes to the topic of the alarms when one fails. */
export const BACKUP = new ServicePrincipal('backup.amazonaws.com');

/** How long an hourly copy is kept, and a daily one: as long as a removed picture can be restored (data.ts). */
const HOURLY_KEPT = Duration.days(2);
const DAILY_KEPT = Duration.days(30);

type CopiesProps = StackProps & {
  readonly stage: Stage;
  /** The ARN of the vault in another region or account that gets the copies. An operator creates it. */
  readonly vaultArn: string;
};

/**
 * Copies of the table and of the pictures in another region or account, for the loss of this one: docs/operations.md, Loss of the
 * region or the account. AWS Backup backs both up every hour, and copies each backup to the other vault, where it has the key of that
 * vault. A replica of a global table would be seconds behind instead of an hour, but it would repeat every deletion at once, needs
 * the same account, and is no copy of one moment, which a ledger needs.
 */
export class CopiesStack extends Stack {
  constructor(scope: Construct, id: string, { stage, vaultArn, ...props }: CopiesProps) {
    super(scope, id, props);
    const encryptionKey = new Key(this, 'Key', {
      description: 'Encrypts backups until they are copied',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const backupVault = new BackupVault(this, 'Vault', {
      backupVaultName: stage.nameOf('backups'),
      encryptionKey,
      notificationTopic: stage.alarms,
      notificationEvents: [BackupVaultEvents.BACKUP_JOB_FAILED, BackupVaultEvents.COPY_JOB_FAILED],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const destination = BackupVault.fromBackupVaultArn(this, 'Other', vaultArn);
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: stage.nameOf('copies'),
      backupVault,
      backupPlanRules: [
        ruleOf('Hourly', Schedule.cron({ minute: '0' }), HOURLY_KEPT, destination),
        ruleOf('Daily', Schedule.cron({ minute: '30', hour: '3' }), DAILY_KEPT, destination),
      ],
    });
    plan.addSelection('Data', {
      resources: [
        BackupResource.fromArn(stage.data.table.tableArn),
        BackupResource.fromArn(stage.data.mediaArn),
      ],
      role: backupRole(this, { stage, vaultArn, encryptionKey }).withoutPolicyUpdates(),
      disableDefaultBackupPolicy: true,
    });
  }
}

const ruleOf = (
  ruleName: string,
  scheduleExpression: Schedule,
  kept: Duration,
  destinationBackupVault: IBackupVault,
) =>
  new BackupPlanRule({
    ruleName,
    scheduleExpression,
    // Beyond this time a backup or copy that has not begun is given up, and reported.
    startWindow: Duration.hours(1),
    completionWindow: Duration.hours(6),
    deleteAfter: kept,
    copyActions: [{ destinationBackupVault, deleteAfter: kept }],
  });

/** Returns the role of AWS Backup, which may read this table and this bucket and copy to the other vault, and restores nothing. */
function backupRole(
  stack: Stack,
  {
    stage,
    vaultArn,
    encryptionKey,
  }: Pick<CopiesProps, 'stage' | 'vaultArn'> & { readonly encryptionKey: Key },
): Role {
  const { region, account } = stack;
  const { tableArn } = stage.data.table;
  const { mediaArn } = stage.data;
  // AWS Backup follows the changes of a bucket with a rule of its own.
  const ownRule = `arn:aws:events:${region}:${account}:rule/AwsBackupManagedRule*`;
  const statements = [
    allow(
      ['dynamodb:DescribeTable', 'dynamodb:StartAwsBackupJob', 'dynamodb:ListTagsOfResource'],
      [tableArn],
    ),
    allow(
      [
        's3:GetBucketAcl',
        's3:GetBucketLocation',
        's3:GetBucketTagging',
        's3:GetBucketVersioning',
        's3:ListBucket',
        's3:ListBucketVersions',
        's3:GetBucketNotification',
        's3:PutBucketNotification',
        's3:GetInventoryConfiguration',
        's3:PutInventoryConfiguration',
      ],
      [mediaArn],
    ),
    allow(
      [
        's3:GetObject',
        's3:GetObjectAcl',
        's3:GetObjectTagging',
        's3:GetObjectVersion',
        's3:GetObjectVersionAcl',
        's3:GetObjectVersionTagging',
      ],
      [`${mediaArn}/*`],
    ),
    allow(
      [
        'events:PutRule',
        'events:DeleteRule',
        'events:DescribeRule',
        'events:EnableRule',
        'events:DisableRule',
        'events:PutTargets',
        'events:RemoveTargets',
        'events:ListTargetsByRule',
      ],
      [ownRule],
    ),
    allow(['events:ListRules', 'cloudwatch:GetMetricData', 'tag:GetResources'], ['*']),
    allow(['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'], [vaultArn]),
    allow(
      ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey', 'kms:CreateGrant'],
      [encryptionKey.keyArn],
    ),
  ];
  const role = new Role(stack, 'Role', {
    assumedBy: BACKUP,
    inlinePolicies: { Needs: new PolicyDocument({ statements }) },
  });
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]':
      'These actions list rules, metrics and tags, and do not support resource-level permissions.',
    [`AwsSolutions-IAM5[Resource::${ownRule}]`]: 'AWS Backup generates the name of its rule.',
    [`AwsSolutions-IAM5[Resource::${stage.data.mediaArnName}/*]`]:
      'The copy is of every file in this bucket.',
  });
  return role;
}
