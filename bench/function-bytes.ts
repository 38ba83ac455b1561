import { join } from 'node:path';
import { build } from 'esbuild';
import { type BundledFunction, deployedSettings } from '#lib/bundle.ts';
import { deployedFileOf } from '#lib/deployed-file.ts';

/** The handler with the AWS SDK that functions are compared with. */
const PLAIN = 'bench/plain-handler.ts';

/** Bundles the plain handler with the settings of the functions, whole: it finds its credentials by the SDK's default chain. */
export async function bundlePlainHandler(
  directory: string,
): Promise<Pick<BundledFunction, 'file' | 'bytes'>> {
  const entry = join(import.meta.dirname, '..', PLAIN);
  const { metafile } = await build({
    ...deployedSettings([{ name: 'plain', entry }], directory),
    external: [],
  });
  const [output] = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  return { file: deployedFileOf(directory, 'plain'), bytes: output?.bytes ?? 0 };
}
