import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The file of a deployed function in the folder of the bundles: `auth/checkUser/checkUser.cjs`. Its folder is its code asset. */
export const deployedFileOf = (directory: string, name: string): string =>
  join(directory, name, `${basename(name)}.cjs`);

/** The functions of a build that contain a module, each by its name, with the path of its file in the repository. */
export const functionsWith = (
  { outputs }: Metafile,
  module: string,
): readonly (readonly [name: string, file: string])[] =>
  Object.entries(outputs).flatMap(([file, { entryPoint, inputs }]) =>
    entryPoint && inputs[module]
      ? [[entryPoint.replace(/^functions\//, '').replace(/\.ts$/, ''), file] as const]
      : [],
  );
