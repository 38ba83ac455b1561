import { INITIAL_POLLING, nextPolling } from '#shared/rules/chat/polling.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { OPERATION_COSTS } from '../operation-costs.ts';
import { ASSUMED, CHAT_HOUR } from './conversation.ts';
import { linesOfCall } from './logs.ts';
import { PRICES } from './prices.ts';

/*
 * The cost of an hour in which a person looks at a chat: by polling, and with live hints. Only the costs that differ are compared:
 * sending, typing and reading are the same calls in both, and so are the figures at the navigation, once a minute.
 */

export type ChatHour = {
  /** The number of members, the person included. */
  readonly members: number;
  /** How many of them look at the chat. */
  readonly looking: number;
  /** The messages of all of them. */
  readonly messages: number;
};

/** The number of polls in an hour in which messages come at equal distances. */
export function pollsIn({ messages }: ChatHour): number {
  const gap = messages > 0 ? HOUR / messages : Number.POSITIVE_INFINITY;
  // The first and the last one are half a distance from the ends of the hour.
  const sentBy = (time: number) => Math.floor(time / gap + 0.5);
  let polls = 0;
  let polling = INITIAL_POLLING;
  for (let at = polling.wait, before = 0; at <= HOUR; at += polling.wait) {
    const event = sentBy(at) > sentBy(before) ? 'news' : 'nothing';
    polling = nextPolling(nextPolling(polling, 'due'), event);
    polls += 1;
    before = at;
  }
  return polls;
}

/** The dollars of an hour by polling. */
export const dollarsByPolling = (hour: ChatHour): number => pollsIn(hour) * dollarsOfPoll();

/** The hints of an hour for all members, and how many of them reach an open screen. */
export function hintsIn({ members, looking, messages }: ChatHour) {
  const { typingHints } = CHAT_HOUR;
  // Hints about typing go to all others, read receipts to all.
  const [others, othersLooking] = [members - 1, looking - 1];
  return {
    published: messages * (members + typingHints * others + othersLooking * members),
    delivered: messages * (looking + typingHints * othersLooking + othersLooking * looking),
  };
}

/** The dollars of an hour with live hints for one person who has the chat open; they divide the costs of all members among them. */
export function dollarsWithHints(hour: ChatHour): number {
  const { eventApi } = PRICES;
  const { published, delivered } = hintsIn(hour);
  const { connections, catchUpEvery } = CHAT_HOUR;
  const decisions = connections + HOUR / CHAT_HOUR.subscribesEvery;
  const own =
    (HOUR / MINUTE) * eventApi.connectionMinute +
    decisions * (eventApi.operation + dollarsOfDecision()) +
    (HOUR / catchUpEvery) * dollarsOfPoll();
  const shared =
    (published + delivered) * eventApi.operation +
    hour.messages * dollarsOfPublishing(hour) +
    hour.messages * waitsIn(hour) * secondsOfLambda(CHAT_HOUR.publishMilliseconds);
  return own + shared / hour.looking;
}

/**
 * The number of messages an hour from which polling is cheaper than live hints; undefined if it is not, up to one message a
 * second.
 */
export function pollingIsCheaperFrom(hour: Omit<ChatHour, 'messages'>): number | undefined {
  const all = Array.from({ length: 3_601 }, (_, messages) => ({ ...hour, messages }));
  return all.find((one) => dollarsByPolling(one) < dollarsWithHints(one))?.messages;
}

const secondsOfLambda = (milliseconds: number) =>
  (milliseconds / 1_000) * (ASSUMED.megabytesOfMemory / 1_024) * PRICES.lambda.gigabyteSecond;

/** A run of a function, with its log and its trace. */
function dollarsOfRun(milliseconds: number, logBytes: number): number {
  const { lambda, watching } = PRICES;
  return (
    lambda.request +
    secondsOfLambda(milliseconds) +
    (logBytes / 1e9) * (watching.logGigabyte + watching.logGigabyteMonth) +
    ASSUMED.traced * watching.trace
  );
}

/** One poll of an open chat that finds nothing. */
function dollarsOfPoll(): number {
  const { gateway, cloudFront, firewall, table } = PRICES;
  const { reads } = OPERATION_COSTS.viewChatMessagesSince.cost;
  return (
    gateway.request +
    (cloudFront.request + cloudFront.functionCall + firewall.request) +
    (CHAT_HOUR.kilobytesOfPoll / 1e6) * cloudFront.gigabyteOut +
    dollarsOfRun(ASSUMED.milliseconds.reads, linesOfCall.gateway + linesOfCall.lambda) +
    reads * table.readUnit
  );
}

/** One decision of the authorizer. */
const dollarsOfDecision = () =>
  dollarsOfRun(ASSUMED.milliseconds.reads, linesOfCall.lambda) +
  CHAT_HOUR.decisionReads * PRICES.table.readUnit;

/** The run of `publishHints` for a message. It reads the chat, the message and its members. */
const dollarsOfPublishing = ({ members }: ChatHour) =>
  dollarsOfRun(CHAT_HOUR.publishMilliseconds, linesOfCall.lambda + linesOfCall.domainEvent) +
  (2 + members / 2) * PRICES.table.readUnit;

/** How many calls wait for the publication of a hint, for each message: those of typing and of read receipts. */
const waitsIn = ({ looking }: ChatHour) => CHAT_HOUR.typingHints + looking - 1;
