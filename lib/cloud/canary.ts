import { Stack } from 'aws-cdk-lib';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { allow } from './permissions.ts';
import type { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

type CanaryProps = {
  readonly stage: Stage;
  /** Deploys at once and ignores alarms, for a fix that would be held up by the very alarm that it ends. */
  readonly urgent: boolean;
};

/**
 * Canary deployments with CodeDeploy: new code gets a tenth of the requests for five minutes, then all. If the alarm of the
 * function goes off in that time, the previous code is restored within seconds and the deployment fails. Used for
 * operations, pages and webhooks. Not for jobs and subscribers: they are retried and have dead-letter queues, and most of
 * them run too rarely for a five-minute test.
 */
export class Canary extends Construct {
  private readonly application: LambdaApplication;
  private readonly role: Role;
  private readonly urgent: boolean;

  constructor(scope: Construct, id: string, { stage, urgent }: CanaryProps) {
    super(scope, id);
    this.urgent = urgent;
    this.application = new LambdaApplication(this, 'Releases');
    this.role = releaseRole(this, stage);
  }

  /** Creates the alias of a function's released code, which its route calls. */
  release(fn: ProductFunction): Alias {
    const alias = new Alias(fn, 'Live', { aliasName: LIVE, version: fn.lambda.currentVersion });
    new LambdaDeploymentGroup(fn, 'Release', {
      application: this.application,
      alias,
      // CDK would add a broader policy than `releaseRole` has.
      role: this.role.withoutPolicyUpdates(),
      alarms: fn.alarm ? [fn.alarm] : [],
      ignoreAlarmConfiguration: this.urgent,
      deploymentConfig: this.urgent
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, deploymentInAlarm: true },
    });
    return alias;
  }
}

const LIVE = 'live';

/** The role of CodeDeploy, which may only move aliases of this stage's functions and read alarms. */
function releaseRole(canary: Canary, stage: Stage): Role {
  const { region, account } = Stack.of(canary);
  const functions = `arn:aws:lambda:${region}:${account}:function:${stage.nameOf('*')}`;
  const role = new Role(canary, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      Needs: new PolicyDocument({
        statements: [
          allow(
            ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            [functions],
          ),
          allow(['cloudwatch:DescribeAlarms'], ['*']),
        ],
      }),
    },
  });
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]': 'DescribeAlarms does not support resource-level permissions.',
    [`AwsSolutions-IAM5[Resource::arn:aws:lambda:${region}:${account}:function:${stage.nameOf('*')}]`]:
      'All functions of this stage, by the prefix of their names; a list would exceed the size limit of the policy.',
  });
  return role;
}
