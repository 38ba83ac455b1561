import { RichTextPictureTool } from './RichTextPictureTool.tsx';
import { RichTextSurface, type RichTextSurfaceProps } from './RichTextSurface.tsx';
import { RichTextPicture } from './rich-text-picture.ts';

/* The editor for texts that may have pictures. A chunk of its own, so that messages do not carry it. */
export function RichTextPictureSurface(props: RichTextSurfaceProps) {
  return (
    <RichTextSurface
      {...props}
      extensions={[RichTextPicture]}
      moreTools={(editor) => <RichTextPictureTool editor={editor} />}
    />
  );
}
