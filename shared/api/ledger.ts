import * as z from 'zod/mini';
import { accountBalance, ledgerLine } from './money-entities.ts';
import { nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

export const viewAccountBalance = operation({
  name: 'viewAccountBalance',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see their earnings and balance; nothing is lost.',
  input: nothing,
  output: one(accountBalance),
});

export const viewLedger = operation({
  name: 'viewLedger',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read', 'ledger.read'],
  impact: 'People cannot see the transactions behind their balance; nothing is lost.',
  input: z.object(paging),
  output: page(ledgerLine),
});
