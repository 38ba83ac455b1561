import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { countsOfVisit, KEPT_TIME, type Visit } from '#shared/rules/analytics/day-counts.ts';
import { type Source, sourceOf } from '#shared/rules/analytics/sources.ts';
import { clickCounter } from '#shared/rules/links/link-clicks.ts';
import { type Counts, sumOf } from '#shared/rules/profiles/reliability.ts';
import { DAY, dayOf, fromIso, type Instant, later, toSeconds } from '#shared/time.ts';
import { DRAFT_PREFIX, type Key } from '../keys.ts';
import { putNew, type Step, type TableWriter, update } from '../table.ts';
import {
  analyticsDayKey,
  clickIn,
  clickKey,
  pressKey,
  viewCountKey,
  viewKey,
  visitIn,
} from '../visit-keys.ts';

/*
 * The visits of profiles: an item for each viewer and day (UTC), further ones if the viewer pressed the contact
 * button or opened a link, and counters. A visit stores its viewer. The stream of the table passes new viewers and new drafts in batches to
 * functions/events/countViews.ts, which increases the counters, so that no visitor waits for it and a popular profile costs two
 * writes for many visits. The counters have items of their own, because payments write the account item and must not conflict
 * with visits.
 */

/** After two days, the day of a view is over in every time zone. */
const RETENTION = 2 * DAY;

/** A visit of a profile. `viewer` is a keyed hash that tells viewers apart within a day without identifying them. */
export type View = {
  readonly ownerId: string;
  readonly viewer: string;
  readonly step: 'view' | 'press';
  readonly source: Source;
  /** The price that was shown, in cents; absent if the person was not taking messages. */
  readonly price?: number | undefined;
};

/** The item of a viewer's first view, or first press, of a day. */
export const keyOfView = (
  { ownerId, viewer, step }: Pick<View, 'ownerId' | 'viewer' | 'step'>,
  now: Instant,
): Key => (step === 'press' ? pressKey : viewKey)(ownerId, dayOf(now), viewer);

/** Stores a visit; further ones of the viewer on that day change nothing. */
async function recordView(
  table: Pick<TableWriter, 'write'>,
  view: View,
  now: Instant,
): Promise<void> {
  const { source, price } = view;
  const expiresAt = toSeconds(later(now, RETENTION));
  const item = {
    ...keyOfView(view, now),
    source,
    ...(price !== undefined && { price }),
    expiresAt,
  };
  await table.write(putNew(item, 'RECORDED'));
}

/** A link that a visitor opened. `viewer`: as in View. */
export type Click = Pick<View, 'ownerId' | 'viewer'> & { readonly linkId: string };

/** Stores that a visitor opened a link; further times on that day change nothing. */
async function recordClick(
  table: Pick<TableWriter, 'write'>,
  { ownerId, viewer, linkId }: Click,
  now: Instant,
): Promise<void> {
  const expiresAt = toSeconds(later(now, RETENTION));
  const item = { ...clickKey(ownerId, dayOf(now), linkId, viewer), expiresAt };
  await table.write(putNew(item, 'RECORDED'));
}

/** The functions behind the capability `views.record`. */
export const viewRecorders = {
  recordView: (table: Pick<TableWriter, 'write'>) => (view: View, now: Instant) =>
    recordView(table, view, now),
  recordClick: (table: Pick<TableWriter, 'write'>) => (click: Click, now: Instant) =>
    recordClick(table, click, now),
};

/** The functions behind the capability `views.count`. */
export const viewCounters = {
  addViews: (table: Pick<TableWriter, 'write'>) => (ownerId: string, views: number) =>
    addViews(table, ownerId, views),
  addToDay: (table: Pick<TableWriter, 'write'>) => (day: VisitedDay) => addToDay(table, day),
};

/** Adds views to the counter of a profile. */
export async function addViews(
  table: Pick<TableWriter, 'write'>,
  ownerId: string,
  views: number,
): Promise<void> {
  await table.write(update(viewCountKey(ownerId), { add: { views } }));
}

/** Adds counts to a day of a profile. */
async function addToDay(
  table: Pick<TableWriter, 'write'>,
  { ownerId, day, counts }: VisitedDay,
): Promise<void> {
  await table.write(dayStep(ownerId, day, counts));
}

/** The step that adds counts to a day, which is kept for thirteen months. */
export function dayStep<Outcome extends string = never>(
  ownerId: string,
  day: string,
  counts: Counts,
): Step<Outcome> {
  const expiresAt = toSeconds(later(fromIso(day), KEPT_TIME));
  return update(analyticsDayKey(ownerId, day), { set: { expiresAt }, add: counts });
}

/** What the visits of a batch add to a day of a profile. */
export type VisitedDay = {
  readonly ownerId: string;
  readonly day: string;
  readonly counts: Counts;
};

/** What new items of the table add: to the views of profiles, and to their days. Other items are left out. */
export function visitsIn(records: readonly DynamoDBRecord[]): {
  readonly views: ReadonlyMap<string, number>;
  readonly days: readonly VisitedDay[];
} {
  const views = new Map<string, number>();
  const days = new Map<string, VisitedDay>();
  for (const record of records) {
    const visited = visitOf(record);
    if (!visited) continue;
    const { ownerId, day, isView, added } = visited;
    if (isView) views.set(ownerId, (views.get(ownerId) ?? 0) + 1);
    const counts = sumOf([days.get(`${ownerId} ${day}`)?.counts ?? {}, added]);
    days.set(`${ownerId} ${day}`, { ownerId, day, counts });
  }
  return { views, days: [...days.values()] };
}

/** What an item adds to the day of a profile. */
type Visited = {
  readonly ownerId: string;
  readonly day: string;
  readonly isView: boolean;
  readonly added: Counts;
};

function visitOf({ dynamodb }: DynamoDBRecord): Visited | undefined {
  const { Keys = {}, NewImage: item = {} } = dynamodb ?? {};
  const key = { pk: Keys.pk?.S ?? '', sk: Keys.sk?.S ?? '' };
  const source = sourceOf(item.source?.S);
  const counted = (ownerId: string, day: string, visit: Visit): Visited => ({
    ownerId,
    day,
    isView: visit.step === 'view',
    added: countsOfVisit(visit),
  });
  const click = clickIn(key);
  if (click) {
    const { linkId, ...where } = click;
    return { ...where, isView: false, added: { [clickCounter(linkId)]: 1 } };
  }
  const visited = visitIn(key);
  if (visited) {
    const { step, ownerId, day } = visited;
    return counted(ownerId, day, { step, source, price: numberIn(item.price) });
  }
  const savedAt = numberIn(item.modifiedAt);
  if (!key.sk.startsWith(DRAFT_PREFIX) || savedAt === undefined) return undefined;
  const ownerId = key.sk.slice(DRAFT_PREFIX.length);
  return counted(ownerId, dayOf(savedAt as Instant), { step: 'draft', source });
}

const numberIn = (value: AttributeValue | undefined): number | undefined =>
  value?.N === undefined ? undefined : Number(value.N);
