import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/**
 * Creates the support account, which receives and answers help tickets. CloudFormation calls the function after every change
 * of its code. If it fails, so does the deployment.
 */
export class SupportStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const { supportPassword } = stage.data;
    const maker = new ProductFunction(this, {
      stage,
      definition: systemFunctions.makeSupportAccount,
      file: systemFunctions.makeSupportAccount.file,
      impact: 'No one can send a help ticket, because the support account does not exist.',
      timeout: Duration.seconds(30),
      // It runs scrypt, and CPU is proportional to memory.
      megabytes: 1024,
      environment: { SUPPORT_PASSWORD_ARN: supportPassword.secretArn },
      also: [allow(['secretsmanager:GetSecretValue'], [supportPassword.secretArn])],
    });
    new Trigger(this, 'Make', { handler: maker.lambda, timeout: Duration.minutes(1) });
  }
}
