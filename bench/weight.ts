/** What somebody has to load: its size, and the size of each part of it. */
export type Weight = { readonly bytes: number; readonly parts: Readonly<Record<string, number>> };

/** What something may weigh, and its parts when that was settled, those below a kilobyte left out: `zod 99815, …`. */
export type Budget = { readonly max: number; readonly parts: string };

const HEADROOM = 1.04;
const WORTH_NAMING = 1_000;

/** The budget of something that weighs what it should: a few percent above. */
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

/** The parts of a settled budget with their sizes. */
export function partsOf({ parts }: Budget): Record<string, number> {
  const pairs = parts.split(', ').map((part) => part.split(' ') as [string, string]);
  return Object.fromEntries(pairs.map(([name, size]) => [name, Number(size)]));
}

/** Undefined while something is within its budget; else by how much it is over, and which parts grew. */
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
