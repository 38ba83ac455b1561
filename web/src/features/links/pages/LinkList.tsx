import { type ComponentType, createRef, useCallback, useEffect, useId, useState } from 'react';
import { LinkRow } from './LinkRow.tsx';
import type { LinkSortingProps, RowElements } from './link-sorting.tsx';
import { moveLink, type OwnLink } from './own-links.ts';

export type LinkListProps = { links: readonly OwnLink[]; onDelete: (link: OwnLink) => void };

/* The links in their order. The handle of a link moves it: by mouse, touch or keyboard, or with its menu. */
export function LinkList({ links, onDelete }: LinkListProps) {
  const instructions = useId();
  const [words, say] = useState('');
  const [carried, onCarry] = useState<string>();
  const [elements] = useState(() => new Map<string, RowElements>());
  const elementsOf = (id: string): RowElements => {
    const known = elements.get(id) ?? { row: createRef(), handle: createRef() };
    elements.set(id, known);
    return known;
  };
  const Sorting = useSorting();
  const [isSortable, setSortable] = useState(false);
  const onReady = useCallback(() => setSortable(true), []);
  const moveTo = (link: OwnLink, index: number) => {
    moveLink(link.id, index);
    say(`Moved: ${link.linkName}, ${index + 1} of ${links.length}.`);
  };
  return (
    <>
      <ol aria-label="Your links" className="divide-y divide-rule">
        {links.map((link, index) => (
          <LinkRow
            key={link.id}
            link={link}
            index={index}
            count={links.length}
            instructions={isSortable ? instructions : undefined}
            elements={elementsOf(link.id)}
            isCarried={carried === link.id}
            onMove={(to) => moveTo(link, to)}
            onDelete={() => onDelete(link)}
          />
        ))}
      </ol>
      {Sorting && (
        <Sorting
          links={links}
          elementsOf={elementsOf}
          onReady={onReady}
          say={say}
          onCarry={onCarry}
        />
      )}
      <p id={instructions} hidden>
        Press Space to pick it up, the arrow keys to move it, Space to put it down or Escape to
        leave it. Press Enter for a menu.
      </p>
      <p role="status" className="sr-only">
        {words}
      </p>
    </>
  );
}

/** Loads the code for dragging after the list has appeared. Until then, and without it, the menus move the links. */
function useSorting(): ComponentType<LinkSortingProps> | undefined {
  const [Sorting, setSorting] = useState<ComponentType<LinkSortingProps>>();
  useEffect(() => {
    import('./link-sorting.tsx').then(
      ({ LinkSorting }) => setSorting(() => LinkSorting),
      () => undefined,
    );
  }, []);
  return Sorting;
}
