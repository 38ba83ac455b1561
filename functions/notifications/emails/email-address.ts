import type { Instant } from '#shared/time.ts';
import { settings } from '../../settings.ts';
import type { User } from '../../storage/accounts/users.ts';
import { suppressionOf } from '../../storage/notifications/suppressed-emails.ts';
import type { TableReader } from '../../storage/table.ts';

/** Returns the address to which emails to a person go; undefined without one, or if messages to it came back. */
export async function emailAddressOf(
  table: TableReader,
  { email }: User,
  now: Instant,
): Promise<string | undefined> {
  if (email === undefined || settings().email === undefined) return undefined;
  return (await suppressionOf(table, email, now)) === undefined ? email : undefined;
}
