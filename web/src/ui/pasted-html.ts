import { DOMParser, type ParseOptions, type Slice } from '@tiptap/pm/model';

/* What office programs paste, in the elements that the editor knows: lists of Word as lists, rows of tables as lines. */

/** Parses pasted nodes after they were tidied. The nodes belong to an inert document. */
export class PasteParser extends DOMParser {
  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (dom instanceof Element || isElement(dom)) tidyPasted(dom as Element);
    return super.parseSlice(dom, options);
  }
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Changes tables to lines and the paragraphs of Word's lists to lists. */
export function tidyPasted(root: Element): void {
  // The innermost first, so that a table within a cell becomes words of the cell.
  for (const table of [...root.querySelectorAll('table')].reverse())
    table.replaceWith(...linesOf(table));
  // A copied part of a table has no table around it.
  if (/^(TABLE|TBODY|THEAD|TFOOT|TR)$/.test(root.tagName)) root.replaceChildren(...linesOf(root));
  for (const box of [root, ...root.querySelectorAll('div, section, article')]) makeLists(box);
}

/** Between the cells of a row. */
const BETWEEN = ' · ';

/** The rows as paragraphs. A table of one cell only arranges its content, which is kept. */
function linesOf(table: Element): Node[] {
  const rows = table.tagName === 'TR' ? [table] : [...table.querySelectorAll('tr')];
  const cellsOf = (row: Element) =>
    [...row.children].filter(({ tagName }) => /^T[DH]$/.test(tagName));
  const [only, ...others] = rows.flatMap(cellsOf);
  if (only && others.length === 0) return [...only.childNodes];
  return rows.flatMap((row) => {
    const cells = cellsOf(row);
    if (cells.every((cell) => cell.textContent?.trim() === '')) return [];
    const line = row.ownerDocument.createElement('p');
    for (const [nth, cell] of cells.entries()) {
      if (nth > 0) line.append(BETWEEN);
      line.append(...wordsOf(cell));
    }
    return [line];
  });
}

const BLOCK = /^(P|DIV|LI|UL|OL|H[1-6]|BLOCKQUOTE|BR)$/;

/** The content of a cell in one line, with its formats. */
function wordsOf(cell: Element): Node[] {
  return [...cell.childNodes].flatMap((node, nth) => {
    if (node.nodeName === 'BR') return [cell.ownerDocument.createTextNode(' ')];
    if (!isElement(node) || !BLOCK.test(node.nodeName)) return [node];
    const words = wordsOf(node);
    return nth > 0 ? [cell.ownerDocument.createTextNode(' '), ...words] : words;
  });
}

/** `mso-list:l0 level2 lfo1` */
const LEVEL = /mso-list:[^;"']*level(\d)/i;
const BULLET = /^[\s\u00a0]*(?:[·•●○◦▪■§oØü‣–-]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)])[\s\u00a0]+/i;
const NUMBER = /^[\s\u00a0]*\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)]/i;

type Item = { readonly level: number; readonly isOrdered: boolean };

/** The place of a paragraph in a list of Word; undefined if it is in none. Removes its bullet or number. */
function itemOf(node: Element): Item | undefined {
  const style = node.getAttribute('style') ?? '';
  const level = LEVEL.exec(style)?.[1];
  if (level === undefined && !/^MsoListParagraph/.test(node.className)) return undefined;
  const mark = [...node.querySelectorAll('span')].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const isOrdered = NUMBER.test(mark?.textContent ?? node.textContent ?? '');
  const hasMark = mark !== undefined || BULLET.test(node.textContent ?? '');
  if (level === undefined && !hasMark) return undefined;
  if (mark) mark.remove();
  else removeBullet(node);
  return { level: Number(level ?? 1), isOrdered };
}

/** Removes a bullet that is text at the beginning of a paragraph. */
function removeBullet(node: Element): void {
  let rest = BULLET.exec(node.textContent ?? '')?.[0].length ?? 0;
  const walker = node.ownerDocument.createTreeWalker(node, 4);
  for (let text = walker.nextNode(); text && rest > 0; text = walker.nextNode()) {
    const words = text.nodeValue ?? '';
    text.nodeValue = words.slice(rest);
    rest -= Math.min(rest, words.length);
  }
}

/** Makes lists of the paragraphs of Word's lists among the children of an element. */
function makeLists(box: Element): void {
  /** The open lists, the outermost first. */
  let open: Element[] = [];
  for (const node of [...box.children]) {
    const item = /^(P|DIV|H[1-6])$/.test(node.tagName) ? itemOf(node) : undefined;
    if (!item) {
      open = [];
      continue;
    }
    const depth = Math.min(item.level, open.length + 1);
    const tag = item.isOrdered ? 'ol' : 'ul';
    const before = open[depth - 1];
    const isContinued = before?.localName === tag;
    open = open.slice(0, isContinued ? depth : depth - 1);
    const list = isContinued ? before : box.ownerDocument.createElement(tag);
    if (!isContinued) {
      const parent = open.at(-1)?.lastElementChild;
      if (parent) parent.append(list);
      else node.before(list);
      open.push(list);
    }
    const entry = box.ownerDocument.createElement('li');
    const words = box.ownerDocument.createElement('p');
    words.append(...node.childNodes);
    entry.append(words);
    list.append(entry);
    node.remove();
  }
}
