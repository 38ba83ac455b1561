import { DOMParser } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { NO_FILES_HERE, pastedFiles } from './pasted-files.ts';
import { PasteParser } from './pasted-html.ts';
import { toast } from './Toast.tsx';

/** The extension for pasted text: what office programs copy is tidied, and files are refused with a sentence. */
export const PastedText = Extension.create({
  name: 'pastedText',
  // After the extension for pictures, which takes those.
  priority: 10,
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    return [
      new Plugin({
        props: {
          clipboardParser: new PasteParser(schema, DOMParser.fromSchema(schema).rules),
          handlePaste: (_view, event) => {
            const isFile = pastedFiles(event.clipboardData).length > 0;
            if (isFile) toast.error(NO_FILES_HERE);
            return isFile;
          },
        },
      }),
    ];
  },
});
