import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { linkAddress } from './link-address.ts';
import { TextInput } from './TextInput.tsx';

/* Adds a link to the selected words, or changes or removes the link at the caret. */
export function RichTextLinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [typed, setTyped] = useState(() => shownAddress(editor.getAttributes('link').href));
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const changes = editor.isActive('link');
  const save = () => {
    const href = linkAddress(typed);
    if (typed.trim() === '') unlink(editor);
    else if (href === undefined) {
      setError('Please enter a web address such as https://example.com');
      return field.current?.focus();
    } else link(editor, href, typed.trim());
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      firstFocus={field}
      returnFocus={() => editor.view.dom}
      title="Link"
      actions={<Button onClick={save}>Save link</Button>}
    >
      <Field
        label="Address"
        hint={changes ? 'Leave it empty to remove the link.' : undefined}
        error={error}
      >
        <TextInput
          ref={field}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          placeholder="https://"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
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

function unlink(editor: Editor) {
  editor.chain().focus().extendMarkRange('link').unsetLink().run();
}

/** Without a selection the address itself becomes the text. */
function link(editor: Editor, href: string, typed: string) {
  if (!editor.state.selection.empty || editor.isActive('link')) {
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    return;
  }
  const words = { type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] };
  editor.chain().focus().insertContent(words).unsetMark('link').run();
}

function shownAddress(href: unknown): string {
  return typeof href === 'string' ? href : '';
}
