import { Placeholder } from '@tiptap/extension-placeholder';
import { DOMParser } from '@tiptap/pm/model';
import {
  type Editor,
  EditorContent,
  type Extensions,
  getSchema,
  type JSONContent,
  useEditor,
} from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { classNames } from './class-names.ts';
import { cleanFragment } from './clean-fragment.ts';
import { useField } from './Field.tsx';
import { isLinkAddress } from './link-address.ts';
import { PastedText } from './pasted-text.ts';
import { RichTextTools } from './RichTextTools.tsx';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import type { RichTextMark } from './rich-text-marks.ts';
import { editorInput, type LastInput } from './writing-input.ts';
import { writtenPart } from './written-part.ts';

/* The editor behind RichTextEditor, in a chunk of its own. It supports only the given marks. */

export type RichTextSurfaceProps = RichTextEditorProps & {
  minHeight: number;
  /** Additional extensions: pictures. */
  extensions?: Extensions;
  moreTools?: (editor: Editor) => ReactNode;
};

export function RichTextSurface(props: RichTextSurfaceProps) {
  const field = useField();
  /** The given text, and how the editor serializes it: while that is unchanged, the given text is reported. */
  const unchanged = useRef({ given: props.value, written: props.value });
  const lastInput = useRef<LastInput>(undefined);
  const [extensions] = useState(() => [
    ...knowing(props.marks),
    PastedText,
    Placeholder.configure({ placeholder: props.placeholder ?? '' }),
    ...(props.extensions ?? []),
  ]);
  const [content] = useState(() => contentOf(props.value, extensions));
  const editor = useEditor({
    // The Content-Security-Policy allows no style element; the styles are in paper.css.
    injectCSS: false,
    extensions,
    content,
    editable: !props.disabled,
    autofocus: props.autoFocus ? 'end' : false,
    editorProps: {
      handleDOMEvents: {
        focus: ({ dom }) => {
          showFocused(dom);
          return false;
        },
        beforeinput: (_view, { inputType }) => {
          lastInput.current = { inputType, at: performance.now() };
          return false;
        },
      },
      attributes: {
        role: 'textbox',
        dir: 'auto',
        // A translated page must not change what somebody writes.
        translate: 'no',
        'aria-multiline': 'true',
        class: classNames('prose px-4 py-3.5', props.plain && 'prose-plain'),
        ...(field.labelId ? { 'aria-labelledby': field.labelId } : {}),
        ...(field['aria-describedby'] ? { 'aria-describedby': field['aria-describedby'] } : {}),
        ...(field['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onCreate: ({ editor: created }) => {
      unchanged.current.written = written(created);
    },
    onUpdate: ({ editor: changed, transaction }) => {
      props.onInput?.(editorInput(transaction, lastInput.current, performance.now()));
      const now = written(changed);
      const html = now === unchanged.current.written ? unchanged.current.given : now;
      props.onValueChange(html, plainText(html).length);
    },
    onBlur: () => props.onBlur?.(),
  });

  useEffect(() => {
    if (props.value === '' && !editor.isEmpty) editor.commands.setContent(EMPTY);
  }, [editor, props.value]);
  useEffect(() => editor.setEditable(!props.disabled, false), [editor, props.disabled]);

  return (
    <div
      className={
        props.bare
          ? 'bare-editor'
          : 'rounded-card border border-edge bg-card focus-within:outline-2 focus-within:outline-ink data-invalid:border-red'
      }
      data-invalid={field['aria-invalid']}
    >
      <RichTextTools
        editor={editor}
        marks={props.marks}
        more={
          <>
            {props.moreTools?.(editor)}
            {props.tools}
          </>
        }
      />
      <div style={{ minHeight: props.minHeight }} className="grid">
        <EditorContent editor={editor} className="grid min-w-0" />
      </div>
    </div>
  );
}

/** The height (px) of the first line with the space above it. */
const FIRST_LINE = 48;

/** Scrolls to an editor that got the focus by Tab below the window: browsers scroll to the caret only once one types (WCAG 2.4.11). */
function showFocused(text: HTMLElement): void {
  const { top, bottom } = text.getBoundingClientRect();
  if (top > window.innerHeight - FIRST_LINE || bottom < 0)
    text.scrollIntoView({ block: 'nearest' });
}

const EMPTY: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Converts HTML to the editor's document. The editor cannot parse a string itself: Trusted Types forbid it. */
function contentOf(html: string, extensions: Extensions): JSONContent {
  return DOMParser.fromSchema(getSchema(extensions)).parse(cleanFragment(html)).toJSON();
}

function written(editor: Editor): string {
  return editor.isEmpty ? '' : writtenPart(editor.getHTML());
}

/** The extensions for paragraphs, undo and the given marks, without pictures. */
function knowing(marks: readonly RichTextMark[]): Extensions {
  const off = (mark: RichTextMark) => (marks.includes(mark) ? {} : { [mark]: false as const });
  return [
    StarterKit.configure({
      heading: false,
      blockquote: false,
      code: false,
      codeBlock: false,
      horizontalRule: false,
      strike: false,
      ...off('bold'),
      ...off('italic'),
      ...off('underline'),
      ...off('bulletList'),
      ...off('orderedList'),
      link: marks.includes('link') && {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: isLinkAddress,
        // A sign that ends a quotation or a sentence is not part of an address.
        shouldAutoLink: (url: string) => !/[\p{Pi}\p{Pf}…、。，！？；：」』）]/u.test(url),
      },
    }),
  ];
}
