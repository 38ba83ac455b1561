import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OPENAPI_FILE, openApiText } from '../lib/openapi/document.ts';
import { runCommand } from '../lib/operator/command.ts';

/* `npm run openapi`: writes the OpenAPI document of the product's operations, to be read like any other change. */

const USAGE = `npm run openapi

Writes docs/api/openapi.json: every operation of shared/api with its input, its output and its refusals, in OpenAPI 3.1.`;

await runCommand(USAGE, async () => {
  mkdirSync(dirname(OPENAPI_FILE), { recursive: true });
  writeFileSync(OPENAPI_FILE, await openApiText());
  console.log(OPENAPI_FILE);
});
