import { SECRET_FIELDS, type SecretName, secretNameIn } from '#shared/secret-names.ts';
import { type Answer, type AwsWorld, json } from './service.ts';

/** Emulates Secrets Manager: each secret holds its own fields of the local secrets. */
export function answerSecretsManager(world: AwsWorld, target: string, sent: string): Answer {
  const asked = JSON.parse(sent) as { readonly SecretId?: string; readonly SecretString?: string };
  const name = secretNameIn(asked.SecretId ?? '');
  if (target === 'secretsmanager.GetSecretValue')
    return json(200, { ...NAMED, SecretString: JSON.stringify(contentOf(name, world.secrets())) });
  if (target === 'secretsmanager.PutSecretValue' && world.keepSecrets) {
    const stored = contentOf(name, JSON.parse(asked.SecretString ?? '{}'));
    world.keepSecrets({ ...world.secrets(), ...stored });
    return json(200, NAMED);
  }
  return json(400, {
    __type: 'InvalidRequestException',
    message: `${target} is not known here.`,
  });
}

function contentOf(name: SecretName | undefined, all: Readonly<Record<string, unknown>>) {
  if (!name) return all;
  return Object.fromEntries(SECRET_FIELDS[name].map((field) => [field, all[field]]));
}

const NAMED = {
  ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:local',
  Name: 'local',
};
