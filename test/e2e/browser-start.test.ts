import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

const START = `
  import('./test/support/browser.ts')
    .then(({ startProduct }) => startProduct({ seed: false }))
    .catch(({ message }) => console.log('rejected: ' + message));
`;

/** Resolves with the output of a process once it has exited. */
function printed(env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--eval', START], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', reject).on('close', () => resolve(output));
  });
}

test('a browser that fails to start leaves no process that keeps the test run alive', async () => {
  expect(await printed({ CHROMIUM_PATH: join(ROOT, 'no-such-browser') })).toMatch(
    /^rejected: .*no-such-browser/s,
  );
});
