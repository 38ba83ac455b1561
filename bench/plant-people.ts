import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { User } from '../functions/storage/accounts/users.ts';
import { searchPartition, userKey } from '../functions/storage/keys.ts';
import { indexItemsOf } from '../functions/storage/search/search-index.ts';
import { documents, type Item } from '../functions/storage/table.ts';
import { newId } from '../shared/ids.ts';
import { COMMITMENT_START, PRICE_START } from '../shared/rules/conversations/pricing.ts';
import { fold } from '../shared/rules/search/search.ts';
import { type Instant, instant } from '../shared/time.ts';
import { writeAll } from './plant.ts';

/*
 * Many people at once, findable by the places that the product itself goes by. Names are given out as unevenly as they
 * are among people: the n-th of a list goes to about one in n.
 */

const FIRST = [
  ...['Maria', 'James', 'Mohamed', 'Anna', 'David', 'Sarah', 'José', 'Emma', 'Daniel', 'Laura'],
  ...['Mark', 'Julia', 'Peter', 'Fatima', 'Thomas', 'Elena', 'Ivan', 'Sofía', 'Lukas', 'Nina'],
  ...['Joanna', 'Marek', 'Priya', 'Kwame', 'Yuki', 'Omar', 'Ingrid', 'Tariq', 'Chloé', 'Björn'],
  ...['Amara', 'Diego', 'Hannah', 'Mateusz', 'Rosa', 'Viktor', 'Zeynep', 'Noah', 'Aisha', 'Liam'],
];
const LAST = [
  ...['Smith', 'García', 'Müller', 'Johnson', 'Silva', 'Kumar', 'Nguyen', 'Brown', 'Martínez'],
  ...[
    'Kowalski',
    'Ivanova',
    'Okafor',
    'Marković',
    'Andersen',
    'Rossi',
    'Dubois',
    'Yılmaz',
    'Haddad',
  ],
  ...['Lindqvist', 'Novak', 'Tanaka', 'Mbeki', 'O’Connor', 'Papadopoulos', 'Weber', 'Reyes'],
  ...['Sharma', 'Fernandes', 'Schneider', 'Petrov', 'Abdullah', 'Jensen', 'Castillo', 'Whitaker'],
  ...['Boateng', 'Laurent', 'Weller', 'Prado', 'Menon', 'Sørensen'],
];

/** One of a list, the first ones most often. `draw` is in [0, 1). */
const unevenly = (list: readonly string[], draw: number) =>
  list[Math.floor((list.length + 1) ** draw) - 1] ?? list[0] ?? '';

/** A draw in [0, 1) that is the same in every run. */
function drawOf(nth: number, what: number): number {
  let bits = Math.imul(nth + 1, 0x9e3779b1) ^ Math.imul(what + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** The names of the nth person; usernames are made as people make them. */
export function namesOf(nth: number): Pick<User, 'username' | 'fullName'> {
  const [first, last] = [unevenly(FIRST, drawOf(nth, 1)), unevenly(LAST, drawOf(nth, 2))];
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

/**
 * Ends the table's stream. The embedded engine takes the longer for each write the more it has told there, which would
 * be hours for many people; reads know nothing of it.
 */
export async function endStream(): Promise<void> {
  await documents.send(
    new UpdateTableCommand({
      TableName: process.env.TABLE_NAME,
      StreamSpecification: { StreamEnabled: false },
    }),
  );
}

/** What is planted: people of these numbers, of whom those without an entry in `only` are left out with all they have. */
export type Crowd = {
  readonly from: number;
  readonly to: number;
  readonly named?: (nth: number) => Pick<User, 'username' | 'fullName'>;
  /** The beginnings (four letters) that will be asked; absent, all there are. */
  readonly only?: readonly string[];
};

/** Plants people and answers how many entries, of how many bytes, all of them have, planted or not. */
export async function plantPeople({
  from,
  to,
  named = namesOf,
  only,
}: Crowd): Promise<{ entries: number; bytes: number }> {
  const asked = only && new Set(only.map(searchPartition));
  let [entries, bytes] = [0, 0];
  for (let nth = from; nth < to; nth += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, to - nth) }, (_, more) => nth + more);
    const items = numbers.flatMap((number): Item[] => {
      const person = personOf(number, named(number));
      const places = indexItemsOf(person, person.id);
      entries += places.length;
      bytes += places.reduce((sum, place) => sum + bytesOf(place), 0);
      const planted = asked ? places.filter(({ pk }) => asked.has(pk)) : places;
      return planted.length > 0 ? [person, ...planted] : [];
    });
    await writeAll(items);
  }
  return { entries, bytes };
}

const AT_ONCE = 2_000;

/** The size of an entry as DynamoDB counts it: names and values in UTF-8, a small number takes two bytes. */
function bytesOf({ pk, sk, ...rest }: Item): number {
  const text = Buffer.byteLength(`pk${pk}sk${sk}`);
  return text + ('from' in rest ? 'from'.length + 2 : 0);
}
