import { type Cents, cents, ZERO } from '#shared/money.ts';
import { ALERT_KINDS, type Alert, type AlertKind } from '#shared/rules/accounts/alerts.ts';
import type { Instant } from '#shared/time.ts';
import { alertsKey } from '../keys.ts';
import { type Item, type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * The alerts of an account: one item with a few attributes for each kind, so its size is bounded. An alert is raised once,
 * in the transaction that causes it; a repetition of that transaction fails on its conditions.
 */

const ATTRIBUTES = ['at', 'count', 'amount', 'about'] as const;
const attributeName = (kind: AlertKind, part: (typeof ATTRIBUTES)[number]) => `${kind}_${part}`;

/** The step that raises an alert, and removes one of another kind that it replaces. */
export function raiseAlert(
  userId: string,
  raised: {
    readonly kind: AlertKind;
    readonly amount?: Cents;
    readonly about?: string;
    readonly insteadOf?: AlertKind;
  },
  now: Instant,
): Step<never> {
  const { kind, amount, about, insteadOf } = raised;
  const name = (part: (typeof ATTRIBUTES)[number]) => `#${attributeName(kind, part)}`;
  const gone = insteadOf ? ATTRIBUTES.map((part) => `#${attributeName(insteadOf, part)}`) : [];
  const parts = [
    `SET ${name('at')} = :now${about === undefined ? '' : `, ${name('about')} = :about`}`,
    gone.length > 0 ? `REMOVE ${gone.join(', ')}` : '',
    `ADD ${name('count')} :one${amount === undefined ? '' : `, ${name('amount')} :amount`}`,
  ];
  return update(alertsKey(userId), parts.filter((part) => part !== '').join(' '), {
    now,
    one: 1,
    ...(about !== undefined && { about }),
    ...(amount !== undefined && { amount }),
  });
}

/** The step that removes an alert which is no longer so. */
export const clearAlert = (userId: string, kind: AlertKind): Step<never> =>
  update(
    alertsKey(userId),
    `REMOVE ${ATTRIBUTES.map((part) => `#${attributeName(kind, part)}`).join(', ')}`,
    {},
  );

/** Removes an alert that the person has seen. NEWER: it was raised again since, which they have not seen. */
export function dismissAlert(
  table: TableWriter,
  userId: string,
  { kind, at }: Pick<Alert, 'kind' | 'at'>,
): Promise<'done' | 'NEWER'> {
  return table.write(
    update(
      alertsKey(userId),
      `REMOVE ${ATTRIBUTES.map((part) => `#${attributeName(kind, part)}`).join(', ')}`,
      {},
      { when: `#${attributeName(kind, 'at')} = :at`, values: { at }, otherwise: 'NEWER' },
    ),
  );
}

/** The alert of one kind; undefined if there is none. */
export async function alertOf(
  table: TableReader,
  userId: string,
  kind: AlertKind,
): Promise<Alert | undefined> {
  const item = await table.get<Item>(alertsKey(userId));
  return alertsIn(item).find((alert) => alert.kind === kind);
}

/** Reads the alerts from their item; none if there is no item. */
export function alertsIn(item: Readonly<Record<string, unknown>> = {}): Alert[] {
  return ALERT_KINDS.flatMap((kind) => {
    const part = (name: (typeof ATTRIBUTES)[number]) => item[attributeName(kind, name)];
    if (part('at') === undefined) return [];
    return [
      {
        kind,
        at: part('at') as Instant,
        count: Number(part('count') ?? 1),
        amount: cents(Number(part('amount') ?? ZERO)),
        about: (part('about') as string | undefined) ?? null,
      },
    ];
  });
}
