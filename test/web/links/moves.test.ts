import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type Move, moveQueue, withMove, withMoves } from '#web/features/links/pages/moves.ts';

/* The list of links that is shown while moves are being sent. */

const list = (ids: string) => [...ids].map((id) => ({ id }));
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).join('');
const to = (id: string, destinationIndex: number): Move => ({ id, destinationIndex });

describe('a list with a move', () => {
  test.each([
    ['A', 2, 'BCAD'],
    ['D', 0, 'DABC'],
    ['B', 1, 'ABCD'],
    ['B', 99, 'ACDB'],
    ['X', 0, 'ABCD'],
  ])('moves %s to index %i: %s', (id, index, after) => {
    expect(idsOf(withMove(list('ABCD'), to(id, index)))).toBe(after);
  });

  test('is the same if the server has applied the move already', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'ABCDE'), fc.nat({ max: 4 }), (id, index) => {
        const once = withMove(list('ABCDE'), to(id, index));
        expect(withMove(once, to(id, index))).toEqual(once);
      }),
    );
  });

  test('applies all unsent moves in order', () => {
    expect(idsOf(withMoves(list('ABC'), [to('A', 2), to('C', 0), to('B', 2)]))).toBe('CAB');
  });
});

/** A queue with a scripted server, and the list that the screen would show. */
function desk(ids = 'ABC') {
  let kept: readonly { readonly id: string }[] = list(ids);
  const sent: Move[] = [];
  const answers: { resolve: () => void; reject: (fault: Error) => void }[] = [];
  const told: string[] = [];
  const queue = moveQueue({
    send: (move) => {
      sent.push(move);
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
    },
    done: (move) => {
      kept = withMove(kept, move);
    },
    finished: () => told.push('finished'),
    failed: (fault) => told.push(`failed: ${(fault as Error).message}`),
  });
  const frames: string[] = [];
  const shown = () => idsOf(withMoves(kept, queue.waiting()));
  queue.subscribe(() => frames.push(shown()));
  return {
    queue,
    sent,
    told,
    frames,
    shown,
    kept: () => idsOf(kept),
    accept: async () => {
      answers.shift()?.resolve();
      await settle();
    },
    refuse: async (message: string) => {
      answers.shift()?.reject(new Error(message));
      await settle();
    },
  };
}

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of moves', () => {
  test('shows a move at once and sends it', async () => {
    const at = desk();
    at.queue.add(to('A', 2));
    expect(at.shown()).toBe('BCA');
    expect(at.kept()).toBe('ABC');
    expect(at.sent).toEqual([to('A', 2)]);
    await at.accept();
    expect(at.kept()).toBe('BCA');
    expect(at.told).toEqual(['finished']);
  });

  test('sends moves in order, each after the answer to the one before', async () => {
    const at = desk();
    for (const move of [to('A', 2), to('B', 1), to('C', 0)]) at.queue.add(move);
    expect(at.sent).toEqual([to('A', 2)]);
    await at.accept();
    expect(at.sent).toEqual([to('A', 2), to('B', 1)]);
    await at.accept();
    await at.accept();
    expect(at.sent).toEqual([to('A', 2), to('B', 1), to('C', 0)]);
    expect(at.queue.waiting()).toEqual([]);
    expect(at.told).toEqual(['finished']);
    expect(at.kept()).toBe(at.shown());
  });

  test('never shows an order that results from no move of the user', async () => {
    const at = desk();
    at.queue.add(to('A', 2));
    at.queue.add(to('B', 2));
    await at.accept();
    await at.accept();
    expect(at.frames).toEqual(['BCA', 'CAB', 'CAB', 'CAB']);
  });

  test('restores the server’s list if a move is refused, and drops later moves', async () => {
    const at = desk();
    for (const move of [to('A', 2), to('B', 2), to('C', 2)]) at.queue.add(move);
    await at.accept();
    await at.refuse('no network');
    expect(at.shown()).toBe('BCA');
    expect(at.sent).toEqual([to('A', 2), to('B', 2)]);
    expect(at.told).toEqual(['failed: no network']);
  });

  test('continues after a refusal', async () => {
    const at = desk();
    at.queue.add(to('A', 2));
    await at.refuse('no network');
    at.queue.add(to('C', 0));
    expect(at.shown()).toBe('CAB');
    await at.accept();
    expect(at.kept()).toBe('CAB');
    expect(at.told).toEqual(['failed: no network', 'finished']);
  });

  test('does not notify a removed listener', () => {
    const { queue } = desk();
    const heard: number[] = [];
    const leave = queue.subscribe(() => heard.push(queue.waiting().length));
    queue.add(to('A', 2));
    leave();
    queue.add(to('A', 0));
    expect(heard).toEqual([1]);
  });
});
