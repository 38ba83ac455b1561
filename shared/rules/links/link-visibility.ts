import * as z from 'zod/mini';
import { fromIso, type Instant, toIso } from '../../time.ts';

/* When visitors see a link: not while it is off, and only within its times, if it has any. docs/product/links.md#visibility */

/** The visibility of a link; empty for a link that is always visible. */
export type LinkVisibility = {
  readonly isOff?: true;
  readonly from?: Instant;
  readonly until?: Instant;
};

export const NO_MOMENT = 'Please enter a date and a time';
export const UNTIL_BEFORE_FROM = 'The end must be after the start';

/** A moment, as ISO 8601 on the wire, or an empty text for none. */
export const optionalMoment = z.codec(
  z.union([z.literal(''), z.iso.datetime(NO_MOMENT)], NO_MOMENT),
  z.custom<Instant | null>((value) => value === null || Number.isFinite(value)),
  {
    decode: (wire) => (wire === '' ? null : fromIso(wire)),
    encode: (moment) => (moment === null ? '' : toIso(moment)),
  },
);

/** Whether visitors see a link now. */
export const isVisible = ({ isOff, from, until }: LinkVisibility = {}, now: Instant): boolean =>
  !isOff && (from === undefined || now >= from) && (until === undefined || now < until);

export const isSameVisibility = (one: LinkVisibility = {}, other: LinkVisibility = {}): boolean =>
  one.isOff === other.isOff && one.from === other.from && one.until === other.until;

/** Whether a start is before an end; true if one of them is missing. */
export const isInOrder = (
  from: Instant | null | undefined,
  until: Instant | null | undefined,
): boolean => from == null || until == null || from < until;

/** What a form says of the visibility; what it leaves out stays as it is, and null is no time. */
export type VisibilityChange = {
  readonly isOn?: boolean | undefined;
  readonly visibleFrom?: Instant | null | undefined;
  readonly visibleUntil?: Instant | null | undefined;
};

/** The visibility of a link after a change. */
export function changedVisibility(
  { isOff, from, until }: LinkVisibility,
  { isOn = !isOff, visibleFrom = from, visibleUntil = until }: VisibilityChange,
): LinkVisibility {
  return {
    ...(!isOn && { isOff: true }),
    ...(visibleFrom != null && { from: visibleFrom }),
    ...(visibleUntil != null && { until: visibleUntil }),
  };
}
