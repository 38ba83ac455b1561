import type { Answer, AwsWorld } from './aws.ts';

/** Secrets Manager with the one secret of this machine. */
export function answerSecretsManager(world: AwsWorld, target: string): Answer {
  if (target !== 'secretsmanager.GetSecretValue')
    return json(400, {
      __type: 'InvalidRequestException',
      message: 'Only GetSecretValue is known here.',
    });
  return json(200, {
    ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:local',
    Name: 'local',
    SecretString: JSON.stringify(world.secrets()),
  });
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(body),
});
