import type { User } from '#functions/storage/accounts/users.ts';
import { searchPartition, userKey } from '#functions/storage/keys.ts';
import { indexItem } from '#functions/storage/search/search-index.ts';
import type { Item } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { COMMITMENT_START, PRICE_START } from '#shared/rules/conversations/pricing.ts';
import { fold, indexEntriesOf } from '#shared/rules/search/search.ts';
import { type Instant, instant } from '#shared/time.ts';
import { writeAll } from './plant-conversations.ts';

/*
 * Creates many users directly in the table, with the search entries that the product's own code computes. The
 * frequency of names is uneven, as in reality: the n-th name of a list is given to about one user in n.
 */

const FIRST = [
  'Maria',
  'James',
  'Mohamed',
  'Anna',
  'David',
  'Sarah',
  'José',
  'Emma',
  'Daniel',
  'Laura',
  'Mark',
  'Julia',
  'Peter',
  'Fatima',
  'Thomas',
  'Elena',
  'Ivan',
  'Sofía',
  'Lukas',
  'Nina',
  'Joanna',
  'Marek',
  'Priya',
  'Kwame',
  'Yuki',
  'Omar',
  'Ingrid',
  'Tariq',
  'Chloé',
  'Björn',
  'Amara',
  'Diego',
  'Hannah',
  'Mateusz',
  'Rosa',
  'Viktor',
  'Zeynep',
  'Noah',
  'Aisha',
  'Liam',
];
const LAST = [
  'Smith',
  'García',
  'Müller',
  'Johnson',
  'Silva',
  'Kumar',
  'Nguyen',
  'Brown',
  'Martínez',
  'Kowalski',
  'Ivanova',
  'Okafor',
  'Marković',
  'Andersen',
  'Rossi',
  'Dubois',
  'Yılmaz',
  'Haddad',
  'Lindqvist',
  'Novak',
  'Tanaka',
  'Mbeki',
  'O’Connor',
  'Papadopoulos',
  'Weber',
  'Reyes',
  'Sharma',
  'Fernandes',
  'Schneider',
  'Petrov',
  'Abdullah',
  'Jensen',
  'Castillo',
  'Whitaker',
  'Boateng',
  'Laurent',
  'Weller',
  'Prado',
  'Menon',
  'Sørensen',
];

/** Picks from a list; earlier entries are more frequent. `draw` is in [0, 1). */
const pickSkewed = (list: readonly string[], draw: number) =>
  list[Math.floor((list.length + 1) ** draw) - 1] ?? list[0] ?? '';

/** A deterministic pseudo-random number in [0, 1). */
function drawOf(nth: number, what: number): number {
  let bits = Math.imul(nth + 1, 0x9e3779b1) ^ Math.imul(what + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** The name and username of the nth user. Usernames have the usual patterns of names and numbers. */
function namesOf(nth: number): Pick<User, 'username' | 'fullName'> {
  const [first, last] = [pickSkewed(FIRST, drawOf(nth, 1)), pickSkewed(LAST, drawOf(nth, 2))];
  const [one, two] = [first, last].map((name) => fold(name).replace(/[^a-z]/g, ''));
  const number = nth.toString(36);
  const shapes = [
    `${one}.${two}.${number}`,
    `${one}${two}${number}`,
    `${one}_${number}`,
    `${two}${number}`,
  ];
  const username = shapes[Math.floor(drawOf(nth, 3) * shapes.length)] ?? '';
  return { username: username.slice(0, 30), fullName: `${first} ${last}` };
}

function personOf(nth: number, names: Pick<User, 'username' | 'fullName'>): User {
  const at = instant(nth) as Instant;
  const id = newId(at);
  return {
    ...userKey(id),
    id,
    ...names,
    phoneNumber: '',
    passwordHash: '',
    verified: true,
    licenseId: 'FREE',
    paidResponsePrice: PRICE_START,
    paidResponseCommitment: COMMITMENT_START,
    referralCode: '',
    createdAt: at,
    theme: 'system',
    bio: '<p>I answer what I know, and say so where I do not.</p>',
  };
}

/** The users to create: numbers `from` to `to`, without those that have no entry for what will be searched. */
type Crowd = {
  readonly from: number;
  readonly to: number;
  readonly named?: (nth: number) => Pick<User, 'username' | 'fullName'>;
  /** The four-letter prefixes that will be searched. */
  readonly only: readonly string[];
};

/** Creates the users with their entries for what will be searched. */
export async function plantPeople({ from, to, named = namesOf, only }: Crowd): Promise<void> {
  const asked = new Set(only.map(searchPartition));
  for (let nth = from; nth < to; nth += CONCURRENCY) {
    const numbers = Array.from(
      { length: Math.min(CONCURRENCY, to - nth) },
      (_, more) => nth + more,
    );
    const items = numbers.flatMap((number): Item[] => {
      const person = personOf(number, named(number));
      const planted = Object.entries(indexEntriesOf(person))
        .map(([entry, from]) => indexItem(entry, from, person.id))
        .filter(({ pk }) => asked.has(String(pk)));
      return planted.length > 0 ? [person, ...planted] : [];
    });
    await writeAll(items);
  }
}

const CONCURRENCY = 2_000;
