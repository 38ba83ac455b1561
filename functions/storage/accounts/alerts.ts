import { type Cents, ZERO } from '#shared/money.ts';
import { ALERT_KINDS, type Alert, type AlertKind } from '#shared/rules/accounts/alerts.ts';
import type { Instant } from '#shared/time.ts';
import { alertsKey } from '../keys.ts';
import { type Step, type TableReader, type TableWriter, update } from '../table.ts';

/*
 * The alerts of an account: one item with a few attributes for each kind, so its size is bounded. An alert is raised once,
 * in the transaction that causes it; a repetition of that transaction fails on its conditions.
 */

/** The parts of an alert, each in an attribute of its own. */
type Parts = {
  readonly at?: Instant;
  readonly count?: number;
  readonly amount?: Cents | undefined;
  readonly about?: string | undefined;
};

/** The item of the alerts of an account. */
export type Alerts = {
  readonly [Name in `${AlertKind}_${keyof Parts}`]?: Name extends `${AlertKind}_${infer Part extends keyof Parts}`
    ? Parts[Part]
    : never;
};

/** The attributes of an alert with the values of its parts. */
const alertValues = (kind: AlertKind, parts: Parts): Alerts =>
  Object.fromEntries(Object.entries(parts).map(([part, value]) => [`${kind}_${part}`, value]));

const alertAttributes = (kind: AlertKind) =>
  [`${kind}_at`, `${kind}_count`, `${kind}_amount`, `${kind}_about`] as const;

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
  return update(alertsKey(userId), {
    set: alertValues(kind, { at: now, about }),
    remove: insteadOf ? alertAttributes(insteadOf) : [],
    add: alertValues(kind, { count: 1, amount }),
  });
}

/** Removes an alert that the person has seen. NEWER: it was raised again since, which they have not seen. */
export function dismissAlert(
  table: TableWriter,
  userId: string,
  { kind, at }: Pick<Alert, 'kind' | 'at'>,
): Promise<'done' | 'NEWER'> {
  return table.write(
    update(
      alertsKey(userId),
      { remove: alertAttributes(kind) },
      { when: alertValues(kind, { at }), otherwise: 'NEWER' },
    ),
  );
}

/** The alert of one kind; undefined if there is none. */
export async function alertOf(
  table: TableReader,
  userId: string,
  kind: AlertKind,
): Promise<Alert | undefined> {
  const item = await table.get<Alerts>(alertsKey(userId));
  return alertsIn(item).find((alert) => alert.kind === kind);
}

/** Reads the alerts from their item; none if there is no item. */
export function alertsIn(item: Alerts = {}): Alert[] {
  return ALERT_KINDS.flatMap((kind) => {
    const at = item[`${kind}_at`];
    if (at === undefined) return [];
    return [
      {
        kind,
        at,
        count: item[`${kind}_count`] ?? 1,
        amount: item[`${kind}_amount`] ?? ZERO,
        about: item[`${kind}_about`] ?? null,
      },
    ];
  });
}
