import { OPERATION_COSTS, type Line as OperationLine } from '../operation-costs.ts';
import { growthSection } from './growth.ts';
import { packagesSection } from './packages.ts';
import { at, costCell, type Figures, groupsAt, numberAt, type Results } from './results.ts';
import { held, type Limit, number, table } from './table.ts';

/* docs/performance.md, made from bench/results.json. A section whose part was not measured is left out. */

/** Returns the whole page. */
export function performancePage(results: Results): string {
  const sections = SECTIONS.map((section) => section(results)).filter((text) => text !== undefined);
  return `${sections.join('\n\n')}\n`;
}

const SECTIONS: readonly ((results: Results) => string | undefined)[] = [
  introduction,
  screens,
  taps,
  scrolling,
  javascript,
  functions,
  operations,
  growthSection,
  chats,
  hints,
  oneMachine,
  packagesSection,
  howToRead,
];

function introduction({ machine, parts }: Results): string {
  const loads = Object.values(parts).map(({ load }) => load);
  const days = Object.values(parts)
    .map(({ at: moment }) => moment.slice(0, 10))
    .sort();
  const between = days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`;
  return `# Performance

Made by \`npm run bench\` from \`bench/results.json\`: ${machine}, ${between}, load average ${Math.min(...loads)} to ${Math.max(...loads)}
when a part began. Beside each figure is its limit, or its peer from the same run; **a figure in bold is beyond its limit**.
Calls, units and bytes are the same on every machine and are tested (\`npx jest --selectProjects budget\`). Times are not.`;
}

const HUNDRED: Limit = { least: 100 };

function screens({ parts }: Results): string | undefined {
  const rows = groupsAt(parts.lighthouse?.figures).map(([screen, figures]) => {
    const figure = (name: string, limit: Limit, decimals = 0) =>
      held(numberAt(figures, name), limit, decimals);
    return [
      screen,
      figure('performance', { least: 95 }),
      figure('accessibility', HUNDRED),
      figure('bestPractices', HUNDRED),
      figure('seo', HUNDRED),
      figure('lcp', { most: 1_800 }),
      figure('tbt', { most: 100 }),
      figure('cls', { most: 0.02 }, 3),
      number(numberAt(figures, 'javascriptKilobytes')),
      figure('fontKilobytes', { most: 45 }),
    ];
  });
  if (rows.length === 0) return undefined;
  const head = [
    'screen, first visit',
    'performance ≥ 95',
    'accessibility = 100',
    'best practices = 100',
    'SEO = 100',
    'largest paint ≤ 1,800 ms',
    'blocked ≤ 100 ms',
    'shift ≤ 0.02',
    'JavaScript, kB',
    'fonts ≤ 45 kB',
  ];
  return `## Screens on a slow phone

Lighthouse's mobile preset, which simulates a slow 4G and a processor four times as slow; median of three.

${table(head, rows)}

The inbox and the chat are beyond their limits because their content is private: it is shown by the app, and only after the
session was refreshed. The document shows the outline of the screen, its heading and the navigation in the first paint, and requests
the session, the data and the code of the screen together. What is largest on the inbox is its heading, unless an offer below the rows
is larger; on a chat it is the newest message. A document made for each person would paint them at once, but every
opening would then wait for a function in place of the cache of CloudFront, and a page with private content would have to be kept
out of every cache. Other screens are loaded after five seconds.`;
}

function taps({ parts }: Results): string | undefined {
  const limit = { most: 150 };
  const rows = groupsAt(parts.interactions?.figures).map(([tap, figures]) => [
    tap,
    held(numberAt(figures, 'content'), limit),
    held(numberAt(figures, 'inp'), limit),
  ]);
  if (rows.length === 0) return undefined;
  return `## Taps

On a processor four times as slow, with what the tap needs already fetched; median of five.

${table(['tap', 'next content ≤ 150 ms', 'INP ≤ 150 ms'], rows)}`;
}

/** The screens that the server renders, which load their code at the first interaction, and what they may load before it, in kB. */
const RENDERED: Readonly<Record<string, number>> = {
  'welcome/Landing': 60,
  'profiles/Profile': 60,
  'auth/Login': 90,
};
const SIGNED_IN_LIMIT = 130;
const SHOWN_SCREENS = ['conversations/Inbox', 'conversations/PaidReply', 'chat/ChatViewer'];

