import { type AuditNote, auditEntryOf } from '#functions/desk/audit-entries.ts';
import type { Payments } from '#functions/gateways/payments.ts';
import type { Subscriptions } from '#functions/gateways/subscriptions.ts';
import type { Logger } from '#functions/log.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import type { TableWriter } from '#functions/storage/table.ts';
import { type Instant, toIso } from '#shared/time.ts';

export { type AuditNote, auditEntryOf };

/** The dependencies of an operator's command: storage and gateways as in the functions, and the operator's name (`who`). */
export type OpsContext = {
  readonly table: TableWriter;
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly now: Instant;
  readonly log: Logger;
  readonly who: string;
  /** The origin of the web app, which links begin with. */
  readonly origin: string;
};

/**
 * The planned change of a command. `summary` describes it before anything is done. `apply` makes the change and returns
 * lines to print; absent when there is nothing to do. It decides again on the data at that time.
 */
export type Plan = {
  readonly summary: readonly string[];
  readonly apply?: (note: AuditNote) => Promise<readonly string[]>;
};

/** Replaces the typed name or phone number by the account id, because the audit outlives deleted accounts. */
export const byId = (note: AuditNote, command: string, { id }: Pick<User, 'id'>): AuditNote => ({
  ...note,
  command: `${command} ${id}`,
});

/** `2026-11-21 14:03 UTC`. */
export const momentText = (at: Instant): string =>
  `${toIso(at).slice(0, 16).replace('T', ' ')} UTC`;
