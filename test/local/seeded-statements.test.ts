import { expect, test } from '@jest/globals';
import { CREATORS, SENDERS } from '#lib/local/seed/people.ts';
import { STATEMENTS } from '#lib/local/seed/statements.ts';
import { nameIn } from '#shared/rules/desk/decisions.ts';

/* The decisions in the demo data. docs/product/desk.md#statements */

const PEOPLE = [...CREATORS, ...SENDERS];

test.each(Object.entries(STATEMENTS))(
  'the seeded statement to %s names no other person: it could be who reported',
  (reader, { facts, reason }) => {
    const others = PEOPLE.filter(({ username }) => username !== reader);
    const named = others.flatMap((person) => nameIn(`${facts} ${reason}`, person) ?? []);
    expect(named).toEqual([]);
  },
);
