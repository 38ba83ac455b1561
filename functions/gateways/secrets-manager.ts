import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clientSettings } from '../aws-clients.ts';

/** Makes a client of Secrets Manager. */
export const newSecretsManager = (): SecretsManagerClient =>
  new SecretsManagerClient(clientSettings('SECRETS_MANAGER', { tries: 3, timeout: 3_000 }));
