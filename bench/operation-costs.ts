import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
import { call } from '#test/support/call.ts';
import type { World } from '#test/support/world.ts';
import { operationList, usualCall } from '#test/usual-calls/usual-calls.ts';

/** Measures the table requests and the capacity of the usual call of these operations. Throws if one is refused. */
export async function measureOperations(
  world: World,
  names: readonly string[],
): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {};
  for (const { area, definition } of operationList()) {
    if (!names.includes(definition.name)) continue;
    const { handler, input, options } = await usualCall(world, area, definition);
    const { cost, result } = await metered(() => call(handler, input, options));
    if (result.http !== 200)
      throw new Error(`${definition.name} was refused: ${JSON.stringify(result.body)}`);
    costs[definition.name] = cost;
  }
  return costs;
}
