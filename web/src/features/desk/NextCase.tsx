import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { type ItemRef, itemPath, rememberedTile, useDeskList, useNextItem } from './desk-list.ts';
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

/** Leads on from a decided case: to the next one of the tile, or, once the tile is done, to the whole list. */
export function GoOn({ after }: { after: ItemRef }) {
  const next = useNextItem(after);
  const { data } = useDeskList(rememberedTile());
  if (next || !data) return <NextCase after={after} />;
  return (
    <Button variant="quiet" render={<Link to={paths.desk()} data-desk-key="n" />}>
      <span className="inline-flex items-center gap-2">
        Back to all cases <Key>N</Key>
      </span>
    </Button>
  );
}
