import type { Answer, AwsWorld } from './aws.ts';

/** Secrets Manager with the one secret of this machine. */
export function answerSecretsManager(world: AwsWorld, target: string, sent: string): Answer {
  if (target === 'secretsmanager.GetSecretValue')
    return json(200, { ...NAMED, SecretString: JSON.stringify(world.secrets()) });
  if (target === 'secretsmanager.PutSecretValue' && world.keepSecrets) {
    const { SecretString: text = '{}' } = JSON.parse(sent) as { readonly SecretString?: string };
    world.keepSecrets(JSON.parse(text));
    return json(200, NAMED);
  }
  return json(400, {
    __type: 'InvalidRequestException',
    message: `${target} is not known here.`,
  });
}

const NAMED = {
  ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:local',
  Name: 'local',
};

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(body),
});