function javascript({ parts }: Results): string | undefined {
  const routes = at(parts.code?.figures, 'routes');
  if (typeof routes !== 'object') return undefined;
  const kilobytes = (screen: string) => {
    const bytes = numberAt(routes, screen, 'gzippedBytes');
    return bytes && bytes / 1_000;
  };
  const rendered = Object.entries(RENDERED).map(([screen, limit]) => [
    screen,
    number(0),
    number(limit),
    number(kilobytes(screen)),
  ]);
  const others = SHOWN_SCREENS.map((screen) => [
    screen,
    held(kilobytes(screen), { most: SIGNED_IN_LIMIT }),
    number(SIGNED_IN_LIMIT),
    '',
  ]);
  const head = ['screen', 'before the first interaction, kB', 'limit, kB', 'at it, kB'];
  return `## JavaScript of a screen

After gzip, with the app itself (${number(kilobytes('the app itself'))} kB). The server renders the first three, which load their
code at the first interaction.

${table(head, [...rendered, ...others])}

The limit of the others is out of reach with these libraries: React, its router and the query cache are 110 kB, Zod is 11, and the
frame of the app (session, navigation, live hints, errors) is 49. The chunks of the libraries keep their addresses when the app
changes, so a later visit loads none of them.`;
}

/** How much longer than the plain handler a cold start may take, by what the operation does. Others have no limit. */
const COLD_LIMITS: readonly (readonly [most: number, names: readonly string[]])[] = [
  [1.2, ['viewUserProfile', 'viewInboxList', 'viewInbox', 'viewDashboardStats', 'searchUsers']],
  [1.8, ['createInbox', 'createInboxMessage', 'cancelOrder']],
];

function functions({ parts }: Results): string | undefined {
  const figures = parts.functions?.figures;
  const versions = groupsAt(figures, 'cold').map(([version]) => version);
  const [lambda = ''] = versions.toReversed();
  const names = groupsAt(figures, 'cold', lambda).map(([name]) => name);
  if (names.length === 0) return undefined;
  const head = [
    'function',
    'kB',
    ...versions.flatMap((version) => [
      `Node ${version}: import, ms`,
      '× plain',
      'with the first call, ms',
      '× plain',
    ]),
  ];
  const rows = names.map((name) => [
    name === 'plain' ? 'a plain SDK handler' : name,
    number((numberAt(figures, 'bytes', name) ?? 0) / 1_000),
    ...versions.flatMap((version) => coldCells(figures, version, name)),
  ]);
  return `## What a function loads

The processor time of a fresh process: loading the bundle, and with it the answer to the usual first call, with AWS and Stripe over HTTPS.
The least of many runs, in turns with a handler that has nothing but \`@aws-sdk/lib-dynamodb\` and reads one item. Goals: at most 1.2 ×
for those that read, 1.8 × for those that move money. AWS runs Node ${lambda}; the npm package \`node\` gives it to the benchmark on any machine.

${table(head, rows)}`;
}

function coldCells(figures: Figures | undefined, version: string, name: string): string[] {
  const limit = COLD_LIMITS.find(([, names]) => names.includes(name))?.[0] ?? Infinity;
  return ['importMilliseconds', 'coldMilliseconds'].flatMap((figure) => {
    const own = numberAt(figures, 'cold', version, name, figure);
    const plain = numberAt(figures, 'cold', version, 'plain', figure);
    return [number(own), held(own && plain && own / plain, { most: limit }, 2)];
  });
}

/** The operations shown: the commonest of each area. bench/operation-costs.ts has all. */
const SHOWN_OPERATIONS: readonly (keyof typeof OPERATION_COSTS)[] = [
  ...(['authenticate', 'checkUser', 'viewUserProfile', 'viewDashboardStats'] as const),
  ...(['viewInboxList', 'viewInbox', 'searchUsers', 'createInbox', 'createInboxMessage'] as const),
  ...(['createOrderMessage', 'cancelOrder', 'updateUserProfile'] as const),
  ...(['expireConversations', 'payOut'] as const),
];

function operations(): string {
  const all: readonly OperationLine[] = Object.values(OPERATION_COSTS);
  const atTheLeast = all.filter(({ least }) => !least).length;
  const rows = SHOWN_OPERATIONS.map((name) => {
    const { cost, least = cost }: OperationLine = OPERATION_COSTS[name];
    return [name, costCell(cost), costCell(least)];
  });
  return `## What an operation asks of the table

Calls · read units · write units of the usual path, beside the least possible for the same effects. ${atTheLeast} of ${all.length} lines of
\`bench/operation-costs.ts\` are at the least; each of the others has its reason there. Schedules: for one due item.

${table(['operation', 'cost', 'least'], rows)}`;
}

const CHAT_COLUMNS: Readonly<Record<string, string>> = {
  emptyPoll: 'a poll that finds nothing',
  pollWithNews: 'one that finds a message',
  message: 'sending one',
};

function chats({ parts }: Results): string | undefined {
  const sizes = groupsAt(parts.chat?.figures);
  if (sizes.length === 0) return undefined;
  const cell = (figures: Figures, name: string) => {
    const text = (which: string) => {
      const [calls = 0, reads = 0, writes = 0] = ['calls', 'reads', 'writes'].map((unit) =>
        numberAt(figures, which, name, unit),
      );
      return costCell({ calls, reads, writes });
    };
    return text('cost') === text('least') ? text('cost') : `${text('cost')} (${text('least')})`;
  };
  return `## What a chat asks of the table

Calls · read units · write units; in brackets the least possible, where it is less.

${table(
  ['chat of', ...Object.values(CHAT_COLUMNS)],
  sizes.map(([size, figures]) => [
    size,
    ...Object.keys(CHAT_COLUMNS).map((name) => cell(figures, name)),
  ]),
)}`;
}

