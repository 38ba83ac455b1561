import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';

/*
 * What a change of the editor inserted and removed, as the browser calls it: the number of characters, never the text.
 */

/** A change by an input. `inputType`: as in https://w3c.github.io/input-events/#interface-InputEvent-Attributes */
export type EditorInput = {
  readonly inputType: string;
  readonly inserted: number;
  readonly removed: number;
};

/** The last `beforeinput` event, and when it came. */
export type LastInput = { readonly inputType: string; readonly at: number };

/** How long a `beforeinput` event explains a change (ms): on phones the change comes after it. */
const EXPLAINS = 1000;

/** Describes a transaction that changed the document. */
export function editorInput(
  transaction: Transaction,
  last: LastInput | undefined,
  now: number,
): EditorInput {
  let [inserted, removed] = [0, 0];
  for (const [index, map] of transaction.mapping.maps.entries()) {
    const before = transaction.docs[index] ?? transaction.before;
    const after = transaction.docs[index + 1] ?? transaction.doc;
    map.forEach((oldStart, oldEnd, newStart, newEnd) => {
      const [old, next] = [textOf(before, oldStart, oldEnd), textOf(after, newStart, newEnd)];
      // A change of the format replaces a text by itself.
      if (old === next) return;
      removed += [...old].length;
      inserted += [...next].length;
    });
  }
  return { inputType: inputTypeOf(transaction, last, now), inserted, removed };
}

const textOf = (document: Node, from: number, to: number) => document.textBetween(from, to);

/** The editor pastes, drops and undoes by itself, so the browser reports no input then. */
function inputTypeOf(transaction: Transaction, last: LastInput | undefined, now: number): string {
  const history = transaction.getMeta('history$');
  if (history) return history.redo ? 'historyRedo' : 'historyUndo';
  switch (transaction.getMeta('uiEvent')) {
    case 'paste':
      return 'insertFromPaste';
    case 'drop':
      return 'insertFromDrop';
    case 'cut':
      return 'deleteByCut';
  }
  return last && now - last.at < EXPLAINS ? last.inputType : 'insertText';
}
