import { buildDeployedFunctions } from '#lib/local/builds.ts';

/** Builds the files that a deployment has, unless the existing build is up to date, before several test files use them. */
export default async function buildDeployed(): Promise<void> {
  await buildDeployedFunctions((line) => process.stderr.write(`${line}\n`));
}
