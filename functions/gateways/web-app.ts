import { type Instant, MINUTE } from '../../shared/time.ts';
import { AwsCommand } from '../aws/client.ts';
import { newS3, type ObjectRequest } from '../aws/services.ts';
import { guarded } from '../role-guard.ts';

/*
 * The web app's `index.html` and its style sheet, read from their bucket, so that a page made from them loads scripts of the same
 * build. Scripts of older builds stay in the bucket, so a copy that is a minute old still works.
 */

const client = guarded(newS3());

/** The document of the web app. */
export type WebApp = {
  readonly html: string;
  /** The text of its style sheet; undefined in development, where Vite inserts the styles. */
  readonly styles: string | undefined;
};

type Kept = { readonly app: Promise<WebApp>; readonly readAt: Instant };
let kept: Kept | undefined;

/** Returns the web app, cached for a minute; the older copy if it cannot be read. Throws if it was never read. */
export async function webApp(now: Instant): Promise<WebApp> {
  if (kept && Math.abs(now - kept.readAt) < MINUTE) return kept.app;
  const before = kept;
  const reading: Kept = {
    app: read(before).catch((fault) => fallBack(before, fault)),
    readAt: now,
  };
  kept = reading;
  try {
    return await reading.app;
  } catch (fault) {
    if (kept === reading) kept = undefined;
    throw fault;
  }
}

function fallBack(before: Kept | undefined, fault: unknown): Promise<WebApp> {
  if (before) return before.app;
  throw fault;
}

async function read(before: Kept | undefined): Promise<WebApp> {
  const html = await textOf('index.html');
  const known = await before?.app.catch(() => undefined);
  if (known?.html === html) return known;
  const [, sheet] = STYLE_SHEET.exec(html) ?? [];
  return { html, styles: sheet && (await textOf(sheet)) };
}

/** The link to the app's style sheet. Its name contains a hash of its content. */
export const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w.-]+\.css)">/;

async function textOf(key: string): Promise<string> {
  const object = { Bucket: process.env.WEB_BUCKET ?? '', Key: key };
  const { text } = await client.send(
    new AwsCommand<ObjectRequest, { text: string }>('GetObject', object),
  );
  if (!text) throw new Error(`the web app has no ${key}`);
  return text;
}
