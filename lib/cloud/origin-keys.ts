import { SecretValue } from 'aws-cdk-lib';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import type { StageSettings } from '../settings.ts';
import { createDeploymentFunction, deploymentResource } from './deployment-resource.ts';
import { allow } from './permissions.ts';
import type { Stage } from './stage.ts';

/*
 * The origin key, which CloudFront sends with each request to prove to functions that the request came through CloudFront.
 * CloudFront's template refers to a version of the secret, which CloudFormation resolves during a deployment; functions get
 * only hashes. A rotation (lib/operator/origin-key.ts) refers to a new version, because CloudFormation does not resolve an
 * unchanged reference again. Before the first rotation the template refers to the current version.
 */

type Keys = Pick<StageSettings, 'originKeys'>;

/** The key that CloudFront sends with each request. */
export const sentKey = ({ secretArn }: ISecret, { originKeys }: Keys): string =>
  SecretValue.secretsManager(
    secretArn,
    originKeys ? { versionId: originKeys.sent } : {},
  ).unsafeUnwrap();

/** Creates the function that hashes the keys. */
export function createKeyHasher(scope: Construct, stage: Stage): void {
  const { secretArn } = stage.data.originKey;
  createDeploymentFunction(scope, {
    stage,
    definition: systemFunctions.hashOriginKeys,
    impact: 'The deployment fails, because functions could not recognize requests from CloudFront.',
    also: [allow(['secretsmanager:GetSecretValue'], [secretArn])],
    environment: { ORIGIN_KEY_ARN: secretArn },
  });
}

/** The hashes of the keys that functions accept, separated by commas; a custom resource computes them. */
export function acceptedKeyHashes(scope: Construct, stage: Stage): string {
  const versions = stage.settings.originKeys?.accepted;
  const hashes = deploymentResource(scope, 'OriginKeyHashes', {
    stage,
    definition: systemFunctions.hashOriginKeys,
    properties: versions ? { versions } : {},
  });
  return hashes.getAttString('hashes');
}
