import { CustomResource, Duration, SecretValue } from 'aws-cdk-lib';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { acknowledge, TIMEOUT_AS_TEXT } from './acknowledge.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/*
 * The key by which functions know that a call came through CloudFront. CloudFront's template names a version of its secret,
 * which CloudFormation reads when it deploys; functions get hashes alone. Named by version, so that a rotation
 * (lib/operator/origin-key.ts) is a change of the template; unnamed it is the current one, since CloudFormation reads a name
 * that stays the same only once.
 */

type Keys = Pick<StageSettings, 'originKeys'>;

/** The key that CloudFront adds to each call. */
export const sentKey = ({ secretArn }: ISecret, { originKeys }: Keys): string =>
  SecretValue.secretsManager(
    secretArn,
    originKeys ? { versionId: originKeys.sent } : {},
  ).unsafeUnwrap();

const HASHER = 'hashOriginKeys';

/** The hashes of the keys that functions accept, with commas between them, as a deployed function computes them. */
export function acceptedKeyHashes(scope: Construct, stage: Stage): string {
  const { secretArn } = stage.data.originKey;
  const hasher = new ProductFunction(scope, {
    stage,
    code: stage.code(),
    name: HASHER,
    bundle: `deployment/${HASHER}`,
    impact: 'The deployment stops: functions would not know which calls come through CloudFront.',
    uses: [],
    timeout: Duration.seconds(30),
    environment: { ORIGIN_KEY_ARN: secretArn },
    also: [allow(['secretsmanager:GetSecretValue'], [secretArn])],
  });
  const versions = stage.settings.originKeys?.accepted;
  const hashes = new CustomResource(scope, 'OriginKeyHashes', {
    serviceToken: hasher.lambda.functionArn,
    serviceTimeout: Duration.minutes(1),
    properties: versions ? { versions } : {},
  });
  acknowledge(hashes, TIMEOUT_AS_TEXT);
  return hashes.getAttString('hashes');
}
