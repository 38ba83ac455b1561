import { type Editor, useEditorState } from '@tiptap/react';
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { FileInput } from './FileInput.tsx';
import { PictureError, type Size } from './pictures.ts';
import { ToolButton } from './RichTextTools.tsx';
import { insertPicture, readPicture } from './rich-text-picture.ts';
import { TextInput } from './TextInput.tsx';
import { toast } from './Toast.tsx';

/** `size` is known for a picture that is not in the text yet. */
type Chosen = { src: string; alt: string; size?: Size };

/* Inserts a picture, or changes the description of the selected one or removes it. */
export function RichTextPictureTool({ editor }: { editor: Editor }) {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const selected = useEditorState({
    editor,
    selector: ({ editor: current }) => current.isActive('image'),
  });
  const press = () => {
    if (selected) setChosen(selectedPicture(editor));
    else file.current?.click();
  };
  const choose = async (picked: File) => {
    try {
      const { src, ...size } = await readPicture(picked);
      setChosen({ src, alt: '', size });
    } catch (fault) {
      if (!(fault instanceof PictureError)) throw fault;
      toast.error(fault.message);
    }
  };
  return (
    <>
      <ToolButton
        label={selected ? 'Edit picture' : 'Picture'}
        icon={ImagePlus}
        opens="dialog"
        marked={selected}
        onPress={press}
      />
      <FileInput ref={file} label="Picture for the text" accept="image/*" onPick={choose} />
      {chosen && (
        <PictureDialog editor={editor} picture={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

function selectedPicture(editor: Editor): Chosen {
  const { src, alt } = editor.getAttributes('image');
  return { src: String(src ?? ''), alt: String(alt ?? '') };
}

type PictureDialogProps = { editor: Editor; picture: Chosen; onClose: () => void };

function PictureDialog({ editor, picture, onClose }: PictureDialogProps) {
  const [alt, setAlt] = useState(picture.alt);
  const { src, size } = picture;
  const save = () => {
    const description = alt.trim();
    if (size) insertPicture(editor, { src, alt: description, ...size });
    else editor.chain().focus().updateAttributes('image', { alt: description }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().deleteSelection().run();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      returnFocus={() => editor.view.dom}
      title={size ? 'Add a picture' : 'Picture'}
      actions={
        <>
          <Button onClick={save}>{size ? 'Add picture' : 'Save picture'}</Button>
          {!size && (
            <Button variant="danger" onClick={remove}>
              Remove picture
            </Button>
          )}
        </>
      }
    >
      <img
        src={src}
        alt=""
        className="mx-auto max-h-48 max-w-full rounded-letter bg-tint object-contain"
      />
      <Field
        label="What does it show?"
        optional
        hint="Read aloud to people who can’t see the picture."
      >
        <TextInput
          maxLength={200}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
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
