import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { MARKS } from '#web/without-has.ts';
import { scriptFaults } from './script-faults.ts';
import { styleFaults } from './style-faults.ts';

/* The built web app runs in the oldest supported browsers: docs/product/browsers.md#supported-browsers */

/** The built-ins that web/head.js adds to browsers without them. The service worker does not load that script. */
const ADDED = ['.toSorted', '.toReversed', 'URL.canParse'];

/** Uses that are safe: each asks for what it uses first, or catches that it is missing. */
const SAFE = [
  'node_modules/@dnd-kit/dom/index.js: .adoptedStyleSheets',
  'node_modules/@dnd-kit/dom/index.js: .replaceSync',
  'node_modules/@dnd-kit/dom/utilities.js: .hidePopover',
  'node_modules/@dnd-kit/dom/utilities.js: .showPopover',
  'node_modules/prosemirror-view/dist/index.js: .caretPositionFromPoint',
  'node_modules/react-dom/cjs/react-dom-client.production.js: .startViewTransition',
  'node_modules/react-router/dist/production/lib/components.js: .startViewTransition',
  'node_modules/zod/v4/core/util.js: Error.captureStackTrace',
  'shared/rules/desk/reasons.ts: Intl.Segmenter',
  'web/src/features/share/pages/copy-formatted.ts: ClipboardItem',
  'web/src/shell/idle.ts: requestIdleCallback',
  'web/src/ui/Menu.tsx: .showPopover',
];

/** Rules with `:has()`, which Firefox before 121 drops: web/src/without-has.ts marks the same elements, or little is lost. */
const WITH_HAS = [
  '.answer-sheet:has(.recorder:focus-within)',
  '.crop-window:has(:focus-visible)',
  '.prose p:has(>small)+p',
  '.shell-railed:has(.answer-place)',
  '.shell-railed:has(>.about-pane)',
  '.shell-railed:has(>.answer-pane)',
  '.shell-railed:has(>.letter-pane)',
  '.shell-railed:has(>.list-pane)',
  '.shell:has(.action-bar) .footer-nav',
  '.shell:has(.chat-log) main',
  '.shell:has(.chat-log)>div',
  '.shell:has(.page-alone)',
  '.shell:has(.page-alone) .footer-nav',
  '.shell:has(.page-alone)>.side-rail',
  ':root:has(.modal,.menu)',
  ':root:has(.session-letter)',
  ':root:has(.session-letter) body',
  'label:has(input)',
];

let folder = '';
beforeAll(async () => {
  folder = await buildWeb(new Shutdown());
});

const text = (path: string) => readFileSync(join(folder, path), 'utf8');

const builtScripts = () =>
  readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));

/** The source map of what the bundler itself adds, which has none. */
const NO_MAP = JSON.stringify({ version: 3, sources: [], mappings: '' });

const faultsIn = (path: string, sourceType: 'module' | 'script') => {
  const map = existsSync(join(folder, `${path}.map`)) ? text(`${path}.map`) : NO_MAP;
  return scriptFaults(text(path), map, sourceType).map(({ what, module }) => `${module}: ${what}`);
};
const once = (lines: readonly string[]) => [...new Set(lines)].sort();

describe('the built files', () => {
  test('contain no syntax and no built-in that the oldest supported browsers lack', () => {
    const faults = builtScripts().flatMap((name) => faultsIn(`assets/${name}`, 'module'));
    const isAdded = (fault: string) => ADDED.some((name) => fault.endsWith(`: ${name}`));
    expect(once(faults.filter((fault) => !isAdded(fault)))).toEqual([...SAFE].sort());
  });

  test('contain no style that the oldest supported browsers drop', () => {
    const [, inline = ''] = /<style>(.*?)<\/style>/s.exec(text('index.html')) ?? [];
    const files = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'));
    const sheets = [inline, ...files.map((name) => text(`assets/${name}`))];
    expect(inline).not.toBe('');
    expect(once(sheets.flatMap(styleFaults))).toEqual([...WITH_HAS].sort());
  });

  test('style each mark of web/src/without-has.ts in rules that Firefox before 121 keeps', () => {
    const [, inline = ''] = /<style>(.*?)<\/style>/s.exec(text('index.html')) ?? [];
    const kept = inline.split('{').filter((part) => !part.includes(':has('));
    const isStyled = (mark: string) => kept.some((part) => part.includes(`[${mark}]`));
    expect(MARKS.map(([, , mark]) => mark).filter((mark) => !isStyled(mark))).toEqual([]);
  });

  test('begin with a script that browsers of any age can read', () => {
    const [, first = ''] = /<script>(.*?)<\/script>/s.exec(text('index.html')) ?? [];
    expect(first).toContain('/old-browser.html');
    expect(scriptFaults(first, NO_MAP, 'script', 5)).toEqual([]);
  });

  test('include a service worker that needs nothing from the document', () => {
    expect(once(faultsIn('sw.js', 'script'))).toEqual([]);
  });
});
