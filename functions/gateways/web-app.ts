import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type Instant, MINUTE } from '../../shared/time.ts';
import { guarded } from '../role-guard.ts';

/*
 * The document of the web app as it was deployed last: read from its bucket, so that a page made of it never asks for
 * scripts of another build. Those of older builds stay in the bucket, so a copy that is a minute old still works.
 */

const client = guarded(new S3Client({ maxAttempts: 3 }));

type Kept = { readonly html: Promise<string>; readonly readAt: Instant };
let kept: Kept | undefined;

/** `index.html`, at most a minute old; an older one where it cannot be read. Throws when it never was. */
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
