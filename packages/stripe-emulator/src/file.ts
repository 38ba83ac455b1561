import type Stripe from 'stripe';
import { type Context, seconds } from './context.ts';
import { newId } from './ids.ts';
import { refusedParameter } from './refusal.ts';

/* Uploaded files: evidence for disputes, as PDF, JPEG or PNG of at most 5 MB. https://docs.stripe.com/file-upload */

const LARGEST = 5 * 1024 * 1024;
const LIFETIME = 274 * 24 * 60 * 60;

/** The first bytes of each accepted type. */
const SIGNATURES = { pdf: '%PDF-', png: '\x89PNG', jpg: '\xff\xd8\xff' } as const;

/** `data`: one character for each byte. */
export type Upload = { readonly filename: string; readonly data: string };

/** Stores an uploaded file. Its type is recognized by its first bytes. */
export function uploadFile(
  context: Context,
  purpose: 'dispute_evidence',
  { filename, data }: Upload,
): Stripe.File {
  const type = Object.entries(SIGNATURES).find(([, first]) => data.startsWith(first))?.[0];
  if (!type)
    throw refusedParameter(
      `Invalid file type for purpose '${purpose}': it must be a PDF, JPEG or PNG file.`,
      'file',
    );
  if (data.length > LARGEST)
    throw refusedParameter(`File is too large for purpose '${purpose}': at most 5 MB.`, 'file');
  const id = newId.file();
  context.store.put('fileContents', id, { data });
  return context.store.put('files', id, {
    id,
    object: 'file',
    created: seconds(context),
    expires_at: seconds(context) + LIFETIME,
    filename,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size: data.length,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  });
}
