import { Image } from '@tiptap/extension-image';
import { Plugin } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { isWrittenPicture } from './own-picture.ts';
import { pastedFiles } from './pasted-files.ts';
import { PictureError, type Size, shrinkPicture } from './pictures.ts';
import { toast } from './Toast.tsx';

/* Pictures in the editor: inserted by the tool, pasted or dropped, and parsed from HTML. */

/** The longer side, in pixels. */
const LONGEST_SIDE = 1_200;
/** Characters of the data URL, about 450 kB of JPEG. */
const LONGEST_ADDRESS = 600_000;

export const readPicture = (file: File) => shrinkPicture(file, LONGEST_SIDE, LONGEST_ADDRESS);

export const RichTextPicture = Image.extend({
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) =>
          isWrittenPicture(element.getAttribute('src') ?? '', window.location.href) ? null : false,
      },
    ];
  },
  // Typed Markdown stays text: its image would be on another host.
  addInputRules: () => [],
  addProseMirrorPlugins() {
    return [takesFiles(this.editor)];
  },
}).configure({ allowBase64: true });

/** Inserts a picture after the paragraph or list at the caret, so that no word is split. */
export function insertPicture(editor: Editor, attrs: { src: string; alt?: string } & Size) {
  const { $to } = editor.state.selection;
  const inWords = $to.depth > 0 && $to.node(1).content.size > 0;
  const place = inWords ? $to.after(1) : $to.pos;
  const picture = { type: 'image', attrs };
  // The caret continues after the picture.
  const after = { type: 'paragraph' };
  editor.chain().focus().insertContentAt(place, [picture, after]).run();
}

/** Pasted and dropped pictures are prepared like chosen ones. */
function takesFiles(editor: Editor): Plugin {
  const take = (files: readonly File[]): boolean => {
    const pictures = files.filter(({ type }) => type.startsWith('image/'));
    for (const file of pictures) void insertFile(editor, file);
    return pictures.length > 0;
  };
  return new Plugin({
    props: {
      handlePaste: (_view, event) => take(pastedFiles(event.clipboardData)),
      handleDrop: (_view, event, _slice, moved) =>
        !moved && take([...(event.dataTransfer?.files ?? [])]),
    },
  });
}

async function insertFile(editor: Editor, file: File): Promise<void> {
  try {
    const picture = await readPicture(file);
    if (!editor.isDestroyed) insertPicture(editor, picture);
  } catch (fault) {
    if (!(fault instanceof PictureError)) throw fault;
    toast.error(fault.message);
  }
}
