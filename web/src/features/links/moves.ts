/* Moves of a list that are shown at once and sent one after the other. */

/** Where a link goes: to where `destinationIndex` others stand before it, as the operation takes it. */
export type Move = { readonly id: string; readonly destinationIndex: number };

/** The list after a move. One that is there already, or gone, changes nothing; doing it twice is doing it once. */
export function withMove<Item extends { readonly id: string }>(
  items: readonly Item[],
  { id, destinationIndex }: Move,
): readonly Item[] {
  const item = items.find((one) => one.id === id);
  if (!item) return items;
  const others = items.filter((one) => one !== item);
  return [...others.slice(0, destinationIndex), item, ...others.slice(destinationIndex)];
}

/** The list as it is shown: as the server has it, and the moves that are on their way. */
export function withMoves<Item extends { readonly id: string }>(
  items: readonly Item[],
  moves: readonly Move[],
): readonly Item[] {
  return moves.reduce(withMove, items);
}

export type Errands = {
  readonly send: (move: Move) => Promise<unknown>;
  /** The server has made this move: whoever keeps its list makes it too, before the queue forgets it. */
  readonly done: (move: Move) => void;
  /** Every move that was made has been sent. */
  readonly finished: () => unknown;
  /** One was refused, or nobody knows. It is forgotten, and so are those after it, which went by a list that never was. */
  readonly failed: (fault: unknown) => unknown;
};

export type MoveQueue = {
  readonly add: (move: Move) => void;
  readonly waiting: () => readonly Move[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** Sends moves in the order in which they were made, each once the one before it has arrived. */
export function moveQueue({ send, done, finished, failed }: Errands): MoveQueue {
  let moves: readonly Move[] = [];
  const listeners = new Set<() => void>();
  const become = (next: readonly Move[]) => {
    moves = next;
    for (const listener of listeners) listener();
  };
  const work = async () => {
    for (let [move] = moves; move; [move] = moves) {
      try {
        await send(move);
      } catch (fault) {
        become([]);
        failed(fault);
        return;
      }
      done(move);
      become(moves.slice(1));
    }
    finished();
  };
  return {
    add: (move) => {
      become([...moves, move]);
      if (moves.length === 1) void work();
    },
    waiting: () => moves,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
