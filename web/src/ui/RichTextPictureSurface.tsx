import { RichTextPictureTool } from './RichTextPictureTool.tsx';
import { RichTextSurface, type RichTextSurfaceProps } from './RichTextSurface.tsx';
import { RichTextPicture } from './rich-text-picture.ts';

/* The editor of texts with pictures, in a chunk of its own, so that messages do not load it. */
export function RichTextPictureSurface(props: RichTextSurfaceProps) {
  return (
    <RichTextSurface
      {...props}
      extensions={[RichTextPicture]}
      moreTools={(editor) => <RichTextPictureTool editor={editor} />}
    />
  );
}
