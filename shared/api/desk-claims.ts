import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { deskReason } from '../rules/desk/decisions.ts';
import { QUEUE_PERMISSIONS } from '../rules/desk/permissions.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { HOUR, one, operation } from './operation.ts';

/* Contested claims at the desk. docs/product/desk.md#decisions */

/** Decides a contested claim. UPHELD: the sender was right, and gets the money back. */
export const decideClaim = operation({
  name: 'decideClaim',
  method: 'POST',
  who: 'staff',
  permissions: QUEUE_PERMISSIONS.CLAIMS,
  uses: [...MOVES_MONEY, 'cases.write', 'chats.read', 'audit.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: HOUR }],
  impact: 'Contested claims wait longer for a decision.',
  input: z.object({
    caseId: id(),
    outcome: z.enum(['UPHELD', 'REJECTED'], 'Please choose a decision'),
    reason: deskReason,
  }),
  output: one(z.object({ message: z.string() })),
});
