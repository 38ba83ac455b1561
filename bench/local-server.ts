import { startLocal } from '#lib/local/local.ts';
import { answerParent } from './server-process.ts';

/*
 * The local server without web app and demo data, as a process of the bench. Argument: the folder of its data.
 */

const [, , folder = ''] = process.argv;
const local = await startLocal({
  folder,
  port: 0,
  seed: false,
  web: false,
  quiet: true,
  // At rest the stream is read only when the load generator asks for it, so never while it measures calls.
  atRest: true,
});
answerParent({
  url: () => local.url,
  drain: () => local.drain(),
  stop: () => local.stop(),
});
