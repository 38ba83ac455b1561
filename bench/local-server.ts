import { startLocal } from '#lib/local/local.ts';
import { answerParent } from './server-process.ts';

/*
 * The local server without web app and demo data, as a process of the bench. Arguments: the folder of its data; `streaming`, if
 * it works off domain events by itself.
 */

const [, , folder = '', mode = ''] = process.argv;
const local = await startLocal({
  folder,
  port: 0,
  seed: false,
  web: false,
  quiet: true,
  // At rest the stream is read only when the load generator asks for it, so never while it measures calls.
  atRest: mode !== 'streaming',
});
answerParent({
  url: () => local.url,
  drain: () => local.drain(),
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
  stop: () => local.stop(),
});
