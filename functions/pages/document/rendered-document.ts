import { jsonForHtml } from '#shared/wire.ts';
import type { KnownAnswer } from '#web/server/known-answers.ts';
import { renderPage } from '#web/server/render-page.tsx';
import { withHead } from './page-head.ts';

/** The address, head and answers that a page is rendered from. */
export type RenderedPage = {
  /** Its path in the web app. */
  readonly path: string;
  /** Its address, if the browser may have it in another spelling. */
  readonly address?: string;
  /** The metadata in place of that of the product. */
  readonly head: string;
  /** The answers of the queries that it shows. */
  readonly answers?: readonly KnownAnswer[];
  /** The address of the request that counts a view. */
  readonly view?: string;
  /** The referral code to store in the browser. */
  readonly referral?: string;
};

/** The scripts of the app, which web/head.js loads at the first interaction instead. */
const SCRIPT = /<script type="module"[^>]* src="(\/assets\/[\w.-]+\.js)"><\/script>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]* href="([^"]*)">/g;
/** The parts of web/index.html for screens that are not rendered. */
const APP_ONLY = /\s*<!--app-->.*?<!--\/app-->/gs;

/**
 * Returns the app's document with a rendered page in it, and no script. In development, where the styles are a script, only
 * the metadata is replaced.
 */
export async function renderedDocument(app: string, page: RenderedPage): Promise<string> {
  const { path, address, head, answers = [], view, referral } = page;
  const document = withHead(app, head);
  const [script, main] = SCRIPT.exec(document) ?? [];
  if (!script || !main) return document;
  const code = [main, ...[...document.matchAll(PRELOADS)].map(([, file]) => file)].join(' ');
  const content = await renderPage(path, stageOf(document), answers);
  const attributes = Object.entries({ code, address, view, referral })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${String(value).replaceAll('"', '&quot;')}"`);
  return document
    .replace(script, '')
    .replaceAll(PRELOADS, '')
    .replaceAll(APP_ONLY, '')
    .replace('<html', () => `<html${attributes.join('')}`)
    .replace('<div id="app"></div>', () => `<div id="app">${content}</div>${dataOf(answers)}`);
}

/** The public settings of the stage, as JSON (lib/stage-document.ts). */
const stageOf = (document: string) => /id="stage">([^<]*)</.exec(document)?.[1] ?? '';

const dataOf = (answers: readonly KnownAnswer[]) =>
  answers.length === 0
    ? ''
    : `<script type="application/json" id="answers">${jsonForHtml(answers)}</script>`;
