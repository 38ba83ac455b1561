import { Refusal } from '../../shared/refusals.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Instant } from '../../shared/time.ts';
import { knownDevice } from '../storage/known-devices.ts';
import { type TableReader, table } from '../storage/table.ts';
import { holderOfUsername } from '../storage/users.ts';

/** What is known of a call before its limits: who it names, and the tokens of its device. */
export type Asked = {
  readonly deviceTokens: readonly string[];
  readonly settings: Settings;
  readonly now: Instant;
};

/** Finds the device of a call that the account named in its input knows, by a name to count it by. */
export type FindDevice<Input> = (input: Input, asked: Asked) => Promise<string | undefined>;

/** Finds devices of the account that `named` finds; `named` reads as much where there is none. */
export const deviceOf =
  <Input>(
    named: (
      table: TableReader,
      input: Input,
      asked: Asked,
    ) => Promise<{ readonly userId: string; readonly signpost?: boolean } | undefined>,
  ): FindDevice<Input> =>
  async (input, asked) => {
    try {
      const holder = await named(table, input, asked);
      const userId = holder?.signpost ? undefined : holder?.userId;
      return await knownDevice(table, userId, asked.deviceTokens, asked.now);
    } catch (fault) {
      // What the operation refuses names nobody.
      if (fault instanceof Refusal) return undefined;
      throw fault;
    }
  };

export const deviceOfUsername = deviceOf((from, { username }: { username: string }, { now }) =>
  holderOfUsername(from, username, now),
);
