import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildFunctions } from '#lib/local/builds.ts';
import { Lambdas, VERSIONS_PER_WORKER, workerFileOf } from '#lib/local/lambdas/lambdas.ts';
import { newFolder } from './machine.ts';

const { folder, remove } = newFolder();
let built: string;
let lambdas: Lambdas;

const start = () =>
  new Lambdas({
    directory: folder,
    workerFile: workerFileOf(built),
    environment: () => ({}),
    onLine: () => undefined,
  });

beforeAll(async () => {
  built = await buildFunctions(() => undefined);
  lambdas = start();
});

afterAll(async () => {
  await lambdas.stop();
  remove();
});

/** Writes a function that returns a text. A call that waits is answered once a call that does not wait has been made. */
function writeFunction(text: string): void {
  mkdirSync(join(folder, 'area'), { recursive: true });
  const code = `export const handler = ({ waits }) =>
    new Promise((resolve) => {
      // It reaches the calls of an earlier worker.
      const channel = new BroadcastChannel('${folder}');
      const answer = () => { channel.close(); resolve('${text}'); };
      if (waits) channel.onmessage = answer;
      else { channel.postMessage('answer'); answer(); }
    });`;
  writeFileSync(join(folder, 'area/answer.mjs'), code);
}

const answer = (event = {}) => lambdas.invoke('area/answer', event, { timeoutMs: 60_000 });

test.each([
  ['a reload', 1],
  ['so many reloads that a new worker starts', VERSIONS_PER_WORKER],
])(
  'after %s a changed function answers, and a call in progress completes with the old code',
  async (_, reloads) => {
    writeFunction('old');
    lambdas.reload();
    expect(await answer()).toBe('old');
    const inProgress = answer({ waits: true });
    writeFunction('new');
    for (let nth = 0; nth < reloads; nth += 1) lambdas.reload();
    expect(await answer()).toBe('new');
    expect(await inProgress).toBe('old');
  },
);

test('a finish completes the calls in progress, and later calls fail as stopped', async () => {
  writeFunction('old');
  const finishing = start();
  const inProgress = finishing.invoke('area/answer', {}, { timeoutMs: 60_000 });
  await finishing.finish();
  await finishing.stop();
  expect(await inProgress).toBe('old');
  const later = finishing.invoke('area/answer', {}, { timeoutMs: 60_000 });
  await expect(later).rejects.toMatchObject({ kind: 'stopped' });
});

test('a stop fails the calls in progress as stopped', async () => {
  const stopping = start();
  const inProgress = stopping.invoke('area/answer', { waits: true }, { timeoutMs: 60_000 });
  const failed = expect(inProgress).rejects.toMatchObject({ kind: 'stopped' });
  await stopping.stop();
  await failed;
});
