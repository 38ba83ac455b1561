import { ASSUMED, CONVERSATION } from './conversation.ts';
import {
  dollarsAtStripe,
  dollarsOfConversation,
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
    'A stage that nobody uses, a month:',
    '',
    '| | |',
    '|---|---|',
    ...Object.entries(stage).map(([name, amount]) => row(name, amount)),
    row('**together**', total(stage)),
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
    `Assumed, not measured: ${dollars(ASSUMED.price)} a message, ${ASSUMED.answered * 100} % answered, ${ASSUMED.codes} text messages with codes, ${ASSUMED.notifications} notifications, ${ASSUMED.ofAccount} of them of the account, ${ASSUMED.withDevice * 100} % of people with a device that gets push, ${ASSUMED.viewCounterWrites} writes of view counters, ${ASSUMED.facts} facts heard by ${ASSUMED.subscribersEach} subscribers each (${ASSUMED.subscriberReads} read and ${ASSUMED.subscriberWrites} write units), ${ASSUMED.webhooks} webhooks (${ASSUMED.webhookReads} and ${ASSUMED.webhookWrites}), ${ASSUMED.files} files and ${ASSUMED.megabytesOut} MB out of CloudFront, ${ASSUMED.kilobytesKept} kB kept in the table and ${ASSUMED.kilobytesOfPictures} kB of pictures; a warm call takes ${ASSUMED.milliseconds.reads} ms where it reads, ${ASSUMED.milliseconds.writes} where it writes, ${ASSUMED.milliseconds.stripe} where it waits for Stripe and ${ASSUMED.milliseconds.hashes} where it hashes a password, in ${ASSUMED.megabytesOfMemory} MB; X-Ray records ${ASSUMED.traced * 100} %. Units of operations and schedules are measured (\`bench/operation-costs.ts\`).`,
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
