import { Chip } from '#web/ui/Chip.tsx';
import type { RowLabel } from '../status-words.ts';
import { ICONS } from './label-icons.ts';

/* The state of a conversation as a chip: at the top of the viewer, and on wide rows of Home. */

export function RowChip({ label }: { label: RowLabel }) {
  return (
    <Chip tone={label.tone} icon={ICONS[label.icon]}>
      {capitalised(label.words)}
    </Chip>
  );
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
