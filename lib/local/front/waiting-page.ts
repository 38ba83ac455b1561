import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ShownStep } from '../start-steps.ts';
import { sendJson } from './replies.ts';
import { filesOf } from './static-files.ts';

/* What a browser gets while the product starts: a page that says the step, waits by itself and then opens what was asked for. */

const page = filesOf(join(import.meta.dirname, '../page'));
const fonts = filesOf(join(import.meta.dirname, '../../../web/src/styles/fonts'));
const styles = filesOf(join(import.meta.dirname, '../../../web/src/styles'));

/** The files of the pages below /_local that are elsewhere in the repository. */
const ELSEWHERE = {
  'newsreader.woff2': [fonts, 'newsreader-latin-normal.woff2'],
  'newsreader-ext.woff2': [fonts, 'newsreader-latin-ext-normal.woff2'],
  'tokens.css': [styles, 'tokens.css'],
} as const;

/** Sends a file of the pages below /_local; calls `next` if there is none of this name. */
export function sendPageFile(
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const known = Object.entries(ELSEWHERE).find(([one]) => one === name)?.[1];
  const [files, file] = known ?? [page, name];
  files(Object.assign(request, { url: `/${file}` }), response, next);
}

/** The address at which the page that waits asks for the steps, below /_local. */
const STEPS = 'start-steps';
const FILES = ['waiting.js', 'waiting.css', ...Object.keys(ELSEWHERE)];

/** Answers a request during the start. False: nobody is shown a page for it. */
export function answerWhileStarting(
  steps: readonly ShownStep[],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const name = path.replace(/^\/_local\//, '');
  if (name === STEPS) sendJson(response, 200, { ready: false, steps });
  else if (path.startsWith('/_local/') && FILES.includes(name))
    sendPageFile(name, request, response, () => response.writeHead(404).end());
  else if (String(request.headers.accept).includes('text/html')) sendWaitingPage(steps, response);
  else return false;
  return true;
}

/** Tells a page that waits, and was not answered by the last moments of the start, that the product is ready. */
export function tellReady(path: string, response: ServerResponse): boolean {
  if (path !== `/_local/${STEPS}`) return false;
  sendJson(response, 200, { ready: true, steps: [] });
  return true;
}

function sendWaitingPage(steps: readonly ShownStep[], response: ServerResponse): void {
  response
    .writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'`,
    })
    .end(waitingPage(steps, new Date()));
}

/** The page. Its script keeps the steps up to date; without scripts it loads itself again. */
function waitingPage(steps: readonly ShownStep[], now: Date): string {
  const [day, year] = [
    now.toLocaleDateString('en-US', { month: 'short', day: 'numeric' }),
    now.getFullYear(),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ReplyPaid is getting ready</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_local/tokens.css">
<link rel="stylesheet" href="/_local/waiting.css">
<noscript><meta http-equiv="refresh" content="2"></noscript>
<script type="module" src="/_local/waiting.js"></script>
</head>
<body>
<main>
<div class="letter">
<div class="head"><span class="mark" aria-hidden="true">RP</span>${postmark(day, year)}</div>
<h1>ReplyPaid is<br>getting ready</h1>
<p class="soft">This page opens the product by itself. It takes about 20 seconds, and up to a minute the first time.</p>
<ol id="steps">${steps.map(stepRow).join('')}</ol>
<div class="bar" role="progressbar" aria-label="Start of ReplyPaid" aria-valuemin="0" aria-valuemax="${steps.length}" aria-valuenow="${doneOf(steps)}" id="bar"><span></span></div>
</div>
<p class="soft" id="note" role="status">Nothing moves for a minute? The terminal says what is wrong.</p>
</main>
</body>
</html>
`;
}

const doneOf = (steps: readonly ShownStep[]) =>
  steps.filter(({ state }) => state === 'done').length;

/** The words of a step, which the script of the page writes too. */
const SAYS = { waiting: 'not begun', running: 'running', done: 'done' } as const;
const stepRow = ({ name, state, seconds }: ShownStep) =>
  `<li class="${state}"><span class="sign" aria-hidden="true"></span><span>${name}</span><span class="hidden">, ${SAYS[state]}</span><span class="seconds">${
    seconds === undefined ? '' : `${seconds.toFixed(1)} s${state === 'running' ? ' so far' : ''}`
  }</span></li>`;

const postmark = (day: string, year: number) =>
  `<svg class="postmark" role="img" aria-label="Postmark: ${day} ${year}" viewBox="0 0 140 84" width="116" fill="none" stroke="currentColor"><defs><path id="top" d="M13.5 42 a28.5 28.5 0 0 1 57 0"/><path id="bottom" d="M8.6 42 a33.4 33.4 0 0 0 66.8 0"/></defs><circle cx="42" cy="42" r="39" stroke-width="2"/><circle cx="42" cy="42" r="24.5" stroke-width="1.2"/><g fill="currentColor" stroke="none" text-anchor="middle"><text font-size="9.4" letter-spacing="1.1"><textPath href="#top" startOffset="50%">REPLY PAID</textPath></text><text font-size="9" letter-spacing="2"><textPath href="#bottom" startOffset="50%">★ ★ ★</textPath></text><text x="42" y="43" font-size="12.4">${day.toUpperCase()}</text><text x="42" y="54" font-size="9">${year}</text></g><g stroke-width="1.8" stroke-linecap="round"><path d="M78 22 q5 -6 10 0 t10 0 t10 0 t10 0 t10 0"/><path d="M83 35 q5 -6 10 0 t10 0 t10 0 t10 0 t10 0"/><path d="M83 48 q5 -6 10 0 t10 0 t10 0 t10 0 t10 0"/><path d="M78 61 q5 -6 10 0 t10 0 t10 0 t10 0 t10 0"/></g></svg>`;
