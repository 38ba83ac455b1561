import {
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { CliError } from '../cli-error.ts';
import { nameInStage, type StageSettings } from '../settings.ts';
import type { AwsCli } from './check-signed-in.ts';

/* Reads the state of the origin key (which CloudFront sends to the functions): the deployed values, and the versions of its secret. */

/** The versions of the origin key's secret. Values are never printed. */
export type KeyStore = {
  /** The id of the version with this label. */
  labeled(label: string): Promise<string | undefined>;
  read(version: string): Promise<string>;
  store(version: string, value: string, label: string): Promise<void>;
  /** Makes a version the current one and removes its label. Idempotent. */
  promote(version: string, given: { readonly from: string; readonly label: string }): Promise<void>;
};

/** Accesses the versions of the secret with this ARN. */
export function keyStore(SecretId: string, region: string): KeyStore {
  const client = new SecretsManagerClient({ region, maxAttempts: 3 });
  const labeled = async (label: string) => {
    const { Versions = [] } = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
    return Versions.find(({ VersionStages = [] }) => VersionStages.includes(label))?.VersionId;
  };
  const move = (VersionStage: string, RemoveFromVersionId: string, MoveToVersionId?: string) =>
    client.send(
      new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage,
        RemoveFromVersionId,
        MoveToVersionId,
      }),
    );
  return {
    labeled,
    read: async (VersionId) => {
      const { SecretString } = await client.send(
        new GetSecretValueCommand({ SecretId, VersionId }),
      );
      if (!SecretString) throw new CliError(`The secret has no version ${VersionId}.`);
      return SecretString;
    },
    store: async (ClientRequestToken, SecretString, label) => {
      await client.send(
        new PutSecretValueCommand({
          SecretId,
          ClientRequestToken,
          SecretString,
          VersionStages: [label],
        }),
      );
    },
    promote: async (version, { from, label }) => {
      if ((await labeled('AWSCURRENT')) !== version) await move('AWSCURRENT', from, version);
      if ((await labeled(label)) === version) await move(label, version);
    },
  };
}

const resources = z.object({
  StackResources: z.array(
    z.object({
      ResourceType: z.string(),
      LogicalResourceId: z.string(),
      PhysicalResourceId: z.string(),
    }),
  ),
});

/** Finds the physical id of a stack's resource by its type and a prefix of its logical id. */
export function resourceOf(
  ask: AwsCli,
  { region }: StageSettings,
  stack: string,
  type: string,
  prefix = '',
): string {
  const { StackResources: all } = resources.parse(
    ask('cloudformation', 'describe-stack-resources', '--stack-name', stack, '--region', region),
  );
  const found = all.find(
    ({ ResourceType, LogicalResourceId }) =>
      ResourceType === type && LogicalResourceId.startsWith(prefix),
  );
  if (!found) throw new CliError(`The stack ${stack} has no ${type}: deploy it first.`);
  return found.PhysicalResourceId;
}

const configuration = z.object({
  FunctionName: z.string(),
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.string()) })),
});
const functions = z.object({ Functions: z.array(configuration) });

/** The functions of a stage that check the origin key, with the key hashes that each accepts. In production, those of the live alias. */
export function acceptedKeys(
  { stage, region, production }: StageSettings,
  ask: AwsCli,
): readonly { readonly name: string; readonly accepted: readonly string[] }[] {
  const { Functions: all } = functions.parse(ask('lambda', 'list-functions', '--region', region));
  const ours = all.filter(
    ({ FunctionName, Environment }) =>
      FunctionName.startsWith(nameInStage(stage, '')) && Environment?.Variables.ORIGIN_KEY_HASHES,
  );
  if (ours.length === 0)
    throw new CliError(`The stage ${stage} has no functions: deploy it first.`);
  const released = (name: string) => {
    const words = ['--function-name', name, '--qualifier', 'live', '--region', region];
    return configuration.parse(ask('lambda', 'get-function-configuration', ...words));
  };
  return ours.map((listed) => {
    const { Environment } = production ? released(listed.FunctionName) : listed;
    const accepted = Environment?.Variables.ORIGIN_KEY_HASHES?.split(',') ?? [];
    return { name: listed.FunctionName, accepted };
  });
}

const distribution = z.object({
  Distribution: z.object({
    Status: z.string(),
    DistributionConfig: z.object({
      Origins: z.object({
        Items: z.array(
          z.object({
            CustomHeaders: z.object({
              Items: z._default(
                z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })),
                [],
              ),
            }),
          }),
        ),
      }),
    }),
  }),
});

/** The key that CloudFront sends, and whether the change has reached every edge location. */
export function sentKey(front: string, settings: StageSettings, ask: AwsCli) {
  const id = resourceOf(ask, settings, front, 'AWS::CloudFront::Distribution');
  const { Distribution: found } = distribution.parse(
    ask('cloudfront', 'get-distribution', '--id', id),
  );
  const headers = found.DistributionConfig.Origins.Items.flatMap(
    ({ CustomHeaders }) => CustomHeaders.Items,
  );
  const key = headers.find(({ HeaderName }) => HeaderName.toLowerCase() === 'x-origin-key');
  return { key: key?.HeaderValue, everywhere: found.Status === 'Deployed' };
}
