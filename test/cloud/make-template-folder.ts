import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder where the workers of a run share the templates that they synthesise (synthesise.ts). */
export default function makeTemplateFolder(): void {
  // Before the workers start, which have their environment from here.
  process.env.SYNTHESISED_TEMPLATES = mkdtempSync(join(tmpdir(), 'replypaid-templates-'));
}
