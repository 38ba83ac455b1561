import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file for the browser. */
export interface BrowserFile {
  contentType: string;
  text: string;
}

let files: Promise<Record<string, BrowserFile>> | undefined;

/**
 * Stripe.js (`v3.js`) and the files of its frames, by file name. Serve them from one folder: Stripe.js loads the others
 * relative to its own URL, and calls the API at `../stripe-api`.
 */
export function stripeJsFiles(): Promise<Record<string, BrowserFile>> {
  files ??= readFiles();
  return files;
}

async function readFiles(): Promise<Record<string, BrowserFile>> {
  return {
    'v3.js': await script('stripe-js.ts'),
    'card-field.html': await page('card-field.html'),
    'card-field.js': await script('card-field.ts'),
    'authentication.html': await page('authentication.html'),
    'authentication.js': await script('authentication.ts'),
    'wallet-buttons.html': await page('wallet-buttons.html'),
    'wallet-buttons.js': await script('wallet-buttons.ts'),
    'wallet-sheet.html': await page('wallet-sheet.html'),
    'wallet-sheet.js': await script('wallet-sheet.ts'),
  };
}

async function page(name: string): Promise<BrowserFile> {
  const text = await readFile(join(import.meta.dirname, name), 'utf8');
  return { contentType: 'text/html; charset=utf-8', text };
}

/** A script of this folder, bundled to plain JavaScript without imports. */
async function script(name: string): Promise<BrowserFile> {
  // Imported on demand, so that tests and simulations without a browser start faster.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  });
  return { contentType: 'text/javascript; charset=utf-8', text: outputFiles[0]?.text ?? '' };
}
