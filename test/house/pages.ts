import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

/** The pages that describe the product, by path from the root. */
export const PRODUCT_PAGES: readonly string[] = readdirSync(join(ROOT, 'docs/product')).map(
  (name) => `docs/product/${name}`,
);

/** Returns the text of a page, by path from the root. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the anchors that GitHub generates for the headings of a page. */
export const anchorsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
