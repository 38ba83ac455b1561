import { causes } from '#shared/messages/ledger.ts';
import { type Cents, negative, plus, toDollars, ZERO } from '#shared/money.ts';
import { feeShareOf, formulaOf, type LedgerLine } from '#shared/rules/ledger/ledger-lines.ts';
import { toIso } from '#shared/time.ts';
import { csvOf } from '#web/api/csv.ts';

/* The ledger as CSV for spreadsheets, in plain ASCII. */

const HEAD = [
  'When (UTC)',
  'What',
  'Conversation',
  'Price',
  'Fee percent',
  'Fee of that',
  'Fee fixed',
  'Fee',
  'In',
  'Out',
  'Balance after',
  'Formula',
];

/** `lines`: all lines, newest first as loaded. The file is oldest first, so that the balance adds up. */
export function ledgerCsv(lines: readonly LedgerLine[]): string {
  let balance = ZERO;
  const rows = [...lines].reverse().map((line) => {
    balance = plus(balance, line.net);
    return rowOf(line, balance);
  });
  return csvOf([HEAD, ...rows]);
}

function rowOf(line: LedgerLine, balance: Cents): string[] {
  const { fee, net, feePercent, feeFixed } = line;
  const withFee = fee !== ZERO;
  return [
    toIso(line.at),
    causes[line.what],
    line.conversationId ?? '',
    withFee ? amountOf(line.gross) : '',
    feePercent === null ? '' : String(feePercent),
    feePercent === null ? '' : amountOf(feeShareOf(line)),
    feeFixed === null ? '' : amountOf(feeFixed),
    withFee ? amountOf(fee) : '',
    net > 0 ? amountOf(net) : '',
    net < 0 ? amountOf(negative(net)) : '',
    amountOf(balance),
    withFee ? formulaOf(line).replaceAll('−', '-').replaceAll('\u00a0', ' ') : '',
  ];
}

const amountOf = (amount: Cents) => toDollars(amount).toFixed(2);
