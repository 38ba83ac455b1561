import type { BoxCounts, BoxName } from '../../../shared/rules/conversations/counters.ts';
import { move } from '../counters.ts';
import { boxKey } from '../keys.ts';
import type { Step, TableReader } from '../table.ts';

/* How many conversations a person has on each side, by shelf: the totals of the lists, without counting. */

/** The counters of one side; a person without conversations has none. */
export async function boxOf(table: TableReader, userId: string, box: BoxName): Promise<BoxCounts> {
  return (await table.get<BoxCounts>(boxKey(userId, box))) ?? {};
}

/** Moves the counters of one side as `boxMove` says. */
export function moveBox(userId: string, box: BoxName, by: BoxCounts): Step<never> | undefined {
  return move(boxKey(userId, box), by);
}
