import { Placeholder } from '@tiptap/extension-placeholder';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { Bold, Italic, Link2, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plainText } from '../../../shared/rules/conversations.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field, useField } from './Field.tsx';
import type { RichTextEditorProps } from './RichTextEditor.tsx';
import { TextInput } from './TextInput.tsx';

/* The editor behind RichTextEditor; a chunk of its own. Bold, italic, lists and links: what the allow-list lets through. */

export function RichTextSurface(props: RichTextEditorProps & { minHeight: number }) {
  const field = useField();
  const editor = useEditor({
    // The Content-Security-Policy allows no style element; what the editor needs is in paper.css.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: false,
        blockquote: false,
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        link: { openOnClick: false, protocols: ['http', 'https'], defaultProtocol: 'https' },
      }),
      Placeholder.configure({ placeholder: props.placeholder ?? '' }),
    ],
    content: props.value,
    editable: !props.disabled,
    autofocus: props.autoFocus ? 'end' : false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        class: 'prose px-4 py-3.5',
        ...(field.labelId ? { 'aria-labelledby': field.labelId } : {}),
        ...(field['aria-describedby'] ? { 'aria-describedby': field['aria-describedby'] } : {}),
        ...(field['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : changed.getHTML();
      props.onValueChange(html, plainText(html).length);
    },
    onBlur: () => props.onBlur?.(),
  });

  useEffect(() => {
    if (props.value === '' && !editor.isEmpty) editor.commands.clearContent();
  }, [editor, props.value]);
  useEffect(() => editor.setEditable(!props.disabled, false), [editor, props.disabled]);

  return (
    <div
      className="rounded-card border border-edge bg-card focus-within:outline-2 focus-within:outline-ink data-invalid:border-red"
      data-invalid={field['aria-invalid']}
    >
      <Tools editor={editor} />
      <div style={{ minHeight: props.minHeight }} className="grid">
        <EditorContent editor={editor} className="grid min-w-0" />
      </div>
    </div>
  );
}

type Tool = {
  label: string;
  icon: LucideIcon;
  active: (editor: Editor) => boolean;
  press: (editor: Editor) => void;
};

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    icon: Bold,
    active: (editor) => editor.isActive('bold'),
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: Italic,
    active: (editor) => editor.isActive('italic'),
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Bullet list',
    icon: List,
    active: (editor) => editor.isActive('bulletList'),
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    active: (editor) => editor.isActive('orderedList'),
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

function Tools({ editor }: { editor: Editor }) {
  const [linking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => [
      ...TOOLS.map((tool) => tool.active(current)),
      current.isActive('link'),
    ],
  });
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap gap-0.5 border-rule border-b p-1"
      onKeyDown={(event) => walk(event.currentTarget, event.key)}
    >
      {TOOLS.map((tool, index) => (
        <ToolButton
          key={tool.label}
          label={tool.label}
          icon={tool.icon}
          pressed={active[index] ?? false}
          first={index === 0}
          onPress={() => tool.press(editor)}
        />
      ))}
      <ToolButton
        label="Link"
        icon={Link2}
        pressed={active.at(-1) ?? false}
        onPress={() => setLinking(true)}
      />
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

function ToolButton(props: {
  label: string;
  icon: LucideIcon;
  pressed: boolean;
  first?: boolean;
  onPress: () => void;
}) {
  const Icon = props.icon;
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-pressed={props.pressed}
      tabIndex={props.first ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPress}
      className="grid size-11 place-items-center rounded-[10px] text-soft hover:bg-tint aria-pressed:bg-tint aria-pressed:text-ink"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

/** A toolbar is one stop of the tab key; the arrows move inside it. */
function walk(toolbar: HTMLElement, key: string) {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const buttons: Element[] = [...toolbar.querySelectorAll('button')];
  const now = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
  const next = now < 0 ? undefined : buttons.at((now + step) % buttons.length);
  if (next instanceof HTMLElement) next.focus();
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [url, setUrl] = useState<string>(String(editor.getAttributes('link').href ?? ''));
  const [error, setError] = useState<string>();
  const save = () => {
    const href = webAddress(url);
    if (url.trim() === '') editor.chain().focus().extendMarkRange('link').unsetLink().run();
    else if (href === undefined) return setError('Please enter a link');
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      const text = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
      editor.chain().focus().insertContent(text).run();
    } else editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Link"
      actions={<Button onClick={save}>Save link</Button>}
    >
      <Field label="Address" hint="Leave it empty to take the link away." error={error}>
        <TextInput
          inputMode="url"
          autoCapitalize="none"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
      </Field>
    </Dialog>
  );
}

/** A web address as typed, with https where no protocol is named; undefined when it is none. */
function webAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined;
}
