import {
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { useId, useState } from 'react';
import { modifiers, plugins, sensors } from './drag-and-drop.ts';
import { LinkRow } from './LinkRow.tsx';
import { moveLink, type OwnLink } from './own-links.ts';

export type LinkListProps = { links: readonly OwnLink[]; onDelete: (link: OwnLink) => void };

/* The links in their order. The handle of a link moves it: by mouse, touch or keyboard, or with its menu. */
export function LinkList({ links, onDelete }: LinkListProps) {
  const instructions = useId();
  const [words, say] = useState('');
  const [carry] = useState(plugins);
  const placeOf = (id: unknown, index: number) =>
    `${links.find((link) => link.id === id)?.linkName ?? ''}, ${index + 1} of ${links.length}`;

  const onDragStart = ({ operation: { source } }: DragStartEvent) => {
    if (isSortable(source)) say(`Picked up ${placeOf(source.id, source.index)}.`);
  };
  const onDragOver = ({ operation: { source, target } }: DragOverEvent) => {
    if (isSortable(source) && isSortable(target) && target.id !== source.id)
      say(`${placeOf(source.id, target.index)}.`);
  };
  const onDragEnd = ({ operation: { source }, canceled }: DragEndEvent) => {
    if (!isSortable(source)) return;
    const { id, index, initialIndex } = source;
    if (canceled) return say(`Left where it was: ${placeOf(id, initialIndex)}.`);
    say(`Put down: ${placeOf(id, index)}.`);
    if (index !== initialIndex) moveLink(String(id), index);
  };
  const moveTo = (link: OwnLink, index: number) => {
    moveLink(link.id, index);
    say(`Moved: ${placeOf(link.id, index)}.`);
  };
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={carry}
      modifiers={modifiers}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
    >
      <ol aria-label="Your links" className="divide-y divide-rule">
        {links.map((link, index) => (
          <LinkRow
            key={link.id}
            link={link}
            index={index}
            count={links.length}
            instructions={instructions}
            onMove={(to) => moveTo(link, to)}
            onDelete={() => onDelete(link)}
          />
        ))}
      </ol>
      <p id={instructions} hidden>
        Press Space to pick it up, the arrow keys to move it, Space to put it down or Escape to
        leave it. Press Enter for a menu.
      </p>
      <p role="status" className="sr-only">
        {words}
      </p>
    </DragDropProvider>
  );
}
