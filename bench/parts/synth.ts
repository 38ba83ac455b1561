import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* How long the templates of the whole cloud take, bundling included. Prints JSON. */

const directory = mkdtempSync(join(tmpdir(), 'replypaid-synth-'));
const cdk = join(import.meta.dirname, '../../node_modules/.bin/cdk');
const began = performance.now();
execFileSync(cdk, ['synth', '--quiet', '--output', directory], { stdio: 'ignore' });
const seconds = Math.round((performance.now() - began) / 100) / 10;
rmSync(directory, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ seconds }));
