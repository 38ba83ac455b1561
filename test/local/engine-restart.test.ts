import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { identityOf } from '#lib/local/process-identity.ts';
import { readLocal, registerOver, visitorOver } from '../support/client.ts';
import { until } from '../support/until.ts';
import { Machine, newFolder } from './machine.ts';

const { folder, remove } = newFolder();
let machine: Machine | undefined;
afterAll(async () => {
  await machine?.end('SIGTERM');
  remove();
});

const enginePid = (): number =>
  JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')).engine.pid;

/** Puts a directory in the place of the engine's file, so that no engine can start until the returned function is called. */
function blockRestart(): () => void {
  const [file, moved] = [join(folder, 'table.db'), join(folder, 'moved.db')];
  renameSync(file, moved);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(moved, file);
  };
}

/** Repeats a request until its answer is as wanted. */
async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await ask();
  await until(async () => {
    if (!isWanted(answer)) answer = await ask();
    return isWanted(answer);
  });
  return answer;
}

test('a killed engine is restarted: calls are UNAVAILABLE meanwhile, and acknowledged writes and their events are kept', async () => {
  machine = new Machine(folder);
  const url = await machine.ready();
  const ben = await registerOver(url, {
    fullName: 'Ben Okafor',
    username: 'ben.okafor',
    phoneNumber: '(555) 555-0102',
    password: 'Letters-4-all',
    price: '5.00',
    perMonth: '1',
  });
  const rename = (userFullName: string) =>
    responseTo(
      ben.editsProfile({
        username: 'ben.okafor',
        userFullName,
        userBio: '',
        categoryId: 'CATEGORY_07',
        subCategoryId: 'CATEGORY_07_01',
      }),
    );
  const health = () => readLocal(url, '/_local/health');
  expect(await health()).toMatchObject({ ready: true, engine: 'running', engineRestarts: 0 });

  const killed = enginePid();
  const allowRestart = blockRestart();
  expect((await rename('Benedict Okafor')).http).toBe(200);
  process.kill(killed, 'SIGKILL');
  expect(await untilAnswered(health, ({ engine }) => engine === 'down')).toMatchObject({
    status: 'UNAVAILABLE',
    ready: false,
    engineRestarts: 0,
  });
  for (const answer of [await responseTo(ben.dashboard()), await rename('Lost Okafor')])
    expect(answer).toMatchObject({ http: 503, body: { status: 'UNAVAILABLE' } });

  allowRestart();
  expect(await untilAnswered(health, ({ ready }) => ready)).toMatchObject({ engineRestarts: 1 });
  const again = await visitorOver(url).signsIn('ben.okafor', { password: 'Letters-4-all' });
  expect(again.full_name).toBe('Benedict Okafor');
  // The subscriber of the event adds the new name to the search index.
  const search = () => responseTo(ben.finds('Benedict'));
  const found = await untilAnswered(search, ({ body }) => body.data?.length > 0);
  expect(found.body.data).toMatchObject([{ username: 'ben.okafor' }]);

  const restarted = enginePid();
  expect([identityOf(killed), identityOf(restarted)]).toEqual([undefined, expect.any(String)]);
  expect(await machine.end('SIGTERM')).toBe(0);
  expect(identityOf(restarted)).toBeUndefined();
});
