import { documents } from '#functions/storage/table.ts';

/* Counts the table requests and the capacity that DynamoDB, or its emulator, reports in each response. */

/** Calls to the table, and the read and write capacity units of the table and its indexes together. */
export type Cost = { readonly calls: number; readonly reads: number; readonly writes: number };

type Charged = { readonly CapacityUnits?: number };

const NONE: Cost = { calls: 0, reads: 0, writes: 0 };
let current = NONE;
let attached = false;

/** Requests the consumed capacity of every command of the one DynamoDB client, and sums it. */
function attach(): void {
  if (attached) return;
  attached = true;
  documents.middlewareStack.add(
    (next, context) => async (args) => {
      const input = { ...(args.input as object), ReturnConsumedCapacity: 'TOTAL' };
      const answered = await next({ ...args, input } as typeof args);
      const { ConsumedCapacity: charged = [] } = answered.output as {
        ConsumedCapacity?: Charged | readonly Charged[];
      };
      const units = [charged].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
      if (units === 0) throw new Error(`the engine did not say what ${context.commandName} costs`);
      const isRead = /Get|Query/.test(String(context.commandName));
      current = plus(current, {
        calls: 1,
        reads: isRead ? units : 0,
        writes: isRead ? 0 : units,
      });
      return answered;
    },
    { step: 'initialize', name: 'meter', priority: 'high' },
  );
}

/**
 * Runs `run` and returns its result with the table requests and capacity it used. No other code may use the table
 * meanwhile.
 */
export async function metered<Result>(
  run: () => Promise<Result>,
): Promise<{ cost: Cost; result: Result }> {
  attach();
  current = NONE;
  const result = await run();
  return { cost: current, result };
}

function plus(one: Cost, other: Cost): Cost {
  return {
    calls: one.calls + other.calls,
    reads: one.reads + other.reads,
    writes: one.writes + other.writes,
  };
}
