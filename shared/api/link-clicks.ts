import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { all, MINUTE, nothing, operation } from './operation.ts';

/* The clicks of a person's links. docs/product/links.md#clicks */

export const recordLinkClick = operation({
  name: 'recordLinkClick',
  method: 'POST',
  who: 'anyone',
  uses: ['accounts.read', 'views.record', 'hashKey'],
  idempotent: 'byNature',
  limits: [{ per: 'address', max: 120, within: 5 * MINUTE, inMemory: true }],
  impact: 'Clicks of links on profiles are not counted; the links work.',
  input: z.object({
    /** The person whose link was opened. */
    id: id(),
    linkId: id(),
  }),
  output: nothing,
});

export const viewLinkClicks = operation({
  name: 'viewLinkClicks',
  method: 'GET',
  who: 'verified',
  uses: ['analytics.read'],
  impact: 'People cannot see how often their links were opened; nothing is lost.',
  input: nothing,
  /** The links that were opened in the last 30 days, deleted ones too. */
  output: all(z.object({ linkId: z.string(), clicks: z.int() })),
});