const ARRIVALS: Readonly<Record<string, string>> = {
  hintToAll: 'a hint to everybody at once',
  messageToAll: 'a message in each group, through the whole path',
};

function hints({ parts }: Results): string | undefined {
  const figures = parts.live?.figures;
  if (!figures) return undefined;
  const of = (...names: string[]) => number(numberAt(figures, ...names), 0);
  return `## Live hints on one machine

${of('sockets')} WebSockets of ${of('people')} people in groups of ${of('groupSize')}, on one local server with all its emulators: connected
within ${of('connectSeconds')} s, ${of('megabytes', 'before')} MB before and ${of('megabytes', 'connected')} MB after, ${of('kilobytesPerSocket')} kB each. Milliseconds from sending to the
arrival at a socket:

${table(
  ['sent', 'arrivals', 'p50', 'p95', 'longest'],
  Object.entries(ARRIVALS).map(([name, words]) => [
    words,
    ...['arrivals', 'p50', 'p95', 'max'].map((column) => of(name, column)),
  ]),
)}`;
}

function oneMachine({ parts }: Results): string | undefined {
  const { speed, start, synth } = parts;
  const rows = groupsAt(speed?.figures)
    .filter(([, figures]) => at(figures, 'bareWithSdk') !== undefined)
    .map(([operation, figures]) => {
      const of = (...names: string[]) => numberAt(figures, ...names);
      const most = /^(view|search|list)/.test(operation) ? 1.5 : 2;
      return [
        operation,
        number(of('local', 'cpuMilliseconds'), 2),
        ...['bareWithSdk', 'bareWithOwnClient'].flatMap((peer) => [
          number(of(peer, 'cpuMilliseconds'), 2),
          held(of(peer, 'times'), { most }, 2),
        ]),
      ];
    });
  const times = [
    ['first start, s', start, 6, 'firstStartSeconds'],
    ['later start, s', start, 1, 'laterStartSeconds'],
    ['reload of a changed function, ms', start, 300, 'reloadMilliseconds', 'function'],
    ['reload of a changed screen, ms', start, 300, 'reloadMilliseconds', 'screen'],
    ['templates of the whole cloud, s', synth, 6, 'seconds'],
  ] as const;
  const measured = times.flatMap(([what, part, most, ...names]) => {
    const figure = numberAt(part?.figures, ...names);
    if (figure === undefined) return [];
    const decimals = figure < 20 ? 1 : 0;
    return [[what, held(figure, { most }, decimals), number(most)]];
  });
  const head = ['operation', 'local, ms', 'with the SDK, ms', '×', 'with our client, ms', '×'];
  return `## One machine

CPU time of a call in the whole local server (front, functions, limits, tokens, checks), beside two bare Node servers that send
the same requests to the table: one with the AWS SDK, one with the client of the functions. At most 1.5 × for reads, 2 × for writes.

${rows.length > 0 ? `${table(head, rows)}\n\n` : ''}${table(['from nothing', 'measured', 'limit'], measured)}`;
}

function scrolling({ parts }: Results): string | undefined {
  const lists = groupsAt(parts.scrolling?.figures).flatMap(([name, list]) => {
    const count = numberAt(list, 'rows') ?? numberAt(list, 'messages');
    return groupsAt(list).map(([direction, figures]) => [
      `${name} of ${number(count)}, ${direction}`,
      number(numberAt(list, 'nodes')),
      number(numberAt(figures, 'frames')),
      number(numberAt(figures, 'dropped')),
      number(numberAt(figures, 'longestFrame')),
      number(numberAt(figures, 'blank')),
    ]);
  });
  if (lists.length === 0) return undefined;
  const head = [
    'list',
    'elements',
    'frames',
    'dropped',
    'longest frame, ms',
    'frames without rows',
  ];
  return `## Scrolling

From end to end on a processor four times as slow that also draws, because this machine has no graphics processor.

${table(head, lists)}`;
}

function howToRead(): string {
  return `## Reading and changing it

Units are counted by the embedded engine as DynamoDB documents them; it charges index entries inside a transaction once.
Nothing here was measured at AWS: \`npm run bench:aws -- --stage test\` does that
([docs/operations.md](operations.md#measuring-a-deployed-stage)); in dollars: [What it costs](operations.md#what-it-costs).
\`npm run bench -- growth\` measures one part, \`--full\` up to 100,000 conversations. When a tested budget is exceeded, the test
says which function or screen grew and by how much; \`npm run accept\` takes growth that is meant into the budgets and this page.`;
}
