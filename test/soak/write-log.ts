/**
 * `acknowledged`: answered with success. `refused`: answered with a refusal. `unanswered`: no answer to any repetition. A write that
 * was refused or not answered may be stored: an earlier reply to the same call may have been lost.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unanswered';

type Write = { readonly kind: string; readonly id: string; readonly outcome: Outcome };

/** The stored data: the number of copies of each created thing, and the value at each place. */
export type Stored = {
  readonly created: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<string, string>;
};

/** The writes of one kind. `lost` and `doubled` name them. */
export type Comparison = {
  readonly kind: string;
  acknowledged: number;
  found: number;
  /** Stored although they were refused or not answered. */
  unacknowledged: number;
  readonly lost: string[];
  readonly doubled: string[];
};

/** Every write that people made, and whether the product acknowledged it. Compared at the end with what is stored. */
export class WriteLog {
  readonly #created: Write[] = [];
  readonly #replaced = new Map<string, Write[]>();

  /** Notes a thing that was created; `id` occurs once in all that is stored. */
  create(kind: string, id: string, outcome: Outcome): void {
    this.#created.push({ kind, id, outcome });
  }

  /** Notes a value that replaces the earlier one of its place. */
  replace(kind: string, place: string, value: string, outcome: Outcome): void {
    const writes = this.#replaced.get(place) ?? [];
    this.#replaced.set(place, [...writes, { kind, id: value, outcome }]);
  }

  /** Compares everything with what is stored, one line for each kind. */
  compare({ created, values }: Stored): Comparison[] {
    const lines = new Map<string, Comparison>();
    const lineOf = (kind: string): Comparison => {
      const empty = { kind, acknowledged: 0, found: 0, unacknowledged: 0, lost: [], doubled: [] };
      const line = lines.get(kind) ?? empty;
      lines.set(kind, line);
      return line;
    };
    for (const { kind, id, outcome } of this.#created)
      count(lineOf(kind), id, outcome, created.get(id) ?? 0);
    for (const [place, writes] of this.#replaced) {
      const line = lineOf(writes[0]?.kind ?? '');
      countPlace(line, place, writes, values.get(place));
    }
    return [...lines.values()];
  }
}

function count(line: Comparison, id: string, outcome: Outcome, times: number): void {
  if (times > 1) line.doubled.push(id);
  if (outcome === 'acknowledged') {
    line.acknowledged += 1;
    if (times > 0) line.found += 1;
    else line.lost.push(id);
  } else if (times > 0) line.unacknowledged += 1;
}

/** A place has the last value that was acknowledged, or a later one. */
function countPlace(
  line: Comparison,
  place: string,
  writes: readonly Write[],
  stored: string | undefined,
): void {
  const last = writes.findLastIndex(({ outcome }) => outcome === 'acknowledged');
  const at = writes.findLastIndex(({ id }) => id === stored);
  if (last >= 0) {
    line.acknowledged += 1;
    if (at >= last) line.found += 1;
    else line.lost.push(`${place}: ${writes[last]?.id}, stored is ${stored ?? 'nothing'}`);
  }
  if (at > last) line.unacknowledged += 1;
}
