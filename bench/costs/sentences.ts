import { MINUTE } from '#shared/time.ts';
import {
  type ChatHour,
  dollarsByPolling,
  dollarsWithHints,
  hintsIn,
  pollingIsCheaperFrom,
  pollsIn,
} from './chat-hours.ts';
import { ASSUMED, CHAT_HOUR, CONVERSATION } from './conversation.ts';
import {
  dollarsAtStripe,
  dollarsOfConversation,
  dollarsOfSmallStage,
  dollarsOfStage,
  MONTHS_OF_TEXTS,
  textsOfConversation,
  usageOfConversation,
  worstDayOfTexts,
} from './estimate.ts';
import { PRICED, PRICES } from './prices.ts';

/* The cost section of docs/operations.md as Markdown; `npm run accept` writes it. */

export const BEGIN = '<!-- npm run accept -- documents -->';
export const END = '<!-- end of costs -->';

const total = (amounts: Readonly<Record<string, number>>) =>
  Object.values(amounts).reduce((sum, one) => sum + one, 0);

/** Formats an amount: with cents below ten dollars, in whole dollars above. */
const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', amount < 10 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 })}`;

const row = (name: string, ...amounts: number[]) =>
  `| ${[name, ...amounts.map(dollars)].join(' | ')} |`;
const perConversation = ([name, amount]: [string, number]) =>
  row(name, amount * 1_000, amount * 1_000_000);
const number = (amount: number) =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 1 : 0 });

function worstDay(month: number): string {
  const { freeTexts, texts, most, listed } = worstDayOfTexts(month);
  return `| ${[dollars(month), freeTexts, texts, dollars(most), dollars(listed)].join(' | ')} |`;
}

function textsInstead(): string[] {
  const { pushFirst, ofAccount, everything } = textsOfConversation();
  const line = (name: string, texts: number) => {
    const [cost, more] = [texts, texts - pushFirst].map(
      (count) => count * PRICES.text.message * 1e6,
    );
    return `| ${[name, Number(texts.toFixed(3)), dollars(cost ?? 0), more ? dollars(more) : '–'].join(' | ')} |`;
  };
  return [
    '| text messages | a conversation | 1 million | more |',
    '|---|---|---|---|',
    line('push first, text second: codes, and the account of people without a device', pushFirst),
    line('the account of people with a device too', ofAccount),
    line('every notification', everything),
  ];
}

/** Compares an hour of a chat by polling and with live hints, for each example. */
function chatHours(): string[] {
  const million = (amount: number) => dollars(amount * 1e6);
  const line = (name: string, hour: ChatHour) => {
    const { published, delivered } = hintsIn(hour);
    const operations = (published + delivered) / hour.looking;
    return `| ${[name, pollsIn(hour), million(dollarsByPolling(hour)), number(operations), million(dollarsWithHints(hour))].join(' | ')} |`;
  };
  return [
    '| an hour of one person, in a chat of | polls | 1 million by polling | hints published and delivered | 1 million with live hints |',
    '|---|---|---|---|---|',
    ...Object.entries(CHAT_HOUR.chats).map(([name, hour]) => line(name, hour)),
    '',
    `**Polling is cheaper** ${LIMITS.map(cheaperFrom).join('; ')}. A hint is billed for each member, also for those who are not connected, and each read receipt for each member,`,
    'so the cost of a message grows with the members and with those who look. A poll costs the same in any chat, and is late by up to 5 seconds in a lively one and 60 in a silent one.',
  ];
}

/** The chats for which the break-even is printed. */
const LIMITS = [
  { members: 2, looking: 2 },
  { members: 10, looking: 5 },
  { members: 50, looking: 10 },
] as const;

function cheaperFrom({ members, looking }: (typeof LIMITS)[number]): string {
  const from = pollingIsCheaperFrom({ members, looking });
  const place = `in a chat of ${members}, of whom ${looking} look,`;
  return `${place} ${from === undefined ? 'never, up to a message a second' : `from ${from} messages an hour`}`;
}

