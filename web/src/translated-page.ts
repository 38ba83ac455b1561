/*
 * Keeps React working on a page that a translator changes. Translators (Google Translate, the browsers' own) take text nodes out of the
 * document and put `<font>` elements in their place. React does not know: it would throw when it removes such a text or inserts
 * before it, and would write new text where nobody sees it. Here these operations find what stands in place of the text.
 * docs/product/browsers.md#translated-pages
 */

/** A node that replaced a text node of React. React itself renders no `<font>`. */
const replacements = new WeakMap<Node, Element>();

let observer: MutationObserver | undefined;

/** Starts it, once for the page, before React renders. */
export function survivePageTranslation(): void {
  if (observer) return;
  observer = new MutationObserver(noteReplacements);
  observer.observe(document.body, { childList: true, subtree: true });
  patchRemoveChild();
  patchInsertBefore();
  patchNodeValue();
}

function noteReplacements(records: readonly MutationRecord[]): void {
  /** The `<font>` elements that were added in these changes. */
  const fonts = new Set<Node>();
  for (const { addedNodes } of records)
    for (const node of addedNodes) if (isFont(node)) fonts.add(node);
  if (fonts.size === 0) return;
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const node of removedNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const beside = [...addedNodes, previousSibling, nextSibling];
      const font = beside.find((one) => one !== null && fonts.has(one));
      if (font) replacements.set(node, font as Element);
    }
}

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** What stands in place of a node among the children of `parent`: the node, its replacement, or what wraps either. */
function standIn(parent: Node, node: Node): Node | undefined {
  if (observer) noteReplacements(observer.takeRecords());
  for (let found: Node | null = current(node); found; found = found.parentNode)
    if (found.parentNode === parent) return found;
  return undefined;
}

/** The node that is in the document: a text that was put back stands for itself again. */
function current(node: Node): Node {
  return node.isConnected ? node : (replacements.get(node) ?? node);
}

function patchRemoveChild(): void {
  const { removeChild } = Node.prototype;
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child) {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    const found = standIn(this, child);
    // Nothing stands there any more: it is removed already.
    if (!found) return child;
    // Only what React put there: a translator may have wrapped more than this one.
    const own = isFont(found) && child.parentNode ? child : found;
    if (own.parentNode) removeChild.call(own.parentNode, own);
    return child;
  };
}

function patchInsertBefore(): void {
  const { insertBefore } = Node.prototype;
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ) {
    const place =
      before === null || before.parentNode === this ? before : (standIn(this, before) ?? null);
    return insertBefore.call(this, child, place) as Child;
  };
}

/** New text goes back into the document in place of the old translation, which would otherwise stay: a sum, a count. */
function patchNodeValue(): void {
  const own = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  if (!own?.set || !own.get) return;
  const { get, set } = own;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...own,
    get,
    set(this: Node, value: string | null) {
      if (this.nodeType === Node.TEXT_NODE && !this.isConnected) putBack(this);
      set.call(this, value);
    },
  });
}

function putBack(text: Node): void {
  if (observer) noteReplacements(observer.takeRecords());
  const font = replacements.get(text);
  if (!font?.isConnected) return;
  replacements.delete(text);
  font.replaceWith(text);
}
