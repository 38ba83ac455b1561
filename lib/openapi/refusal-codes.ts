import { join } from 'node:path';
import { build } from 'esbuild';
import { areas } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import { CliError } from '../cli-error.ts';

/*
 * Finds the refusal codes of each operation. Some follow from its definition, because functions/serve.ts checks it. The
 * others are read from the code: esbuild bundles each handler without unreachable code, and every `new Refusal('CODE')` in
 * the bundle counts.
 */

const ROOT = join(import.meta.dirname, '../..');

type Area = keyof typeof areas;

/**
 * Returns the sorted refusal codes of every operation of these areas, by the name of the operation. Throws a CliError for
 * a refusal whose code is not a literal.
 */
export async function refusalCodes(
  names: readonly Area[] = Object.keys(areas) as Area[],
): Promise<ReadonlyMap<string, readonly RefusalCode[]>> {
  const all = names.flatMap((area) =>
    Object.values<OperationSpec>(areas[area]).map((definition) => ({ area, definition })),
  );
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: all.map(({ area, definition: { name } }) => ({
      in: `functions/${area}/${name}.ts`,
      out: name,
    })),
    outdir: '.',
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: ['*/serve.ts'],
    write: false,
    logLevel: 'silent',
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return new Map(
    all.map(({ definition }) => {
      const text = texts.get(join(ROOT, `${definition.name}.js`)) ?? '';
      const codes = new Set([...codesOf(definition), ...codesIn(definition, text)]);
      return [definition.name, [...codes].sort()];
    }),
  );
}

/** The codes that functions/serve.ts returns, according to the definition. */
function codesOf({ who, limits, refreshCookie }: OperationSpec): RefusalCode[] {
  return [
    'INVALID_INPUT',
    'INTERNAL',
    'UNAVAILABLE',
    ...(who === 'anyone' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(who === 'verified' || who === 'member' || who === 'staff' ? (['UNVERIFIED'] as const) : []),
    ...(who === 'member' ? (['PLAN_REQUIRED'] as const) : []),
    ...(who === 'staff' ? (['FORBIDDEN', 'PASSKEY_SIGN_IN_REQUIRED'] as const) : []),
    ...(limits.length > 0 ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(refreshCookie ? (['FORBIDDEN'] as const) : []),
  ];
}

/** The code of every `new Refusal` in a bundle, also of two on one line. */
export function codesIn({ name }: Pick<OperationSpec, 'name'>, text: string): RefusalCode[] {
  return [...text.matchAll(/\bnew Refusal\d*\((?:\s*"([A-Z_]+)")?/g)].map(({ 1: code, index }) => {
    if (code === undefined)
      throw new CliError(
        `${name} can reach "${text.slice(index, index + 80)}". Write the refusal code as a literal.`,
      );
    return code as RefusalCode;
  });
}