/** Returns the section, including its start and end markers. */
export function costSection(): string {
  const usage = usageOfConversation();
  const [aws, stripe, stage] = [dollarsOfConversation(), dollarsAtStripe(), dollarsOfStage()];
  return [
    BEGIN,
    '',
    `One conversation is ${number(usage.calls)} calls by people, ${number(usage.invocations)} runs of functions, ${number(usage.reads)} read units, ${number(usage.writes)} write units and ${number(usage.gigabyteSeconds)} gigabyte-seconds.`,
    `List prices of ${PRICED.region}, ${PRICED.asOf}, without free tiers.`,
    '',
    '| | 1,000 conversations | 1 million |',
    '|---|---|---|',
    ...Object.entries(aws).map(perConversation),
    perConversation(['**AWS**', total(aws)]),
    ...Object.entries(stripe).map(([name, amount]) => perConversation([`Stripe: ${name}`, amount])),
    perConversation(['**Stripe**', total(stripe)]),
    '',
    'Text messages are most of it, and nearly all of them carry codes. What push saves:',
    '',
    ...textsInstead(),
    '',
    'An open chat, by polling and with [live hints](product/live.md). Only what differs is counted: polls, connections, subscriptions and hints.',
    '',
    ...chatHours(),
    '',
    'A stage that no one uses, a month:',
    '',
    '| | |',
    '|---|---|',
    ...Object.entries(stage).map(([name, amount]) => row(name, amount)),
    row('**together**', total(stage)),
    row('with `"alarms": "few"`, without WAF', dollarsOfSmallStage()),
    '',
    'The worst day of text messages to new numbers, in the United States and Canada: they ask for all they get in each hour.',
    'SNS stops at `textMessages.monthlyDollars`.',
    '',
    '| dollars a month | texts an hour without a proof of work | texts an hour at most | worst day, as counted | worst day, at list price |',
    '|---|---|---|---|---|',
    ...MONTHS_OF_TEXTS.map(worstDay),
    '',
    'What a conversation is taken to be, in calls each:',
    '',
    ...Object.entries(CONVERSATION).map(
      ([part, names]) =>
        `- *${part}*: ${Object.entries(names)
          .map(([name, times]) => `${name} ${times}`)
          .join(', ')}`,
    ),
    '',
    `Assumed, not measured: ${dollars(ASSUMED.price)} a message, ${ASSUMED.answered * 100} % answered, ${ASSUMED.codes} text messages with codes, ${ASSUMED.notifications} notifications, ${ASSUMED.ofAccount} of them of the account, ${ASSUMED.withDevice * 100} % of people with a device that gets push, ${ASSUMED.viewCounterWrites} writes of view counters, ${ASSUMED.domainEvents} domain events for ${ASSUMED.subscribersEach} subscribers each (${ASSUMED.subscriberReads} read and ${ASSUMED.subscriberWrites} write units), ${ASSUMED.connections} connections to live hints of ${ASSUMED.minutesConnected} minutes with ${ASSUMED.hints} hints, ${ASSUMED.hintsDelivered} of them delivered, ${ASSUMED.webhooks} webhooks (${ASSUMED.webhookReads} and ${ASSUMED.webhookWrites}), ${ASSUMED.files} files and ${ASSUMED.megabytesOut} MB out of CloudFront, ${ASSUMED.kilobytesKept} kB kept in the table and ${ASSUMED.kilobytesOfPictures} kB of pictures; a warm call takes ${ASSUMED.milliseconds.reads} ms where it reads, ${ASSUMED.milliseconds.writes} where it writes, ${ASSUMED.milliseconds.stripe} where it waits for Stripe and ${ASSUMED.milliseconds.hashes} where it hashes a password, in ${ASSUMED.megabytesOfMemory} MB; X-Ray records ${ASSUMED.traced * 100} %. Units of operations and schedules are measured (\`bench/operation-costs.ts\`).`,
    '',
    `Of an hour of a chat: messages come at equal distances; those who look read each one at once; ${CHAT_HOUR.typingHints} hints about typing a message; ${CHAT_HOUR.connections} connection, a subscription every ${CHAT_HOUR.subscribesEvery / MINUTE} minutes, each authorized with ${CHAT_HOUR.decisionReads} read units; with live hints the app also asks once a minute; publishing takes ${CHAT_HOUR.publishMilliseconds} ms. Keep-alive messages of AppSync are taken to be free.`,
    '',
    END,
  ].join('\n');
}

/** Replaces the cost section of a document. Throws if the document has none. */
export function withCosts(document: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error('the document has no place for the costs');
  return document.slice(0, from) + costSection() + document.slice(to + END.length);
}
