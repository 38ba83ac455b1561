import { expect, test } from '@jest/globals';
import { Shutdown } from '#lib/local/shutdown.ts';

test('a shutdown stops one part after the other, the last started first, also if one fails or does not end', async () => {
  const shutdown = new Shutdown();
  const stopped: string[] = [];
  const part = (name: string, end: () => unknown = () => undefined) =>
    shutdown.add(() => {
      stopped.push(name);
      return end();
    });
  part('engine');
  part('emulators', () => {
    throw new Error('fails');
  });
  part('functions', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    stopped.push('functions ended');
    throw new Error('fails late');
  });
  part('workers', () => new Promise(() => undefined));
  expect(shutdown.hasBegun).toBe(false);
  await Promise.all([shutdown.close(), shutdown.close()]);
  expect(stopped).toEqual(['workers', 'functions', 'functions ended', 'emulators', 'engine']);
  expect(shutdown.hasBegun).toBe(true);
});

test('a part that is added after the shutdown began is stopped at once', async () => {
  const shutdown = new Shutdown();
  const closed = shutdown.close();
  const stopped: string[] = [];
  shutdown.add(() => stopped.push('engine'));
  expect(stopped).toEqual(['engine']);
  await closed;
});
