import { createHash } from 'node:crypto';
import { waitWords } from '#shared/dates.ts';
import { Refusal } from '#shared/refusals.ts';
import { isFictional } from '#shared/rules/auth/phone-numbers.ts';
import {
  isProof,
  PROOF_BITS,
  PROOF_BLOCK,
  proofBlock,
  readProof,
} from '#shared/rules/auth/proof-of-work.ts';
import {
  centsOfText,
  hourlyCents,
  MIN_HOURLY_TEXT_DOLLARS,
  NEW_NUMBERS_PER_ADDRESS,
  NEW_NUMBERS_PER_RANGE,
  rangeOf,
  type TextLimit,
} from '#shared/rules/auth/text-limits.ts';
import { DEFAULT_TEXT_MESSAGE_DOLLARS, type Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';
import { newChallenge, spendChallenge } from '../storage/auth/proof-of-work-challenges.ts';
import { countStep, countsOf, secondsLeft } from '../storage/limits.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * Limits on text messages to new numbers, which no account has confirmed: per number, IP address, number range and hour.
 * All are counted in one transaction, so that a refused message counts against none of them.
 */

type TextingContext = {
  readonly table: TableWriter;
  readonly settings: Settings;
  readonly address: string;
  /** The value of the proof-of-work header, not yet checked. */
  readonly proofOfWork?: string | undefined;
  readonly now: Instant;
};

type CountedLimit = TextLimit & {
  readonly what: string;
  readonly by: number;
  /** The limit is shared with other callers, so a caller who has to wait did not cause it. */
  readonly shared?: true;
};

/** The daily limits of all codes, to new and to confirmed numbers. */
export type DailyLimits = { readonly perNumber: number; readonly perAddress: number };

/**
 * Counts a text message to a new number against all limits. Refuses with PROOF_OF_WORK_REQUIRED when a limit has passed its
 * `free` part and the call has no valid proof, and with TOO_MANY_REQUESTS when a limit is used up.
 */
export async function countNewNumber(
  context: TextingContext,
  phoneNumber: string,
  daily: DailyLimits,
): Promise<void> {
  const { table, now } = context;
  const challenge = provenChallenge(context.proofOfWork);
  const limits = limitsOf(context, phoneNumber, daily).map((limit) => ({ ...limit, now }));
  const outcome = await table.transact<string>(
    ...(challenge === undefined ? [] : [spendChallenge(challenge, phoneNumber, now)]),
    ...limits.map((limit) =>
      countStep({ ...limit, max: challenge === undefined ? limit.free : limit.max }, limit.what),
    ),
  );
  if (outcome === 'done') return;
  const counts = await countsOf(table, limits);
  const full = limits.find(({ max, by }, index) => {
    const count = counts[index] ?? 0;
    return count > 0 && count + by > max;
  });
  if (full) throw waitRefusal(secondsLeft(full), full.shared);
  throw new Refusal('PROOF_OF_WORK_REQUIRED', {
    details: {
      challenge: await newChallenge(table, phoneNumber, now),
      bits: PROOF_BITS,
      bytes: PROOF_BLOCK,
    },
  });
}

/** Returns the challenge that a proof solves; undefined if the proof is missing or wrong. */
function provenChallenge(text: string | undefined): string | undefined {
  const proof = readProof(text);
  if (!proof) return undefined;
  const hash = createHash('sha256').update(proofBlock(proof)).digest();
  return isProof(hash) ? proof.challenge : undefined;
}

function limitsOf(
  { settings, address }: TextingContext,
  phoneNumber: string,
  daily: DailyLimits,
): readonly CountedLimit[] {
  const { within } = NEW_NUMBERS_PER_ADDRESS;
  const dailyLimit = (what: string, max: number) => ({ what, by: 1, free: max, max, within });
  const limits = [
    dailyLimit(`code:${phoneNumber}`, daily.perNumber),
    dailyLimit(`code:${address}`, daily.perAddress),
  ];
  if (isFree(phoneNumber, settings)) return limits;
  const { peoplePerAddress = 1, hourlyTextDollars = MIN_HOURLY_TEXT_DOLLARS } = settings;
  const { free, max } = NEW_NUMBERS_PER_ADDRESS;
  return [
    ...limits,
    {
      what: `newNumbers:${address}`,
      by: 1,
      free: free * peoplePerAddress,
      max: max * peoplePerAddress,
      within,
    },
    { what: `newNumbers:${rangeOf(phoneNumber)}`, by: 1, ...NEW_NUMBERS_PER_RANGE, shared: true },
    {
      what: 'newNumbers:cents',
      by: centsOfCode(phoneNumber, settings),
      ...hourlyCents(hourlyTextDollars),
      shared: true,
    },
  ];
}

/** Whether the number is fictional, so that no real message is sent: only on a developer's machine and in tests. */
const isFree = (phoneNumber: string, settings: Settings): boolean =>
  settings.fictionalPhoneNumbers === true && isFictional(phoneNumber);

/** The highest price of a code to this number, in cents. */
export function centsOfCode(phoneNumber: string, settings: Settings): number {
  if (isFree(phoneNumber, settings)) return 0;
  const { phoneCountries, maxTextMessageDollars: maxDollars = DEFAULT_TEXT_MESSAGE_DOLLARS } =
    settings;
  return centsOfText(phoneNumber, { phoneCountries, maxDollars });
}

function waitRefusal(retryAfter: number, shared: true | undefined): Refusal {
  if (!shared) return new Refusal('TOO_MANY_REQUESTS', { retryAfter });
  return new Refusal('TOO_MANY_REQUESTS', {
    message: `We can’t send codes to new numbers right now. No code was sent. Try again in ${waitWords(retryAfter)}.`,
    retryAfter,
  });
}
