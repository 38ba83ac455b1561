import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openApiDocument } from '#lib/openapi/document.ts';
import { refusalCodes } from '#lib/openapi/refusal-codes.ts';
import { runCommand } from '#lib/operator/command.ts';

/* Writes the OpenAPI document of the stage's operations. */

const USAGE = `npm run openapi

Writes dist/openapi.json, the OpenAPI 3.1 document of every operation: its input, its response, its refusals, with examples.
It is generated from shared/api and from the refusals that each handler can reach.`;

const FILE = join(import.meta.dirname, '../dist/openapi.json');

await runCommand(USAGE, async () => {
  const document = openApiDocument(await refusalCodes());
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
  console.log(FILE);
});
