import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { chosenBrowser } from '@replypaid/test-browser/installed';
import { ENGINE_PLATFORMS, engineCommand } from '#lib/local/engine-command.ts';
import { endCommand, identityOf } from '#lib/local/process-identity.ts';
import { chosenStage, leftOut, WITHOUT_ENGINE } from '../support/stages/chosen.js';
import sayWhatIsLeftOut from '../support/stages/say-what-is-left-out.ts';

/* What differs on other platforms. Each test sets the platform; whether their programs run was not tried. */

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'));
const real = { platform: process.platform, arch: process.arch };
const variables = { ...process.env };
let folder: string;

function setPlatform(name: string): void {
  const [platform = '', arch = ''] = name.split('-');
  Object.defineProperty(process, 'platform', { value: platform });
  Object.defineProperty(process, 'arch', { value: arch });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-platforms-'));
  process.env.PATH = folder;
  for (const name of ['DYNAMODB_LOCAL', 'CHROMIUM_PATH', 'STAGE']) delete process.env[name];
});
afterEach(() => {
  setPlatform(`${real.platform}-${real.arch}`);
  for (const name of ['PATH', 'DYNAMODB_LOCAL', 'CHROMIUM_PATH', 'STAGE'])
    if (variables[name] === undefined) delete process.env[name];
    else process.env[name] = variables[name];
  rmSync(folder, { recursive: true });
});

/** Writes a program that prints its arguments. */
function writeProgram(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\nconsole.log(process.argv.slice(2).join(' '));\n`);
  chmodSync(path, 0o755);
  return path;
}

const installed = (id: string) => `/packages/${id}`;
const missing = () => {
  throw new Error('MODULE_NOT_FOUND');
};

describe('the database engine', () => {
  test.each(ENGINE_PLATFORMS)('of %s is a locked optional dependency for that platform', (name) => {
    const [os, cpu] = name.split('-');
    const manifest = read('package.json');
    const version = manifest.optionalDependencies['@dynoxide/linux-x64'];
    expect(manifest.optionalDependencies).toMatchObject({ [`@dynoxide/${name}`]: version });
    expect(read('package-lock.json').packages[`node_modules/@dynoxide/${name}`]).toMatchObject({
      version,
      optional: true,
      os: [os],
      cpu: [cpu],
    });
  });

  test.each(ENGINE_PLATFORMS)('of %s is that of its package', (name) => {
    setPlatform(name);
    const [program, ...words] = engineCommand(8_000, '/data/table.db', installed);
    const file = name === 'win32-x64' ? 'dynoxide.exe' : 'dynoxide';
    expect(program).toBe(`/packages/@dynoxide/${name}/${file}`);
    expect(words.join(' ')).toBe('--host 127.0.0.1 --port 8000 --db-path /data/table.db');
  });

  test('is a dynoxide on the PATH where its package is not installed', () => {
    setPlatform('darwin-arm64');
    process.env.PATH = ['/nowhere', folder].join(delimiter);
    const path = writeProgram('dynoxide');
    expect(engineCommand(8_000, undefined, missing)[0]).toBe(path);
  });

  test('that could not be had is named first in the message, then the PATH, DynamoDB Local last', () => {
    setPlatform('linux-arm64');
    expect(() => engineCommand(8_000, undefined, missing)).toThrow(
      /^The package .* @dynoxide\/linux-arm64, .* dynoxide on the PATH, .* DynamoDB Local .*Java\.$/,
    );
  });

  test('has no package for another platform, and the message says so', () => {
    setPlatform('freebsd-x64');
    expect(() => engineCommand(8_000, undefined, missing)).toThrow(
      /^There is no embedded database engine for freebsd-x64: put a dynoxide on the PATH/,
    );
  });
});

describe('the tests of functions and storage', () => {
  test.each(ENGINE_PLATFORMS)('play on the engine on %s, and no project is left out', (name) => {
    setPlatform(name);
    expect(chosenStage()).toBe('engine');
    expect(leftOut()).toEqual([]);
  });

  test('play in memory where no engine is built, and one line says so', async () => {
    setPlatform('freebsd-x64');
    expect(chosenStage()).toBe('memory');
    expect(leftOut()).toContain('e2e');
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await sayWhatIsLeftOut();
    expect(written.mock.calls).toEqual([[`${WITHOUT_ENGINE}\n`]]);
    expect(WITHOUT_ENGINE).toMatch(/^No database engine is built for this platform: .+[^\n]$/);
    written.mockRestore();
  });

  test('play there on a dynoxide on the PATH, or on the engine that a variable names', () => {
    setPlatform('freebsd-x64');
    process.env.DYNAMODB_LOCAL = '/opt/dynamodb';
    expect(chosenStage()).toBe('engine');
    delete process.env.DYNAMODB_LOCAL;
    writeProgram('dynoxide');
    expect(chosenStage()).toBe('engine');
  });

  test('play where STAGE says, and nowhere if that is no stage', () => {
    process.env.STAGE = 'memory';
    expect(chosenStage()).toBe('memory');
    process.env.STAGE = 'cloud';
    expect(() => chosenStage()).toThrow('STAGE=cloud: tests play on STAGE=engine or STAGE=memory.');
  });
});

describe('a process is told apart from a later one with its pid', () => {
  // Elsewhere there is no /proc to read.
  if (real.platform === 'linux')
    test('on Linux by /proc, where a minimal machine has no ps', () => {
      setPlatform('linux-x64');
      expect(identityOf(process.pid)).toMatch(/^\d+ .*node/);
    });

  test('on a Mac by ps', () => {
    setPlatform('darwin-arm64');
    writeProgram('ps');
    expect(identityOf(process.pid)).toBe(`-o lstart=,command= -p ${process.pid}`);
  });

  test('on Windows by PowerShell, which prints its start time', () => {
    setPlatform('win32-x64');
    writeProgram('powershell');
    expect(identityOf(process.pid)).toContain(
      `-Command (Get-Process -Id ${process.pid}).StartTime.ToFileTimeUtc()`,
    );
  });
});

test('the command that ends a process is one of its platform', () => {
  setPlatform('darwin-arm64');
  expect(endCommand(7)).toBe('kill 7');
  setPlatform('win32-x64');
  expect(endCommand(7)).toBe('taskkill /f /pid 7');
});

describe('the browser of the tests of screens', () => {
  const nothing = () => false;
  const only = (part: string) => (path: string) => path.includes(part);

  test('is the packaged one on Linux with x64', () => {
    setPlatform('linux-x64');
    expect(chosenBrowser(nothing)).toBe('packaged');
  });

  test.each([
    ['darwin-arm64', 'Google Chrome'],
    ['darwin-x64', 'Microsoft Edge'],
    ['win32-x64', 'chrome.exe'],
    ['win32-x64', 'msedge.exe'],
    ['linux-arm64', 'chromium'],
  ])('is on %s an installed %s', (platform, name) => {
    setPlatform(platform);
    expect(chosenBrowser(only(name))).toContain(name);
  });

  test('is missing where none is installed, so these tests are left out', () => {
    setPlatform('darwin-arm64');
    expect(chosenBrowser(nothing)).toBeUndefined();
  });

  test('is on every platform the one that CHROMIUM_PATH names', () => {
    setPlatform('darwin-arm64');
    process.env.CHROMIUM_PATH = '/my/chromium';
    expect(chosenBrowser(nothing)).toBe('/my/chromium');
  });
});
