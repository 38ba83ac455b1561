import { randomInt, randomUUID } from 'node:crypto';
import { hashOfOriginKey } from '../../functions/origin-key.ts';
import { CliError } from '../cli-error.ts';
import { writeOriginKeys } from '../origin-key-settings.ts';
import type { OriginKeys, StageSettings } from '../settings.ts';
import { deployedKeys, type KeyStore, sendsKey } from './origin-key-state.ts';
import type { AskAws } from './signed-in.ts';

/*
 * The rotation of the key between CloudFront and the functions, in three steps of this command with a deployment after
 * each: functions accept the new key beside the old, CloudFront sends the new one, functions forget the old. What is
 * deployed before and after a step fits together in any mixture, so a deployment that fails half way shuts nobody out; and
 * a step is refused until the one before is deployed. Where the rotation stands is in the settings of the stage, by the ids
 * of versions, which are no secret. If the command dies, run it again: a version that was made and not written down is
 * found by its label, and used.
 */

export type RotationStep = {
  /** What the step does, or why there is none. */
  readonly says: readonly string[];
  readonly act: () => Promise<readonly string[]>;
};

export type Rotation = {
  readonly settings: StageSettings;
  readonly keys: KeyStore;
  readonly ask: AskAws;
  /** Where the settings are; of this repository where absent. */
  readonly directory?: string;
};

/** The next step of the rotation. Throws a CliError when the one before is not deployed everywhere. */
export async function nextStep(rotation: Rotation): Promise<RotationStep> {
  const { originKeys } = rotation.settings;
  const [old, fresh] = originKeys?.accepted ?? [];
  if (!originKeys || !old || !fresh) return begin(rotation);
  return originKeys.sent === fresh
    ? finish(rotation, old, fresh)
    : switchOver(rotation, old, fresh);
}

function begin({ settings, keys, directory }: Rotation): RotationStep {
  const { stage } = settings;
  return {
    says: [
      'Step 1 of 3: makes a new key, which functions accept beside the one that CloudFront sends.',
      'After the next deployment both are valid. Nobody notices.',
    ],
    act: async () => {
      const sent = settings.originKeys?.sent ?? (await keys.labelled('AWSCURRENT'));
      if (!sent) throw new CliError('The secret of the key is empty: deploy the stage first.');
      const fresh = (await keys.labelled(NEXT)) ?? (await make(keys));
      write(stage, { sent, accepted: [sent, fresh] }, directory);
      return written(stage, '--all');
    },
  };
}

/** Its label, until it is the current one. */
const NEXT = 'NEXT';

async function make(keys: KeyStore): Promise<string> {
  const version = randomUUID();
  await keys.store(version, randomKey(), NEXT);
  return version;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** As the deployment makes it: 48 letters and digits, so that no comma is in it. */
const randomKey = () =>
  Array.from({ length: 48 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

async function switchOver(rotation: Rotation, old: string, fresh: string): Promise<RotationStep> {
  const { settings, keys, ask, directory } = rotation;
  const { stage } = settings;
  const hash = hashOfOriginKey(await keys.read(fresh));
  const without = deployedKeys(settings, ask).filter(({ accepted }) => !accepted.includes(hash));
  if (without.length > 0)
    throw new CliError(
      `${without.length} functions do not accept the new key yet, ${without[0]?.name} among them: deploy first, npx cdk deploy --all -c stage=${stage}`,
    );
  return {
    says: ['Step 2 of 3: lets CloudFront send the new key. Every function accepts it already.'],
    act: async () => {
      write(stage, { sent: fresh, accepted: [old, fresh] }, directory);
      return written(stage, nameOfFront(stage));
    },
  };
}

const nameOfFront = (stage: string) => `ReplyPaid-${stage}-Front`;

async function finish(rotation: Rotation, old: string, fresh: string): Promise<RotationStep> {
  const { settings, keys, ask, directory } = rotation;
  const { stage } = settings;
  const sends = sendsKey(nameOfFront(stage), settings, ask);
  if (sends.key !== (await keys.read(fresh)) || !sends.everywhere)
    throw new CliError(
      `CloudFront does not send the new key everywhere yet: deploy first, npx cdk deploy -c stage=${stage} ${nameOfFront(stage)}`,
    );
  return {
    says: [
      'Step 3 of 3: makes functions forget the old key. CloudFront sends the new one everywhere.',
      'After the next deployment the old key is worth nothing.',
    ],
    act: async () => {
      await keys.promote(fresh, { from: old, label: NEXT });
      write(stage, { sent: fresh, accepted: [fresh] }, directory);
      return written(stage, '--all').slice(0, 1);
    },
  };
}

const write = (stage: string, originKeys: OriginKeys, directory: string | undefined) =>
  writeOriginKeys(stage, originKeys, directory);

const written = (stage: string, stacks: string) => [
  `Written to settings/${stage}.json; commit it. Now deploy: npx cdk deploy ${stacks} -c stage=${stage}`,
  `After that: npm run rotate -- --stage ${stage}`,
];
