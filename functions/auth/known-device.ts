import { Refusal } from '#shared/refusals.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { knownDevice } from '../storage/auth/known-devices.ts';
import { type TableReader, table } from '../storage/table.ts';

/** The parts of a call that are available before its limits are checked. */
export type DeviceLookup = {
  readonly deviceTokens: readonly string[];
  readonly settings: Settings;
  readonly now: Instant;
};

/** Returns the id of the calling device, for rate limits, if that device has signed in to the account that the input names. */
export type FindDevice<Input> = (input: Input, lookup: DeviceLookup) => Promise<string | undefined>;

/**
 * Makes a FindDevice. `findHolder` looks up the account that the input names. It must do the same reads for an account that
 * does not exist, so that the response time does not reveal it.
 */
export const knownDeviceFinder =
  <Input>(
    findHolder: (
      table: TableReader,
      input: Input,
      lookup: DeviceLookup,
    ) => Promise<{ readonly userId: string; readonly signpost?: boolean } | undefined>,
  ): FindDevice<Input> =>
  async (input, lookup) => {
    try {
      const holder = await findHolder(table, input, lookup);
      const userId = holder?.signpost ? undefined : holder?.userId;
      return await knownDevice(table, userId, lookup.deviceTokens, lookup.now);
    } catch (fault) {
      // An input that the operation will refuse, such as an invalid phone number, names no account.
      if (fault instanceof Refusal) return undefined;
      throw fault;
    }
  };

export const findDeviceOfUsername = knownDeviceFinder(
  (from, { username }: { username: string }, { now }) => holderOfUsername(from, username, now),
);
