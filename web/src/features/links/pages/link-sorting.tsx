import {
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { type RefObject, useEffect, useState } from 'react';
import { modifiers, plugins, sensors } from './drag-and-drop.ts';
import { moveLink, type OwnLink } from './own-links.ts';

/** The elements of a row that sorting needs. */
export type RowElements = {
  readonly row: RefObject<HTMLLIElement | null>;
  readonly handle: RefObject<HTMLButtonElement | null>;
};

export type LinkSortingProps = {
  links: readonly OwnLink[];
  elementsOf: (id: string) => RowElements;
  /** Called when the rows can be dragged. */
  onReady: () => void;
  /** Announces a step of a drag. */
  say: (words: string) => void;
  onCarry: (id: string | undefined) => void;
};

/*
 * Makes the rows of the links sortable by dragging their handles. Draws nothing. It loads separately from the list,
 * because its library is larger than the rest of the screen, which does not wait for it.
 */
export function LinkSorting({ links, elementsOf, onReady, say, onCarry }: LinkSortingProps) {
  const [carry] = useState(plugins);
  const placeOf = (id: unknown, index: number) =>
    `${links.find((link) => link.id === id)?.linkName ?? ''}, ${index + 1} of ${links.length}`;

  const onDragStart = ({ operation: { source } }: DragStartEvent) => {
    if (!isSortable(source)) return;
    onCarry(String(source.id));
    say(`Picked up ${placeOf(source.id, source.index)}.`);
  };
  const onDragOver = ({ operation: { source, target } }: DragOverEvent) => {
    if (isSortable(source) && isSortable(target) && target.id !== source.id)
      say(`${placeOf(source.id, target.index)}.`);
  };
  const onDragEnd = ({ operation: { source }, canceled }: DragEndEvent) => {
    onCarry(undefined);
    if (!isSortable(source)) return;
    const { id, index, initialIndex } = source;
    if (canceled) return say(`Left where it was: ${placeOf(id, initialIndex)}.`);
    say(`Put down: ${placeOf(id, index)}.`);
    if (index !== initialIndex) moveLink(String(id), index);
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
      {links.map(({ id }, index) => (
        <SortableRow key={id} id={id} index={index} onReady={onReady} {...elementsOf(id)} />
      ))}
    </DragDropProvider>
  );
}

type SortableRowProps = RowElements & { id: string; index: number; onReady: () => void };

function SortableRow({ id, index, row, handle, onReady }: SortableRowProps) {
  useSortable({ id, index, element: row, handle });
  // After the effects of the line above, which make the row draggable.
  useEffect(onReady, [onReady]);
  return null;
}
