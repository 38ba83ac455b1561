import { classNames } from './class-names.ts';
import { lazyPart } from './lazy-part.tsx';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import { Loading } from './Skeletons.tsx';

/*
 * The editor of messages and bios, inside a `<Field group>`. Its code loads when it is first shown, the part for
 * pictures only if `marks` has them; until then an empty box of the same height is shown.
 */

type SurfaceProps = RichTextEditorProps & { minHeight: number };

const emptyBox = ({ minHeight, bare }: SurfaceProps) => (
  <Loading>
    <div
      className={classNames('p-4 text-soft', !bare && 'rounded-card border border-edge bg-card')}
      style={{ minHeight: minHeight + 53 }}
    >
      Loading...
    </div>
  </Loading>
);

const Surface = lazyPart<SurfaceProps>(
  async () => (await import('./RichTextSurface.tsx')).RichTextSurface,
  emptyBox,
);

const SurfaceWithPictures = lazyPart<SurfaceProps>(
  async () => (await import('./RichTextPictureSurface.tsx')).RichTextPictureSurface,
  emptyBox,
);

export function RichTextEditor(props: RichTextEditorProps) {
  const minHeight = props.minHeight ?? 200;
  const Editor = props.marks.includes('image') ? SurfaceWithPictures : Surface;
  return <Editor {...props} minHeight={minHeight} />;
}
