import type { Construct } from 'constructs';
import { systemFunctions } from '../../shared/api/system-functions.ts';
import { deploymentResource } from './deployment-resource.ts';
import { allow } from './permissions.ts';
import type { Stage } from './stage.ts';

/**
 * The public keys that verify access tokens, as JSON. A custom resource generates the key pairs when the stage is created
 * and when the setting `tokenKeys` changes; the private keys are stored only in their secret.
 */
export function tokenPublicKeys(scope: Construct, stage: Stage): string {
  const { secretArn } = stage.data.secrets.tokenKeys;
  const keys = deploymentResource(scope, 'TokenPublicKeys', {
    stage,
    definition: systemFunctions.makeTokenKeys,
    impact: 'The deployment fails, because functions could not verify access tokens.',
    also: [allow(['secretsmanager:PutSecretValue'], [secretArn])],
    properties: stage.settings.tokenKeys,
  });
  return keys.getAttString('publicKeys');
}
