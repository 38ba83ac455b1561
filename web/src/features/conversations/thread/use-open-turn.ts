import { useState } from 'react';

/**
 * What is open for writing: what it is the viewer's turn to write. It stays open when the turn ends in another way, so that what is
 * written is kept, until `close` is called.
 */
export function useOpenTurn<Turn extends string>(turn: Turn | undefined) {
  const [open, setOpen] = useState<Turn>();
  /** What was closed: the turn ends only when the conversation is loaded again. */
  const [closed, setClosed] = useState<Turn>();
  if (turn !== undefined && turn !== closed && turn !== open) setOpen(turn);
  const close = () => {
    setClosed(open);
    setOpen(undefined);
  };
  return { open, close };
}
