import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { acknowledge, TIMEOUT_AS_TEXT } from './acknowledge.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

const MAKER = 'makeTokenKeys';

/**
 * The public keys that verify access tokens, as JSON. A custom resource generates the key pairs when the stage is created
 * and when the setting `tokenKeys` changes; the private keys are stored only in their secret.
 */
export function tokenPublicKeys(scope: Construct, stage: Stage): string {
  const { secretArn } = stage.data.secrets.tokenKeys;
  const maker = new ProductFunction(scope, {
    stage,
    code: stage.code(),
    name: MAKER,
    bundle: `deployment/${MAKER}`,
    impact: 'The deployment stops: functions would not know which access tokens are genuine.',
    uses: ['tokenKeys'],
    timeout: Duration.seconds(30),
    also: [allow(['secretsmanager:PutSecretValue'], [secretArn])],
  });
  const keys = new CustomResource(scope, 'TokenPublicKeys', {
    serviceToken: maker.lambda.functionArn,
    serviceTimeout: Duration.minutes(1),
    properties: stage.settings.tokenKeys,
  });
  acknowledge(keys, TIMEOUT_AS_TEXT);
  return keys.getAttString('publicKeys');
}
