import { createHash } from 'node:crypto';
import { Refusal } from '../../shared/refusals.ts';
import { isFictional } from '../../shared/rules/phone-numbers.ts';
import {
  isProof,
  PROOF_BITS,
  PROOF_BLOCK,
  proofBlock,
  readProof,
} from '../../shared/rules/proof-of-work.ts';
import {
  centsOfText,
  hourlyCents,
  LEAST_HOURLY_TEXT_DOLLARS,
  NEW_NUMBERS_PER_ADDRESS,
  NEW_NUMBERS_PER_RANGE,
  rangeOf,
  type TextLimit,
} from '../../shared/rules/text-limits.ts';
import { waitInWords } from '../../shared/rules/waits.ts';
import { DEFAULT_TEXT_MESSAGE_DOLLARS, type Settings } from '../../shared/settings.ts';
import type { Instant } from '../../shared/time.ts';
import { newChallenge, spendChallenge } from '../storage/challenges.ts';
import { countStep, countsOf, secondsLeft } from '../storage/limits.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * What stands between a number that nobody has confirmed and a text message to it: limits per number, address, range of
 * numbers and hour. All are counted in one transaction, so that a message that is not sent is counted nowhere.
 */

type Means = {
  readonly table: TableWriter;
  readonly settings: Settings;
  readonly address: string;
  /** The proof of work that came with the call, as it was sent. */
  readonly proofOfWork?: string | undefined;
  readonly now: Instant;
};

type Counted = TextLimit & {
  readonly what: string;
  readonly by: number;
  /** Shared with others, so that whoever has to wait did nothing to bring it about. */
  readonly shared?: true;
};

/** Limits that hold for every code, whoever asks for it. */
export type DailyLimits = { readonly perNumber: number; readonly perAddress: number };

/**
 * Counts a text message to a number that nobody has confirmed. Refuses with PROOF_OF_WORK_REQUIRED where many are asked
 * for and the call brings no good proof, and with TOO_MANY_REQUESTS where none is left.
 */
export async function countNewNumber(
  means: Means,
  phoneNumber: string,
  daily: DailyLimits,
): Promise<void> {
  const { table, now } = means;
  const challenge = provenChallenge(means.proofOfWork);
  const limits = limitsOf(means, phoneNumber, daily).map((limit) => ({ ...limit, now }));
  const outcome = await table.transact<string>(
    ...(challenge === undefined ? [] : [spendChallenge(challenge, phoneNumber, now)]),
    ...limits.map((limit) =>
      countStep({ ...limit, max: challenge === undefined ? limit.free : limit.most }, limit.what),
    ),
  );
  if (outcome === 'done') return;
  const counts = await countsOf(table, limits);
  const full = limits.find(({ most, by }, index) => {
    const count = counts[index] ?? 0;
    return count > 0 && count + by > most;
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

/** The challenge that a proof solves; undefined where there is no proof or a wrong one. */
function provenChallenge(text: string | undefined): string | undefined {
  const proof = readProof(text);
  if (!proof) return undefined;
  const hash = createHash('sha256').update(proofBlock(proof)).digest();
  return isProof(hash) ? proof.challenge : undefined;
}

function limitsOf(
  { settings, address }: Means,
  phoneNumber: string,
  daily: DailyLimits,
): readonly Counted[] {
  const { within } = NEW_NUMBERS_PER_ADDRESS;
  const always = (what: string, most: number) => ({ what, by: 1, free: most, most, within });
  const limits = [
    always(`code:${phoneNumber}`, daily.perNumber),
    always(`code:${address}`, daily.perAddress),
  ];
  if (costsNothing(phoneNumber, settings)) return limits;
  const { peoplePerAddress = 1, hourlyTextDollars = LEAST_HOURLY_TEXT_DOLLARS } = settings;
  const { free, most } = NEW_NUMBERS_PER_ADDRESS;
  return [
    ...limits,
    {
      what: `newNumbers:${address}`,
      ...{ by: 1, free: free * peoplePerAddress, most: most * peoplePerAddress, within },
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

/** Whether no text message leaves: a number that nobody can have, in the local world and in tests. */
const costsNothing = (phoneNumber: string, settings: Settings): boolean =>
  settings.fictionalPhoneNumbers === true && isFictional(phoneNumber);

/** Cents that a code to this number costs at most. */
export function centsOfCode(phoneNumber: string, settings: Settings): number {
  if (costsNothing(phoneNumber, settings)) return 0;
  const { phoneCountries, maxTextMessageDollars: maxDollars = DEFAULT_TEXT_MESSAGE_DOLLARS } =
    settings;
  return centsOfText(phoneNumber, { phoneCountries, maxDollars });
}

function waitRefusal(retryAfter: number, shared: true | undefined): Refusal {
  if (!shared) return new Refusal('TOO_MANY_REQUESTS', { retryAfter });
  return new Refusal('TOO_MANY_REQUESTS', {
    message: `So many new phone numbers ask for codes at the moment that yours has to wait. Please try again in ${waitInWords(retryAfter)}. No code was sent.`,
    retryAfter,
  });
}
