import { BellOff } from 'lucide-react';

/* The sign of a chat whose notifications are off. */
export function MutedMark() {
  return (
    <span className="inline-flex shrink-0 items-center">
      <BellOff aria-hidden className="size-3.5" />
      <span className="sr-only">Notifications are off</span>
    </span>
  );
}
