import * as z from 'zod/mini';
import { ALERT_KINDS } from '../rules/accounts/alerts.ts';
import { inboundSettings } from '../rules/conversations/pricing.ts';
import { moment } from '../wire.ts';
import { dashboardStats, freshAccessToken } from './entities.ts';
import { HOUR, nothing, one, operation } from './operation.ts';

/* The caller's account: registration, dashboard and alerts. docs/product/accounts.md */

export const saveFreeRegistration = operation({
  name: 'saveFreeRegistration',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append', 'tokenKeys'],
  limits: [{ per: 'caller', max: 30, within: HOUR, inMemory: true }],
  impact: 'No one can finish a registration.',
  input: z.extend(inboundSettings, { license: z.literal('FREE', 'Please choose a plan') }),
  output: freshAccessToken,
});

export const viewDashboardStats = operation({
  name: 'viewDashboardStats',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'views.read'],
  impact: 'The dashboard shows no numbers.',
  input: nothing,
  output: one(dashboardStats),
});

export const dismissAlert = operation({
  name: 'dismissAlert',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot dismiss alerts on their home screen.',
  input: z.object({
    kind: z.enum(ALERT_KINDS),
    /** The time of the alert as it was shown; later events stay. */
    at: moment,
  }),
  output: nothing,
});
