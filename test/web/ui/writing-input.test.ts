import { describe, expect, test } from '@jest/globals';
import { history, redo, undo } from '@tiptap/pm/history';
import { Schema } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { editorInput } from '#web/ui/writing-input.ts';

/* What the editor reports about its changes: numbers and the kind of input. */

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*' },
    text: {},
  },
  marks: { bold: {} },
});

/** A state with this text in its one paragraph. */
const stateOf = (text: string) =>
  EditorState.create({
    doc: schema.node('doc', null, [
      schema.node('paragraph', null, text ? [schema.text(text)] : []),
    ]),
    plugins: [history()],
  });

const NOW = 10_000;
const inputOf = (transaction: Transaction, inputType?: string, ago = 0) =>
  editorInput(transaction, inputType ? { inputType, at: NOW - ago } : undefined, NOW);

/** The transaction of a command of the history. */
function transactionOf(state: EditorState, command: typeof undo): Transaction {
  let made: Transaction | undefined;
  command(state, (transaction) => {
    made = transaction;
  });
  if (!made) throw new Error('the command changes nothing');
  return made;
}

describe('a change of the editor', () => {
  test('has the characters that it inserted and removed, and the type of the event before it', () => {
    const { tr } = stateOf('teh paper');
    expect(inputOf(tr.insertText('the', 1, 4), 'insertReplacementText')).toEqual({
      inputType: 'insertReplacementText',
      inserted: 3,
      removed: 3,
    });
  });

  test('counts a character outside of the basic plane once', () => {
    expect(inputOf(stateOf('').tr.insertText('🎻', 1)).inserted).toBe(1);
  });

  test('inserts nothing if it only changes the format or splits a paragraph', () => {
    const state = stateOf('Dear Ben');
    const nothing = { inserted: 0, removed: 0 };
    expect(inputOf(state.tr.addMark(1, 5, schema.mark('bold')))).toMatchObject(nothing);
    expect(inputOf(state.tr.split(5))).toMatchObject(nothing);
    expect(inputOf(state.tr.insertText('Dear', 1, 5))).toMatchObject(nothing);
  });

  test('is typed if no event explains it, or only an old one', () => {
    const { tr } = stateOf('');
    tr.insertText('D', 1);
    expect(inputOf(tr).inputType).toBe('insertText');
    expect(inputOf(tr, 'insertReplacementText', 5_000).inputType).toBe('insertText');
  });

  test.each([
    ['paste', 'insertFromPaste'],
    ['drop', 'insertFromDrop'],
    ['cut', 'deleteByCut'],
  ])('by a %s of the editor is %s', (uiEvent, inputType) => {
    const { tr } = stateOf('');
    tr.insertText('Dear Ben', 1).setMeta('uiEvent', uiEvent);
    expect(inputOf(tr, 'insertText').inputType).toBe(inputType);
  });

  test('by undo or redo counts as one, whatever event came before', () => {
    const typed = stateOf('');
    const changed = typed.apply(typed.tr.insertText('Dear', 1));
    const undone = transactionOf(changed, undo);
    expect(inputOf(undone, 'insertText')).toEqual({
      inputType: 'historyUndo',
      inserted: 0,
      removed: 4,
    });
    const redone = transactionOf(changed.apply(undone), redo);
    expect(inputOf(redone, 'insertText')).toEqual({
      inputType: 'historyRedo',
      inserted: 4,
      removed: 0,
    });
  });
});
