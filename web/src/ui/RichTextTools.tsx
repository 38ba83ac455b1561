import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Italic, Link2, List, ListOrdered, type LucideIcon, Underline } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { RichTextLinkDialog } from './RichTextLinkDialog.tsx';
import type { RichTextMark } from './rich-text-marks.ts';

/* The toolbar of the editor: one Tab stop, with arrow keys inside. */

type Tool = {
  mark: Exclude<RichTextMark, 'link' | 'image'>;
  label: string;
  icon: LucideIcon;
  press: (editor: Editor) => unknown;
};

const TOOLS: readonly Tool[] = [
  {
    mark: 'bold',
    label: 'Bold',
    icon: Bold,
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    mark: 'italic',
    label: 'Italic',
    icon: Italic,
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    mark: 'underline',
    label: 'Underline',
    icon: Underline,
    press: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    mark: 'bulletList',
    label: 'Bullet list',
    icon: List,
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    mark: 'orderedList',
    label: 'Numbered list',
    icon: ListOrdered,
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

export type RichTextToolsProps = {
  editor: Editor;
  marks: readonly RichTextMark[];
  /** Additional ToolButtons at the end. */
  more?: ReactNode;
};

export function RichTextTools({ editor, marks, more }: RichTextToolsProps) {
  const [linking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => marks.filter((mark) => current.isActive(mark)),
  });
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap gap-0.5 border-rule border-b p-1"
      onKeyDown={walk}
    >
      {TOOLS.filter((tool) => marks.includes(tool.mark)).map((tool, index) => (
        <ToolButton
          key={tool.mark}
          label={tool.label}
          icon={tool.icon}
          marked={active.includes(tool.mark)}
          first={index === 0}
          onPress={() => tool.press(editor)}
        />
      ))}
      {marks.includes('link') && (
        <ToolButton
          label={active.includes('link') ? 'Edit link' : 'Link'}
          icon={Link2}
          opens="dialog"
          marked={active.includes('link')}
          onPress={() => setLinking(true)}
        />
      )}
      {more}
      {linking && <RichTextLinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

export type ToolButtonProps = {
  label: string;
  icon: LucideIcon;
  /** Whether the text at the caret has the mark. */
  marked: boolean;
  /** It opens a dialog instead of switching the mark. */
  opens?: 'dialog';
  first?: boolean;
  onPress: () => void;
};

export function ToolButton({ label, icon: Icon, marked, opens, first, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={opens ? undefined : marked}
      aria-haspopup={opens}
      data-marked={marked || undefined}
      tabIndex={first ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-[10px] text-soft hover:bg-tint data-marked:bg-tint data-marked:text-ink"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget, key, target } = event;
  const buttons = [...currentTarget.querySelectorAll('button')];
  const now = target instanceof HTMLButtonElement ? buttons.indexOf(target) : -1;
  // Key events of dialogs that a tool opened bubble to here.
  if (now < 0) return;
  const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return;
  // Home and End would also scroll the page.
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
