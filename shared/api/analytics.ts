import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { PERIODS, REFUND_REASONS } from '../rules/analytics/day-counts.ts';
import { SOURCES } from '../rules/analytics/sources.ts';
import { dollars } from '../wire.ts';
import { MINUTE, nothing, one, operation } from './operation.ts';
import { via } from './via.ts';

/* A person's own analytics. docs/product/analytics.md */

/** How many visitors and messages came to each step. */
const funnel = z.object({
  view: z.int(),
  press: z.int(),
  draft: z.int(),
  paid: z.int(),
  answered: z.int(),
});

/** What only Professional shows. */
const whole = z.object({
  sources: z.array(z.extend(funnel, { source: z.enum(SOURCES) })),
  /** The last 13 months with earnings, oldest first: what was earned, and the part of it that was kept as fees. */
  months: z.array(z.object({ month: z.string(), gross: dollars(), fees: dollars() })),
  /** Half and nine tenths of the answers came within so many hours; null if none came. */
  medianHours: z.nullable(z.int()),
  mostHours: z.nullable(z.int()),
  /** The messages of senders who had paid for another one before. */
  repeats: z.int(),
  refunded: dollars(),
  refunds: z.array(z.object({ reason: z.enum(REFUND_REASONS), count: z.int() })),
  /** The views of each price in 13 months, and the messages paid at it. */
  prices: z.array(z.object({ price: dollars(), views: z.int(), paid: z.int() })),
});

export const viewAnalytics = operation({
  name: 'viewAnalytics',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'analytics.read'],
  impact: 'People cannot see their analytics; nothing is lost.',
  /** People who are not on Professional get the last 7 days, whatever they ask for. */
  input: z.object({ days: z.optional(z.enum(PERIODS, 'Please choose one of the periods')) }),
  output: one(
    z.object({
      /** The number of days up to today (UTC), and their counts; days without visits and messages are left out. */
      days: z.int(),
      counts: z.array(z.extend(funnel, { day: z.string() })),
      currentPrice: dollars(),
      whole: z.nullable(whole),
    }),
  ),
});

export const recordContactPress = operation({
  name: 'recordContactPress',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'views.record', 'hashKey'],
  idempotent: 'byNature',
  limits: [{ per: 'address', max: 120, within: 5 * MINUTE, inMemory: true }],
  impact: 'Presses of contact buttons are missing in analytics; the buttons work.',
  input: z.object({
    /** The person whose contact button was pressed. */
    id: id(),
    via,
  }),
  output: nothing,
});
