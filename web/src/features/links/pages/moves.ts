/* Moves of list items, which show at once and are sent one after the other. */

/** Where an item moves: `destinationIndex` is the number of other items before it, as in the operation. */
export type Move = { readonly id: string; readonly destinationIndex: number };

/** The list after a move. Repeating a move, or moving a deleted item, changes nothing. */
export function withMove<Item extends { readonly id: string }>(
  items: readonly Item[],
  { id, destinationIndex }: Move,
): readonly Item[] {
  const item = items.find((one) => one.id === id);
  if (!item) return items;
  const others = items.filter((one) => one !== item);
  return [...others.slice(0, destinationIndex), item, ...others.slice(destinationIndex)];
}

/** The list as shown: the server's list with the unsent moves applied. */
export function withMoves<Item extends { readonly id: string }>(
  items: readonly Item[],
  moves: readonly Move[],
): readonly Item[] {
  return moves.reduce(withMove, items);
}

export type MoveQueueOptions = {
  readonly send: (move: Move) => Promise<unknown>;
  /** Called when the server has applied a move, before the queue drops it, so that the cached list can apply it too. */
  readonly done: (move: Move) => void;
  /** Called when every move was sent. */
  readonly finished: () => unknown;
  /** Called when a move failed. It is dropped together with those after it, which assumed that it succeeded. */
  readonly failed: (fault: unknown) => unknown;
};

export type MoveQueue = {
  readonly add: (move: Move) => void;
  readonly waiting: () => readonly Move[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** Sends moves in order, each after the one before has arrived. */
export function moveQueue({ send, done, finished, failed }: MoveQueueOptions): MoveQueue {
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
