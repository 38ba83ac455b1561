import { lazy, Suspense } from 'react';
import type { RichTextMark } from './rich-text-marks.ts';

/*
 * Where messages and bios are written. The editor itself is fetched when it is first shown, the part that knows pictures
 * only where `marks` has them; until then its box stands there, empty and of the right height. In a `<Field group>`.
 */

export type RichTextEditorProps = {
  /** What can be done to the text here, one button each. Does not change while the editor is shown. */
  marks: readonly RichTextMark[];
  /** HTML. Read once; later changes from outside are taken over only when `value` becomes empty. */
  value: string;
  /** `length` is what a person reads: without tags, white space folded. */
  onValueChange: (html: string, length: number) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** In the sans of ordinary pages, as `RichText` shows it with the same word; otherwise in the serif of letters. */
  plain?: boolean;
  /** Pixels. */
  minHeight?: number;
  disabled?: boolean;
  autoFocus?: boolean;
};

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
