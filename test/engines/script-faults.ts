import { SourceMap } from 'node:module';
import { type ecmaVersion, type Node, type Options, parse } from 'acorn';

/*
 * What a built script needs that the oldest supported browsers lack: Safari 16.0, Chrome 109, Firefox 115. Versions are those of
 * https://developer.mozilla.org/docs/Web/JavaScript/Reference
 */

/** Built-ins that one of these browsers lacks, by the object they belong to. `*` stands for any object. */
const TOO_NEW: Readonly<Record<string, readonly string[]>> = {
  Array: ['fromAsync'],
  Error: ['captureStackTrace', 'isError'],
  Intl: ['DurationFormat', 'Segmenter'],
  Iterator: ['concat', 'from', 'zip'],
  Map: ['groupBy'],
  Math: ['f16round', 'sumPrecise'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  ReadableStream: ['from'],
  RegExp: ['escape'],
  Response: ['json'],
  URL: ['canParse', 'parse'],
  AbortSignal: ['any'],
  '*': [
    'toReversed',
    'toSorted',
    'toSpliced',
    'getOrInsert',
    'getOrInsertComputed',
    'isWellFormed',
    'toWellFormed',
    'difference',
    'intersection',
    'symmetricDifference',
    'isDisjointFrom',
    'isSubsetOf',
    'isSupersetOf',
    'toBase64',
    'toHex',
    'waitAsync',
    'showPopover',
    'hidePopover',
    'togglePopover',
    'requestClose',
    'checkVisibility',
    'adoptedStyleSheets',
    'replaceSync',
    'startViewTransition',
    'moveBefore',
    'setHTMLUnsafe',
    'userActivation',
    'caretPositionFromPoint',
    'scrollIntoViewIfNeeded',
    'requestIdleCallback',
    'postTask',
  ],
};

/** Names that stand for themselves. */
const TOO_NEW_GLOBALS = new Set([
  'ClipboardItem',
  'CloseWatcher',
  'CompressionStream',
  'DecompressionStream',
  'Highlight',
  'Iterator',
  'OffscreenCanvas',
  'Temporal',
  'ToggleEvent',
  'TrustedHTML',
  'URLPattern',
  'cookieStore',
  'requestIdleCallback',
  'SuppressedError',
  'DisposableStack',
]);

/** One thing that is too new, and the module that it is from. */
export type ScriptFault = { readonly what: string; readonly module: string };

type Syntax = Node & Readonly<Record<string, unknown>>;

/**
 * Finds syntax and built-ins that the oldest supported browsers lack. A parser for ES2022 rejects what is newer, except for
 * lookbehinds, which Safari before 16.4 rejects. `map` is the text of the source map of the script.
 */
export function scriptFaults(
  script: string,
  map: string,
  sourceType: Options['sourceType'],
  edition: ecmaVersion = 2022,
): ScriptFault[] {
  const moduleAt = moduleFinder(map);
  try {
    return whatIsTooNew(
      parse(script, { ecmaVersion: edition, sourceType, locations: true }) as unknown as Syntax,
    ).map(({ what, line, column }) => ({ what, module: moduleAt(line, column) }));
  } catch (fault) {
    const { message, loc } = fault as Error & { loc: { line: number; column: number } };
    return [{ what: `syntax: ${message}`, module: moduleAt(loc.line, loc.column) }];
  }
}

/** Returns the module, relative to the project, that a place in the built script is from. */
function moduleFinder(map: string): (line: number, column: number) => string {
  const sources = new SourceMap(JSON.parse(map));
  return (line, column) => {
    const entry = sources.findEntry(line - 1, column);
    const source = 'originalSource' in entry ? entry.originalSource : '';
    return source.replace(/^.*(?=node_modules\/)|^(\.\.\/)*/, '');
  };
}

type Found = { readonly what: string; readonly line: number; readonly column: number };

function whatIsTooNew(tree: Syntax): Found[] {
  const found: Found[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isSyntax(value)) return;
    const what = tooNewIn(value);
    const { line, column } = value.loc?.start ?? { line: 1, column: 0 };
    if (what !== undefined) found.push({ what, line, column });
    for (const part of Object.values(value)) if (typeof part === 'object') visit(part);
  };
  visit(tree);
  return found;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function tooNewIn(node: Syntax): string | undefined {
  if (node.type === 'Literal') return hasLookbehind(node) ? 'lookbehind' : undefined;
  if (node.type === 'Identifier') return newGlobal(node);
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const [object, property] = [nameOf(node.object), nameOf(node.property)];
  if (object !== undefined && TOO_NEW[object]?.includes(property ?? ''))
    return `${object}.${property}`;
  return TOO_NEW['*']?.includes(property ?? '') ? `.${property}` : undefined;
}

/** Also in a string, from which an expression may be made. */
function hasLookbehind({ regex, value }: Syntax): boolean {
  const pattern = (regex as { pattern: string } | undefined)?.pattern ?? value;
  return typeof pattern === 'string' && /\(\?<[=!]/.test(pattern);
}

function newGlobal({ name }: Syntax): string | undefined {
  return TOO_NEW_GLOBALS.has(String(name)) ? String(name) : undefined;
}

const nameOf = (node: unknown): string | undefined =>
  isSyntax(node) && node.type === 'Identifier' ? String(node.name) : undefined;
