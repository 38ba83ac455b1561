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
  /** At once, and whatever rings: the way out when the mending itself is held up by the alarm it would end. */
  readonly urgent: boolean;
};

/**
 * New code answers one call in ten for five minutes, then all; where its alarm rings in that time, the code before is
 * back within seconds and the deployment fails. For what people and Stripe call, where a fault is met by somebody who
 * waits. Not for jobs and subscribers: nobody waits for those, they try again, what fails for good is kept as a
 * letter, and a job that runs every five minutes one at a time would have met nobody by the time it was trusted.
 */
export class Canary extends Construct {
  private readonly application: LambdaApplication;
  private readonly role: Role;
  private readonly urgent: boolean;

  constructor(scope: Construct, id: string, { stage, urgent }: CanaryProps) {
    super(scope, id);
    this.urgent = urgent;
    this.application = new LambdaApplication(this, 'Releases');
    this.role = shifter(this, stage);
  }

  /** The name that always means the released code of a function: routes call it. */
  release(fn: ProductFunction): Alias {
    const alias = new Alias(fn, 'Live', { aliasName: LIVE, version: fn.lambda.currentVersion });
    new LambdaDeploymentGroup(fn, 'Release', {
      application: this.application,
      alias,
      // What CDK would add for the role is wider than what `shifter` says.
      role: this.role.withoutPolicyUpdates(),
      alarms: [fn.alarm],
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

/** Moves the alias of this stage's functions and reads alarms; nothing else. */
function shifter(canary: Canary, stage: Stage): Role {
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
    'AwsSolutions-IAM5[Resource::*]': 'DescribeAlarms knows no resource.',
    [`AwsSolutions-IAM5[Resource::arn:aws:lambda:${region}:${account}:function:${stage.nameOf('*')}]`]:
      'The functions of this stage, which all begin with its name; the list would outgrow the policy.',
  });
  return role;
}
