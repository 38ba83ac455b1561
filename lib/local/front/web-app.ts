import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'sirv';
import type { PublicSettings } from '#shared/settings.ts';
import { APPLE_DOMAIN_PATH } from '../../apple-domain-file.ts';
import { stageDocument, stageWorker } from '../../stage-document.ts';
import type { Exchange } from './exchange.ts';
import { type PageOrigins, setPageHeaders } from './page-headers.ts';
import { compressFiles, filesOf } from './static-files.ts';

/** The built web app, as a stage serves it. */
export type WebFiles = {
  /** The text of a file, by its name; undefined if there is none. */
  readonly textOf: (name: string) => string | undefined;
  /** Whether there is a file at a path such as `/robots.txt`. */
  readonly isFile: (path: string) => boolean;
  readonly send: RequestHandler;
};

/** Writes the files of a build that depend on the stage into `folder`, and serves both. */
export function webFilesOf(
  built: string,
  folder: string,
  settings: PublicSettings,
  appleDomainText?: string,
): WebFiles {
  const textOf = (name: string) => readFileSync(join(built, name), 'utf8');
  const document = stageDocument(textOf('index.html'), settings);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), document);
  writeFileSync(join(folder, 'sw.js'), stageWorker(textOf('sw.js'), settings));
  if (appleDomainText !== undefined) writeAppleDomainFile(folder, appleDomainText);
  compressFiles(folder);
  const [sendChanged, sendBuilt] = [filesOf(folder), filesOf(built)];
  return {
    textOf: (name) =>
      name === 'index.html' ? document : existsSync(join(built, name)) ? textOf(name) : undefined,
    isFile: (path) => isFileIn(built, path) || isFileIn(folder, path),
    send: (request, response, next) =>
      sendChanged(request, response, () => sendBuilt(request, response, next)),
  };
}

const isFileIn = (folder: string, path: string): boolean =>
  statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;

function writeAppleDomainFile(folder: string, text: string): void {
  const file = join(folder, APPLE_DOMAIN_PATH);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Sends a file of the web app, or the document for every other path, which the app's router resolves. */
export function sendWebApp(
  files: WebFiles,
  origins: PageOrigins,
  { request, response }: Pick<Exchange, 'request' | 'response'>,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  setPageHeaders(response, origins);
  files.send(request, response, () => {
    // A missing asset is a 404: an old page must not get HTML instead of a script.
    if (request.url?.startsWith('/assets/')) response.writeHead(404).end();
    else files.send(Object.assign(request, { url: '/index.html' }), response);
  });
}
