import { lazy, Suspense } from 'react';

/*
 * Where messages and bios are written. The editor itself is fetched when it is first shown; until then its box stands
 * there, empty and of the right height. In a `<Field group>`.
 */

export type RichTextEditorProps = {
  /** HTML. Read once; later changes from outside are taken over only when `value` becomes empty. */
  value: string;
  /** `length` is what a person reads: without tags, white space folded. */
  onValueChange: (html: string, length: number) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** Pixels. */
  minHeight?: number;
  disabled?: boolean;
  autoFocus?: boolean;
};

const Surface = lazy(async () => {
  const { RichTextSurface } = await import('./RichTextSurface.tsx');
  return { default: RichTextSurface };
});

export function RichTextEditor(props: RichTextEditorProps) {
  const minHeight = props.minHeight ?? 200;
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
      <Surface {...props} minHeight={minHeight} />
    </Suspense>
  );
}
