import { CustomResource, Duration, SecretValue } from 'aws-cdk-lib';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { acknowledge, TIMEOUT_AS_TEXT } from './acknowledge.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/*
 * The origin key: CloudFront sends it with each request, which proves to functions that the request came through CloudFront.
 * CloudFront's template refers to a version of the secret, which CloudFormation resolves at deployment; functions get only
 * hashes. A rotation (lib/operator/origin-key.ts) names a new version, because CloudFormation does not resolve an unchanged
 * reference again. Before the first rotation no version is named, which means the current one.
 */

type Keys = Pick<StageSettings, 'originKeys'>;

/** The key that CloudFront adds to each call. */
export const sentKey = ({ secretArn }: ISecret, { originKeys }: Keys): string =>
  SecretValue.secretsManager(
    secretArn,
    originKeys ? { versionId: originKeys.sent } : {},
  ).unsafeUnwrap();

const HASHER = 'hashOriginKeys';

/** The hashes of the keys that functions accept, separated by commas; a custom resource computes them. */
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
