import { type Cents, negative, plus, toDollars, ZERO } from '../../../../../shared/money.ts';
import {
  feeShareOf,
  formulaOf,
  type LedgerLine,
} from '../../../../../shared/rules/ledger/ledger-lines.ts';
import { toIso } from '../../../../../shared/time.ts';
import { LINE_WORDS } from './ledger-words.ts';

/* The ledger as CSV for spreadsheets: RFC 4180, plain ASCII, without cells that a spreadsheet would calculate. */

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
  return [HEAD, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function rowOf(line: LedgerLine, balance: Cents): string[] {
  const { fee, net, feePercent, feeFixed } = line;
  const withFee = fee !== ZERO;
  return [
    toIso(line.at),
    LINE_WORDS[line.what],
    line.conversationId ?? '',
    withFee ? amountOf(line.gross) : '',
    feePercent === null ? '' : String(feePercent),
    feePercent === null ? '' : amountOf(feeShareOf(line)),
    feeFixed === null ? '' : amountOf(feeFixed),
    withFee ? amountOf(fee) : '',
    net > 0 ? amountOf(net) : '',
    net < 0 ? amountOf(negative(net)) : '',
    amountOf(balance),
    withFee ? formulaOf(line).replaceAll('−', '-') : '',
  ];
}

const amountOf = (amount: Cents) => toDollars(amount).toFixed(2);

/** Prefixes text that looks like a formula with an apostrophe, which spreadsheets do not show. */
export function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
