import { styleText } from 'node:util';
import type { ShownPerson } from './demo-people.ts';
import { DEMO_PASSWORD, TERMINAL_COLUMNS } from './seed/demo.ts';
import type { ShownStep } from './start-steps.ts';

/* What `npm start` prints, in at most 80 columns. */

type Style = Parameters<typeof styleText>[0];

/** Whether the terminal shows colors. https://no-color.org */
const hasColors = () => process.stdout.isTTY === true && !process.env.NO_COLOR;
const styled = (style: Style, text: string) => (hasColors() ? styleText(style, text) : text);
const address = (url: string) => styled('cyan', url);

/** The first line, once the address is taken. */
export const beginning = (url: string, servesWeb: boolean): string =>
  servesWeb
    ? `\n  ReplyPaid starts. Open ${address(url)} now: the page waits by itself.\n`
    : `\n  ReplyPaid starts at ${address(url)}\n`;

/** A step that is done, with its seconds. */
export const stepLine = ({ name, seconds = 0 }: ShownStep): string =>
  `  ${styled('green', '✓')} ${name.padEnd(31)} ${seconds.toFixed(1)} s`;

export type Welcome = {
  readonly url: string;
  readonly seconds: number;
  /** The demo people, as they are now; none without demo data. */
  readonly people: readonly ShownPerson[];
};

/** The last lines: the addresses, the demo people in two columns with what each shows, the staff, and how to end it. */
export function welcome({ url, seconds, people }: Welcome): string {
  return [
    '',
    `  ${styled('bold', `Ready in ${seconds.toFixed(1)} s`)}`,
    '',
    `  The product      ${address(url)}`,
    `  All around it    ${address(`${url}/_local`)}`,
    '                   sign in as anyone, phone, clock, money',
    '',
    ...(people.length > 0 ? peopleLines(people) : []),
    ...staffLines(url, people),
    '  Ctrl-C stops it and keeps the data. npm start -- --fresh starts over.',
    '',
  ].join('\n');
}

function peopleLines(people: readonly ShownPerson[]): string[] {
  const known = new Map<string, ShownPerson>(people.map((person) => [person.username, person]));
  const [left, right] = TERMINAL_COLUMNS.map((names) =>
    names.flatMap((name) => known.get(name) ?? []),
  );
  const rows = Math.max(left?.length ?? 0, right?.length ?? 0);
  return [
    `  ${styled('bold', 'People')}${' '.repeat(33)}Password for all: ${styled('bold', DEMO_PASSWORD)}`,
    '',
    ...Array.from({ length: rows }, (_, nth) => twoColumns(left?.[nth], right?.[nth])),
    '',
  ];
}

const twoColumns = (left: ShownPerson | undefined, right: ShownPerson | undefined): string =>
  `  ${(left?.username ?? '').padEnd(14)}${(left?.shows ?? '').padEnd(24)}${
    right ? `${right.username.padEnd(17)}${right.shows}` : ''
  }`.trimEnd();

function staffLines(url: string, people: readonly ShownPerson[]): string[] {
  const staff = people.filter(({ isStaff }) => isStaff).toReversed();
  if (staff.length === 0) return [];
  return [
    `  ${styled('bold', 'Staff')}            ${address(`${url}/_local/desk`)}`,
    '                   signs you in with a passkey made for it',
    '',
    twoColumns(staff[0], staff[1]),
    '',
  ];
}
