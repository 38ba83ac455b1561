import type { PublicSettings } from '../../../shared/settings.ts';
import { stageDocument, stageWorker } from '../../stage-document.ts';
import type { Visit } from './front.ts';
import { setPageHeaders } from './page-headers.ts';
import { StaticFiles } from './static-files.ts';

/** The web app as it was built, and as a stage serves it. */
export const webFilesOf = (built: string, settings: PublicSettings): StaticFiles =>
  new StaticFiles(built, {
    '/index.html': (text) => stageDocument(text, settings),
    '/sw.js': (text) => stageWorker(text, settings),
  });

/** A file of the web app, or the app itself for every other address: its router knows what that shows. */
export async function sendWebApp(
  files: StaticFiles,
  realStripe: boolean,
  { request, response, url }: Pick<Visit, 'request' | 'response' | 'url'>,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  setPageHeaders(response, realStripe);
  const path = decoded(url.pathname);
  const isFile = path !== '/' && files.has(path);
  // What a build names by its content is there or was never: an old page must not get HTML for a script.
  const isAsset = path.startsWith('/assets/');
  await files.send(isFile || isAsset ? path : '/index.html', request, response);
}

/** The path as it was meant; one that is not well encoded is taken as it is. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
