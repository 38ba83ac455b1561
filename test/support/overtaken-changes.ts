import { userKey } from '#functions/storage/keys.ts';
import type { Deed } from '#lib/local/deeds/calls.ts';
import { beforeWrite } from './before-write.ts';
import type { Person } from './people.ts';

/* Changes of an account that another call of the same person overtakes. */

/** Overtakes a change: makes it, and another call of the person to its end just before the change is written. */
export const overtake = <Result>(
  person: Person,
  change: (by: Person) => Promise<Result>,
  meanwhile: (by: Person) => Deed<unknown>,
): Promise<Result> =>
  beforeWrite(
    userKey(person.user.id).pk,
    () => change(person),
    () => meanwhile(person),
  );
