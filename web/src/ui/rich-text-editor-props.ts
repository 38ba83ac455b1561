import type { ReactNode } from 'react';
import type { RichTextMark } from './rich-text-marks.ts';
import type { EditorInput } from './writing-input.ts';

export type RichTextEditorProps = {
  /** The formats that the editor offers, one button each. Must not change while it is shown. */
  marks: readonly RichTextMark[];
  /** HTML. Read once; the editor follows later changes only when `value` becomes empty. */
  value: string;
  /** `length` counts the visible text: without tags, with collapsed white space. */
  onValueChange: (html: string, length: number) => void;
  /** Called before `onValueChange` with what an input inserted and removed. */
  onInput?: (input: EditorInput) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** Uses the sans font, like `RichText` with `plain`; otherwise the serif of letters. */
  plain?: boolean;
  /** Pixels. */
  minHeight?: number;
  /** Without an edge of its own, on a sheet that the screen draws. */
  bare?: boolean;
  /** At the end of the toolbar, in its order of arrow keys. */
  tools?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
};
