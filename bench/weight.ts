/** The size of a function or screen, in total and by part. */
export type Weight = { readonly bytes: number; readonly parts: Readonly<Record<string, number>> };

/**
 * A size budget: the maximum, and the parts with their sizes when the budget was set, without those below a kilobyte:
 * `zod 99815, …`.
 */
export type Budget = { readonly max: number; readonly parts: string };

const HEADROOM = 1.04;
const WORTH_NAMING = 1_000;

/** Returns a budget a few percent above the current size. */
export function settle({ bytes, parts }: Weight): Budget {
  const named = Object.entries(parts).filter(([, size]) => size >= WORTH_NAMING);
  return {
    max: Math.ceil((bytes * HEADROOM) / 100) * 100,
    parts: named
      .sort(([, one], [, other]) => other - one)
      .map(([name, size]) => `${name} ${size}`)
      .join(', '),
  };
}

/** Parses the parts of a budget. */
export function partsOf({ parts }: Budget): Record<string, number> {
  const pairs = parts.split(', ').map((part) => part.split(' ') as [string, string]);
  return Object.fromEntries(pairs.map(([name, size]) => [name, Number(size)]));
}

/**
 * Compares a size with its budget. Returns undefined within the budget, otherwise by how much it exceeds it and which
 * parts grew.
 */
export function excess(weight: Weight, budget: Budget): string | undefined {
  const { max } = budget;
  if (weight.bytes <= max) return undefined;
  const parts = partsOf(budget);
  const grown = Object.entries(weight.parts)
    .map(([name, size]) => ({ name, size, before: parts[name] ?? 0 }))
    .filter(({ size, before }) => size - before >= WORTH_NAMING)
    .sort((one, other) => other.size - other.before - (one.size - one.before))
    .slice(0, 5)
    .map(({ name, size, before }) => `${name} ${before === 0 ? 'is new' : before} → ${size}`);
  return `${weight.bytes} bytes, ${weight.bytes - max} over: ${grown.join(', ') || 'a little of all'}`;
}
