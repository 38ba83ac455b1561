import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Instant, MINUTE } from '../../shared/time.ts';
import { guarded } from '../role-guard.ts';

/*
 * The web app's `index.html`, read from its bucket, so that a page made from it loads scripts of the same build. Scripts of older
 * builds stay in the bucket, so a copy that is a minute old still works.
 */

const client = guarded(new S3Client({ maxAttempts: 3 }));

type Kept = { readonly html: Promise<string>; readonly readAt: Instant };
let kept: Kept | undefined;

/** Returns `index.html`, cached for a minute; the older copy if it cannot be read. Throws if it was never read. */
export async function webApp(now: Instant): Promise<string> {
  if (kept && Math.abs(now - kept.readAt) < MINUTE) return kept.html;
  const before = kept;
  const reading: Kept = { html: read().catch((fault) => fallBack(before, fault)), readAt: now };
  kept = reading;
  try {
    return await reading.html;
  } catch (fault) {
    if (kept === reading) kept = undefined;
    throw fault;
  }
}

function fallBack(before: Kept | undefined, fault: unknown): Promise<string> {
  if (before) return before.html;
  throw fault;
}

async function read(): Promise<string> {
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket: process.env.WEB_BUCKET, Key: 'index.html' }),
  );
  if (!Body) throw new Error('the web app has no document');
  return Body.transformToString('utf-8');
}
