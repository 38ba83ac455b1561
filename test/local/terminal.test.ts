import { expect, test } from '@jest/globals';
import { DEMO_PEOPLE, DEMO_STAFF_PEOPLE } from '#lib/local/seed/demo.ts';
import { CREATORS, SENDERS } from '#lib/local/seed/people.ts';
import { beginning, stepLine, welcome } from '#lib/local/terminal.ts';

const url = 'http://localhost:3000';
const shown = (isStaff: boolean) => (person: (typeof DEMO_PEOPLE)[number]) => ({
  ...person,
  id: person.username,
  fullName: person.username,
  avatarUrl: null,
  phoneNumber: '',
  isStaff,
});
const people = [...DEMO_PEOPLE.map(shown(false)), ...DEMO_STAFF_PEOPLE.map(shown(true))];

test('npm start prints at most 80 columns', () => {
  const lines = [
    beginning(url, true),
    stepLine({ name: '16 people and their letters', state: 'done', seconds: 13.61 }),
    welcome({ url, seconds: 18.3, people }),
  ].flatMap((text) => text.split('\n'));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines).toContain('  ✓ 16 people and their letters     13.6 s');
});

test('npm start names every demo person and member of staff with what they show', () => {
  const printed = welcome({ url, seconds: 18.3, people });
  for (const { username, shows } of people) {
    expect(printed).toContain(username);
    expect(printed).toContain(shows);
  }
  const named = people.map(({ username }) => username);
  for (const { username } of [...CREATORS, ...SENDERS]) expect(named).toContain(username);
});

test('npm start without demo data names no people and no staff', () => {
  const printed = welcome({ url, seconds: 2, people: [] });
  expect(printed).not.toContain('Password');
  expect(printed).not.toContain('/_local/desk');
  expect(printed).toContain('Ctrl-C');
});
