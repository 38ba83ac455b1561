import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { createDeploymentFunction, deploymentResource } from './deployment-resource.ts';
import { allow } from './permissions.ts';
import type { Stage } from './stage.ts';

/** Creates the function that generates the key pairs of access tokens. */
export function createTokenKeyMaker(scope: Construct, stage: Stage): void {
  const { secretArn } = stage.data.secrets.tokenKeys;
  createDeploymentFunction(scope, {
    stage,
    definition: systemFunctions.makeTokenKeys,
    impact: 'The deployment fails, because functions could not verify access tokens.',
    also: [allow(['secretsmanager:PutSecretValue'], [secretArn])],
  });
}

/**
 * The public keys that verify access tokens, as JSON. A custom resource generates the key pairs when the stage is created
 * and when the setting `tokenKeys` changes; the private keys are stored only in their secret. The resource of the second stack
 * finds the keys that the first one generated, so the stacks must not be deployed at the same time.
 */
export function tokenPublicKeys(scope: Construct, stage: Stage): string {
  const keys = deploymentResource(scope, 'TokenPublicKeys', {
    stage,
    definition: systemFunctions.makeTokenKeys,
    properties: stage.settings.tokenKeys,
  });
  return keys.getAttString('publicKeys');
}
