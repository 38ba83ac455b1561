import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OriginKeys } from './settings.ts';

const SETTING = /"originKeys": \{[^}]*\}/;

/** Writes `originKeys` into settings/<stage>.json without changing any other line. */
export function writeOriginKeys(
  stage: string,
  { sent, accepted }: OriginKeys,
  directory = join(import.meta.dirname, '../settings'),
): void {
  const file = join(directory, `${stage}.json`);
  const text = readFileSync(file, 'utf8');
  const versions = accepted.map((version) => JSON.stringify(version)).join(', ');
  const setting = `"originKeys": {\n    "sent": ${JSON.stringify(sent)},\n    "accepted": [${versions}]\n  }`;
  writeFileSync(
    file,
    SETTING.test(text)
      ? text.replace(SETTING, () => setting)
      : text.replace(/\s*\}\s*$/, () => `,\n  ${setting}\n}\n`),
  );
}
