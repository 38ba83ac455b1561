import { randomInt, randomUUID } from 'node:crypto';
import { hashOfOriginKey } from '#functions/origin-key.ts';
import { CliError } from '../cli-error.ts';
import { writeOriginKeys } from '../origin-key-settings.ts';
import type { OriginKeys, StageSettings } from '../settings.ts';
import type { AwsCli } from './check-signed-in.ts';
import { acceptedKeys, type KeyStore, sentKey } from './origin-key-state.ts';

/*
 * Rotates the origin key (the key that CloudFront sends to the functions) in three steps, with a deployment after each:
 * functions accept both keys, CloudFront sends the new key, functions stop accepting the old key. CloudFront and functions
 * agree on a key at every moment of a deployment, also when it fails halfway. A step is refused until the previous one is
 * deployed. The settings of the stage record the state as version ids, which are not secret. After a crash, run the
 * command again: it finds a version that is not in the settings yet by its label.
 */

export type RotationStep = {
  /** The changes of the step, in sentences. */
  readonly summary: readonly string[];
  readonly apply: () => Promise<readonly string[]>;
};

export type Rotation = {
  readonly settings: StageSettings;
  readonly keys: KeyStore;
  readonly ask: AwsCli;
  /** The folder of the settings files. By default, settings/ of this repository. */
  readonly directory?: string;
};

/** The next step of the rotation. Throws a CliError when the previous one is not deployed everywhere. */
export async function nextRotationStep(rotation: Rotation): Promise<RotationStep> {
  const { originKeys } = rotation.settings;
  const [old, fresh] = originKeys?.accepted ?? [];
  if (!originKeys || !old || !fresh) return begin(rotation);
  return originKeys.sent === fresh
    ? finish(rotation, old, fresh)
    : sendNewKey(rotation, old, fresh);
}

function begin({ settings, keys, directory }: Rotation): RotationStep {
  const { stage } = settings;
  return {
    summary: [
      'Step 1 of 3: creates a new key, which functions accept in addition to the current one.',
      'After the next deployment both keys are valid. Users are not affected.',
    ],
    apply: async () => {
      const sent = settings.originKeys?.sent ?? (await keys.labeled('AWSCURRENT'));
      if (!sent) throw new CliError('The secret of the key is empty: deploy the stage first.');
      const fresh = (await keys.labeled(NEXT)) ?? (await createKey(keys));
      write(stage, { sent, accepted: [sent, fresh] }, directory);
      return nextCommands(stage, '--all');
    },
  };
}

/** The label of the new version until it is the current one. */
const NEXT = 'NEXT';

async function createKey(keys: KeyStore): Promise<string> {
  const version = randomUUID();
  await keys.store(version, randomKey(), NEXT);
  return version;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 48 letters and digits, like the key that the deployment generates. It must not contain a comma. */
const randomKey = () =>
  Array.from({ length: 48 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

async function sendNewKey(rotation: Rotation, old: string, fresh: string): Promise<RotationStep> {
  const { settings, keys, ask, directory } = rotation;
  const { stage } = settings;
  const hash = hashOfOriginKey(await keys.read(fresh));
  const without = acceptedKeys(settings, ask).filter(({ accepted }) => !accepted.includes(hash));
  if (without.length > 0)
    throw new CliError(
      `${without.length} functions do not accept the new key yet (for example ${without[0]?.name}). Deploy first: npx cdk deploy --all -c stage=${stage}`,
    );
  return {
    summary: ['Step 2 of 3: makes CloudFront send the new key. Every function already accepts it.'],
    apply: async () => {
      write(stage, { sent: fresh, accepted: [old, fresh] }, directory);
      return nextCommands(stage, nameOfFront(stage));
    },
  };
}

const nameOfFront = (stage: string) => `ReplyPaid-${stage}-Front`;

async function finish(rotation: Rotation, old: string, fresh: string): Promise<RotationStep> {
  const { settings, keys, ask, directory } = rotation;
  const { stage } = settings;
  const sends = sentKey(nameOfFront(stage), settings, ask);
  if (sends.key !== (await keys.read(fresh)) || !sends.everywhere)
    throw new CliError(
      `CloudFront does not send the new key everywhere yet. Deploy first: npx cdk deploy -c stage=${stage} ${nameOfFront(stage)}`,
    );
  return {
    summary: [
      'Step 3 of 3: makes functions reject the old key. CloudFront sends the new one everywhere.',
      'After the next deployment the old key is useless.',
    ],
    apply: async () => {
      await keys.promote(fresh, { from: old, label: NEXT });
      write(stage, { sent: fresh, accepted: [fresh] }, directory);
      return nextCommands(stage, '--all').slice(0, 1);
    },
  };
}

const write = (stage: string, originKeys: OriginKeys, directory: string | undefined) =>
  writeOriginKeys(stage, originKeys, directory);

const nextCommands = (stage: string, stacks: string) => [
  `Written to settings/${stage}.json; commit it. Now deploy: npx cdk deploy ${stacks} -c stage=${stage}`,
  `After that: npm run rotate -- --stage ${stage}`,
];
