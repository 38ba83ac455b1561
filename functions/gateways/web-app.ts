import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type Instant, MINUTE } from '#shared/time.ts';
import { guarded } from '../role-guard.ts';
import { newS3 } from './object-storage.ts';

/*
 * The web app's document, read from its bucket, so that a page made from it loads scripts of the same build. Scripts of older
 * builds stay in the bucket, so a copy that is a minute old still works.
 */

const client = guarded(newS3());

type Kept = { readonly app: Promise<string>; readonly readAt: Instant };
let kept: Kept | undefined;

/** Returns the document, cached for a minute; the older copy if it cannot be read. Throws if it was never read. */
export async function webApp(now: Instant): Promise<string> {
  if (kept && Math.abs(now - kept.readAt) < MINUTE) return kept.app;
  const before = kept;
  const reading: Kept = {
    app: read().catch((fault) => fallBack(before, fault)),
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

function fallBack(before: Kept | undefined, fault: unknown): Promise<string> {
  if (before) return before.app;
  throw fault;
}

async function read(): Promise<string> {
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket: process.env.WEB_BUCKET ?? '', Key: 'index.html' }),
  );
  const text = await Body?.transformToString();
  if (!text) throw new Error('the web app has no index.html');
  return text;
}
