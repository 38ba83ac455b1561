import { lazy, Suspense } from 'react';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';

/*
 * The editor of messages and bios, inside a `<Field group>`. Its code loads when it is first shown, the part for
 * pictures only if `marks` has them; until then an empty box of the same height is shown.
 */

const Surface = lazy(async () => {
  const { RichTextSurface } = await import('./RichTextSurface.tsx');
  return { default: RichTextSurface };
});

const SurfaceWithPictures = lazy(async () => {
  const { RichTextPictureSurface } = await import('./RichTextPictureSurface.tsx');
  return { default: RichTextPictureSurface };
});

export function RichTextEditor(props: RichTextEditorProps) {
  const minHeight = props.minHeight ?? 200;
  const Editor = props.marks.includes('image') ? SurfaceWithPictures : Surface;
  return (
    <Suspense
      fallback={
        <div
          role="status"
          className="rounded-card border border-edge bg-card p-4 text-soft"
          style={{ minHeight: minHeight + 53 }}
        >
          Loading...
        </div>
      }
    >
      <Editor {...props} minHeight={minHeight} />
    </Suspense>
  );
}
