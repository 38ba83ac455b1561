import { Link } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { type ItemRef, itemPath, useNextItem } from './desk-list.ts';
import { Key } from './Key.tsx';

/** Leads to the next case that nobody else works on; nothing if there is none. `after`: the item that is open. */
export function NextCase({ after, block = false }: { after?: ItemRef; block?: boolean }) {
  const next = useNextItem(after);
  if (!next) return null;
  return (
    <Button
      size={block ? 'lg' : 'md'}
      block={block}
      render={<Link to={itemPath(next)} data-desk-key="n" />}
    >
      <span className="inline-flex items-center gap-2">
        Next case <Key onInk>N</Key>
      </span>
    </Button>
  );
}
