import type { freshness } from './labels.ts';

/*
 * The mark of a row before its name: a dot for what the list shows for the first time, a ring for what was not opened, nothing
 * for what was read.
 */
export function FreshnessMark({ mark }: { mark: ReturnType<typeof freshness> }) {
  if (mark === 'read') return <span className="sr-only">read, </span>;
  const look =
    mark === 'new' ? 'bg-red forced-colors:bg-[Highlight]' : 'border-2 border-soft bg-transparent';
  return (
    <span className={`size-2 shrink-0 rounded-full ${look}`}>
      <span className="sr-only">{mark}, </span>
    </span>
  );
}
