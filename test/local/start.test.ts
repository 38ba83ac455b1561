import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { runningEnvironment } from '#lib/local/lock.ts';
import { identityOf } from '#lib/local/process-identity.ts';
import { readStageSettings } from '#lib/settings.ts';
import { readLocal, registerOver, visitorOver } from '../support/client.ts';
import { Machine, newFolder } from './machine.ts';

const { folder, remove } = newFolder();
const machines: Machine[] = [];

function begin(...given: ConstructorParameters<typeof Machine>): Machine {
  const machine = new Machine(...given);
  machines.push(machine);
  return machine;
}

afterAll(async () => {
  for (const machine of machines) await machine.end('SIGTERM');
  remove();
});

const enginePid = (): number =>
  JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')).engine.pid;

const ben = {
  fullName: 'Ben Okafor',
  username: 'ben.okafor',
  phoneNumber: '(555) 555-0102',
  password: 'Letters-4-all',
  price: '5.00',
  perMonth: '1',
};

describe('starting the local product', () => {
  test('after a kill keeps all written data, and stops the database process of the killed run', async () => {
    const first = begin(folder);
    await registerOver(await first.ready(), ben);
    const leftBehind = enginePid();
    await first.end('SIGKILL');
    expect(identityOf(leftBehind)).toBeDefined();

    const second = begin(folder);
    const url = await second.ready();
    expect(identityOf(leftBehind)).toBeUndefined();
    const again = await visitorOver(url).signsIn(ben.username, { password: ben.password });
    expect(again.full_name).toBe(ben.fullName);
    const { data } = await readLocal(url, '/_local/sms?phoneNumber=5555550102');
    expect(data[0].code).toMatch(/^\d{6}$/);

    const third = begin(folder);
    expect(await third.end()).toBe(1);
    expect(third.said).toContain(`already runs from ${folder} at ${url}`);

    const engine = enginePid();
    expect(await second.end('SIGINT')).toBe(0);
    expect(identityOf(engine)).toBeUndefined();
  });

  test('starts over with new data at the same address when its page asks for it', async () => {
    const own = newFolder();
    const machine = begin(own.folder);
    const url = await machine.ready();
    await registerOver(url, ben);
    const isTaken = async () => {
      const body = await visitorOver(url).asksForUsername(ben.username);
      return body.usernameExists;
    };
    expect(await isTaken()).toBe(true);
    expect((await fetch(`${url}/_local/start-over`, { method: 'POST' })).status).toBe(200);
    const again = machine.said.length;
    await machine.untilReady(again);
    expect(await isTaken()).toBe(false);
    expect(await machine.end('SIGTERM')).toBe(0);
    own.remove();
  });

  test('with data of an earlier format says how to start over, and keeps the data', async () => {
    const own = newFolder();
    const note = join(own.folder, 'world.json');
    mkdirSync(own.folder, { recursive: true });
    writeFileSync(note, '{"firstDay":"2026-01-01"}');
    const machine = begin(own.folder);
    expect(await machine.end()).toBe(1);
    expect(machine.said.trim()).toBe(
      `${own.folder} has data that an earlier version stored, and this one cannot read.\n` +
        'npm start -- --fresh deletes it and starts over.',
    );
    expect(readFileSync(note, 'utf8')).toBe('{"firstDay":"2026-01-01"}');
    own.remove();
  });

  test('on a port in use fails with the port and what to do', async () => {
    const taker = createServer();
    await new Promise<void>((resolve) => taker.listen(0, '127.0.0.1', resolve));
    const { port } = taker.address() as AddressInfo;
    const machine = begin(folder, port);
    expect(await machine.end()).toBe(1);
    expect(machine.said.trim()).toBe(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    );
    await new Promise((resolve) => taker.close(resolve));
  });

  test('validates the settings of a stage as a deployment does', async () => {
    const own = newFolder();
    const trying = (stage: string) => {
      process.env.STAGE = stage;
      const machine = begin(own.folder);
      delete process.env.STAGE;
      return machine;
    };
    const misspelt = trying('exmaple');
    expect(await misspelt.end()).toBe(1);
    expect(misspelt.said.trim()).toMatch(/^The stage "exmaple" has no settings: .*\.$/);

    const example = trying('example');
    await example.ready();
    const { SETTINGS = '' } = runningEnvironment(own.folder) ?? {};
    const { fees, launchDate } = readStageSettings('example');
    expect(JSON.parse(SETTINGS)).toMatchObject({ stage: 'local', fees, launchDate });
    await example.end('SIGTERM');
    own.remove();
  });
});
