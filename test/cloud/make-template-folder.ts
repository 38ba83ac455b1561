import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder in which the Jest workers of a run share the synthesized templates (synthesise.ts). */
export default function makeTemplateFolder(): void {
  // Set before the workers start, because they inherit this environment.
  process.env.SYNTHESISED_TEMPLATES = mkdtempSync(join(tmpdir(), 'replypaid-templates-'));
}
