import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { DEFAULT_FEES, feeTermsOf } from '#shared/rules/conversations/fees.ts';
import { answeredEntry, payoutPaidEntry } from '#shared/rules/ledger/ledger.ts';
import { ledgerLineOf } from '#shared/rules/ledger/ledger-lines.ts';
import { instant } from '#shared/time.ts';
import { ledgerCsv } from '#web/features/ledger/pages/ledger-csv.ts';

const at = (day: number) => instant(Date.UTC(2026, 10, day, 9, 12));
const answer = answeredEntry(
  { id: 'c1', price: cents(2_500) },
  'ana',
  feeTermsOf('FREE', DEFAULT_FEES),
);
const payout = payoutPaidEntry({ userId: 'ana', period: '2026-10', amount: cents(2_200) });
const lines = [
  ledgerLineOf({ ...payout, at: at(8) }, 'ana'),
  ledgerLineOf({ ...answer, at: at(3) }, 'ana'),
];

describe('the CSV of a ledger', () => {
  test('is sorted oldest first with a running balance', () => {
    expect(ledgerCsv(lines).split('\r\n')).toEqual([
      'When (UTC),What,Conversation,Price,Fee percent,Fee of that,Fee fixed,Fee,In,Out,Balance after,Formula',
      '2026-11-03T09:12:00.000Z,Your answer to a letter,c1,25.00,10,2.50,0.50,3.00,22.00,,22.00,$25.00 - 10% ($2.50) - $0.50 = $22.00',
      '2026-11-08T09:12:00.000Z,Paid out to your bank,,,,,,,,22.00,0.00,',
      '',
    ]);
  });

  test('has only its header if the ledger is empty', () => {
    expect(ledgerCsv([])).toMatch(/^When.*\r\n$/);
  });
});
