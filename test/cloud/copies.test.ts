import { beforeAll, describe, expect, test } from '@jest/globals';
import { PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

/* The copies of the table and the pictures in another region or account. */

const vaultArn = 'arn:aws:backup:eu-west-1:210987654321:backup-vault:replypaid-prod';
let templates: Readonly<Record<string, Template>>;
beforeAll(() => {
  templates = synthesise({ settings: { ...PRODUCTION, copies: { vaultArn } }, areas: {} });
});

const only = (type: string) => {
  const stack = { copies: templates['ReplyPaid-prod-Copies'] as Template };
  const [found, ...others] = resourcesOf(stack, type);
  expect(others).toEqual([]);
  return found?.Properties;
};

test('a stage without the setting makes no copies', () => {
  const without = synthesise({ settings: PRODUCTION, areas: {} });
  expect(Object.keys(without)).not.toContain('ReplyPaid-prod-Copies');
});

describe('a stage with copies', () => {
  test('backs up its table and its pictures, and nothing else', () => {
    const { Resources } = only('AWS::Backup::BackupSelection').BackupSelection;
    expect(Resources).toHaveLength(2);
    expect(JSON.stringify(Resources[0])).toContain('Table');
    expect(JSON.stringify(Resources[1])).toContain('media-arn');
  });

  test('copies every hour for two days, and every day for a month, to the vault of the settings', () => {
    const rules: readonly object[] = only('AWS::Backup::BackupPlan').BackupPlan.BackupPlanRule;
    const rule = (RuleName: string, ScheduleExpression: string, DeleteAfterDays: number) => ({
      RuleName,
      ScheduleExpression,
      Lifecycle: { DeleteAfterDays },
      CopyActions: [{ DestinationBackupVaultArn: vaultArn, Lifecycle: { DeleteAfterDays } }],
    });
    expect(rules).toMatchObject([
      rule('Hourly', 'cron(0 * * * ? *)', 2),
      rule('Daily', 'cron(30 3 * * ? *)', 30),
    ]);
  });

  test('encrypts its backups with a key of its own, and keeps both when the stack is deleted', () => {
    const stack = templates['ReplyPaid-prod-Copies'];
    for (const type of ['AWS::KMS::Key', 'AWS::Backup::BackupVault'])
      for (const { DeletionPolicy } of resourcesOf({ stack: stack as Template }, type))
        expect(DeletionPolicy).toBe('Retain');
    expect(only('AWS::Backup::BackupVault').EncryptionKeyArn).toEqual({
      'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'],
    });
    expect(only('AWS::KMS::Key').EnableKeyRotation).toBe(true);
  });

  test('reports failed backups and copies to the operator, and AWS Backup may use the key of the topic', () => {
    const { BackupVaultEvents, SNSTopicArn } = only('AWS::Backup::BackupVault').Notifications;
    expect(BackupVaultEvents).toEqual(['BACKUP_JOB_FAILED', 'COPY_JOB_FAILED']);
    expect(JSON.stringify(SNSTopicArn)).toContain('ReplyPaid-prod-Alarms');
    const alarms = { alarms: templates['ReplyPaid-prod-Alarms'] as Template };
    for (const type of ['AWS::SNS::TopicPolicy', 'AWS::KMS::Key'])
      expect(JSON.stringify(resourcesOf(alarms, type))).toContain('backup.amazonaws.com');
  });

  test('gives AWS Backup a role that may read them and copy to that vault, and neither write nor restore', () => {
    const { ManagedPolicyArns, Policies } = only('AWS::IAM::Role');
    expect(ManagedPolicyArns).toBeUndefined();
    type Statement = { Action: string | string[]; Resource: unknown };
    const statements: Statement[] = Policies[0].PolicyDocument.Statement;
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions).not.toContainEqual(
      expect.stringMatching(/\*|PutItem|UpdateItem|PutObject|DeleteObject|Restore|DeleteRecovery/),
    );
    const copying = statements.find(({ Action }) => Action.includes('backup:CopyIntoBackupVault'));
    expect(copying?.Resource).toBe(vaultArn);
  });
});
