import type { Fact } from '../../shared/facts.ts';
import { newId } from '../../shared/ids.ts';
import { DAY, type Instant, later, toSeconds } from '../../shared/time.ts';
import { tell } from './facts.ts';
import { formerPhoneKey, type Key, phoneKey, userKey } from './keys.ts';
import { endingSessions, sessionStands } from './sessions.ts';
import { put, remove, type Step, type TableReader, type TableWriter, update } from './table.ts';
import { stands, stillReachedBy, type User } from './users.ts';

/*
 * Another phone number for an account. The number is a way in, so it changes as a whole or not at all, and the phone
 * that loses it is told: the number waits in an item of its own until that is done, and for a week at most.
 */

const TOLD_WITHIN = 7 * DAY;

type FormerPhone = Key & { readonly phoneNumber: string; readonly expiresAt: number };

export type PhoneChange = {
  /** E.164. */
  readonly phoneNumber: string;
  /** The session that asks for it, which goes on; all others end. */
  readonly sessionId: string;
  /** Spends the code that proves the number. */
  readonly proof: Step<'SPENT'>;
};

export type PhoneChanged = 'done' | 'SPENT' | 'PHONE_TAKEN' | 'SESSION_OVER' | 'CHANGED';

/**
 * Moves an account to another number in one transaction: the code is spent, the new number claimed, the old one free
 * for others, the account changed, every other session over, and the fact told. Whoever takes the number in the same
 * moment wins or gets `PHONE_TAKEN`; a new password or another number in the same moment answers `CHANGED`.
 */
export function changePhone(
  table: TableWriter,
  user: User,
  { phoneNumber, sessionId, proof }: PhoneChange,
  now: Instant,
): Promise<PhoneChanged> {
  const ending = endingSessions(now, sessionId);
  const fact: Fact<'user.phoneChanged'> = {
    id: newId(now),
    type: 'user.phoneChanged',
    at: now,
    detail: { userId: user.id },
  };
  return table.transact<Exclude<PhoneChanged, 'done'>>(
    proof,
    sessionStands(user, sessionId, now),
    claimFor(user.id, phoneNumber, now),
    ...release(user),
    update(
      userKey(user.id),
      `SET #phoneNumber = :phoneNumber, ${ending.change}`,
      { phoneNumber, ...ending.values },
      stillReachedBy(user, 'CHANGED'),
    ),
    put({
      ...formerPhoneKey(user.id, fact.id),
      phoneNumber: user.phoneNumber,
      expiresAt: toSeconds(later(now, TOLD_WITHIN)),
    }),
    tell(fact),
  );
}

/** A number that an unconfirmed registration let lapse is free, as it is for whoever registers. */
const claimFor = (userId: string, phoneNumber: string, now: Instant): Step<'PHONE_TAKEN'> =>
  put(
    { ...phoneKey(phoneNumber), userId },
    {
      when: 'attribute_not_exists(#pk) OR #expiresAt <= :seconds',
      values: { seconds: toSeconds(now) },
      otherwise: 'PHONE_TAKEN',
    },
  );

/** The product's own account begins without a number, so there may be none to let go. */
const release = ({ id, phoneNumber }: User): Step<'CHANGED'>[] =>
  phoneNumber === ''
    ? []
    : [
        remove(phoneKey(phoneNumber), {
          when: '#userId = :userId',
          values: { userId: id },
          otherwise: 'CHANGED',
        }),
      ];

/** The number that a change took from an account, in E.164, until its phone was told. */
export async function formerPhone(
  table: TableReader,
  { id, detail: { userId } }: Fact<'user.phoneChanged'>,
  now: Instant,
): Promise<string | undefined> {
  return stands(await table.get<FormerPhone>(formerPhoneKey(userId, id)), now)?.phoneNumber;
}

/** The phone was told: nothing of its number stays. */
export async function forgetFormerPhone(
  table: TableWriter,
  { id, detail: { userId } }: Fact<'user.phoneChanged'>,
): Promise<void> {
  await table.write(remove(formerPhoneKey(userId, id)));
}
