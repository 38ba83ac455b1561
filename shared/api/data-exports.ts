import * as z from 'zod/mini';
import { moment } from '../wire.ts';
import { all, HOUR, nothing, one, operation } from './operation.ts';

/* The copy of a person's own data. docs/product/accounts.md#your-data */

const dataExport = z.object({
  requestedAt: moment,
  status: z.enum(['MAKING', 'READY', 'FAILED', 'EXPIRED']),
  /** When its files are deleted. */
  expiresAt: moment,
  /** When another copy can be requested. */
  nextAt: moment,
  /** False if the data was too much for one copy. */
  isComplete: z.boolean(),
  /** The addresses of the files, valid for 5 minutes; null unless it is ready. */
  html: z.nullable(z.url()),
  json: z.nullable(z.url()),
});

/** The caller's latest copy, if there is one. Each call makes new addresses. */
export const viewExport = operation({
  name: 'viewExport',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'exports.link'],
  limits: [{ per: 'caller', max: 120, within: HOUR, inMemory: true }],
  impact: 'People cannot download the copy of their data.',
  input: nothing,
  output: all(dataExport),
});

/** Requests a copy, at most one a day: a call within a day returns the one that was requested. */
export const requestExport = operation({
  name: 'requestExport',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 30, within: HOUR, inMemory: true }],
  impact: 'People cannot ask for a copy of their data.',
  input: nothing,
  output: one(z.pick(dataExport, { requestedAt: true, nextAt: true })),
});
