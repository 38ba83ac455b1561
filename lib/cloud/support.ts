import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/**
 * The product's own account, which reads and answers help tickets. It is made once the table is there, by a function
 * that CloudFormation calls whenever its code changed; where it fails, the deployment stops and says why.
 */
export class SupportStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const { supportPassword } = stage.data;
    const maker = new ProductFunction(this, {
      stage,
      code: stage.code(),
      name: 'makeSupportAccount',
      bundle: 'deployment/makeSupportAccount',
      impact: 'Nobody can send a help ticket: the account they go to is not there.',
      uses: ['table.write'],
      timeout: Duration.seconds(30),
      // It hashes a password, and a processor's share follows the memory.
      megabytes: 1024,
      environment: { SUPPORT_PASSWORD_ARN: supportPassword.secretArn },
      also: [allow(['secretsmanager:GetSecretValue'], [supportPassword.secretArn])],
    });
    new Trigger(this, 'Make', { handler: maker.lambda, timeout: Duration.minutes(1) });
  }
}
