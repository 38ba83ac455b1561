import { beforeAll, describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { SHORT_WORDS_MAX, TOPIC_ENTRIES_MAX } from '#shared/rules/search/topics.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { deliverNameEvent, searchEntriesOf } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Search by the words of bios and fields, and people who do not want to be shown. docs/product/search.md */

const world = worldOfFile();
let reader: Person;
beforeAll(async () => {
  reader = await newPerson(world, { username: 'reader' });
});

async function found(searchText: string): Promise<string[]> {
  const { http, body } = await responseTo(reader.calls('searchUsers', { searchText }));
  expect(http).toBe(200);
  return body.data.map(({ username }: { username: string }) => username);
}

const index = ({ user }: Person) => deliverNameEvent(world, user.id);

describe('a search by a word', () => {
  test('finds the beginning of a word of a bio and of a field, ignoring case and accents', async () => {
    await newPerson(world, {
      findable: true,
      username: 'gardener.one',
      fullName: 'Gard Ener',
      bio: '<p>I prune old <strong>Quittenbäume</strong> &amp; wisteria.</p>',
      categoryId: 'CATEGORY_08',
      subCategoryId: 'CATEGORY_08_07',
    });
    for (const text of ['quitt', 'QUITTENBAUME', 'wisteria', 'prune old q', 'landscap', 'trades'])
      expect([text, await found(text)]).toEqual([text, ['gardener.one']]);
    for (const text of ['ittenb', 'isteria', 'quittenbaumx'])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  test('finds a complete word of two or three letters of a bio and of a field', async () => {
    await newPerson(world, {
      findable: true,
      username: 'levies.one',
      fullName: 'Levy Ist',
      bio: '<p>Tax and VAT for AI firms. Ask for the fee.</p>',
      categoryId: 'CATEGORY_07',
      subCategoryId: 'CATEGORY_07_01',
    });
    for (const text of ['tax', 'VAT', 'ai', 'law'])
      expect([text, await found(text)]).toEqual([text, ['levies.one']]);
    for (const text of ['ta', 'va', 'and', 'the'])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  test('finds a person once whose name and bio have the same short word, at the rank of the name', async () => {
    await newPerson(world, {
      findable: true,
      username: 'zzz.bio',
      fullName: 'Some Body',
      bio: '<p>I play the oud.</p>',
    });
    await newPerson(world, {
      findable: true,
      username: 'zzz.name',
      fullName: 'Oud Player',
      bio: '<p>Oud.</p>',
    });
    expect(await found('oud')).toEqual(['zzz.name', 'zzz.bio']);
  });

  test('lists people with the word in their name first, and each person once', async () => {
    const bio = '<p>Marimba lessons. Marimbas repaired.</p>';
    await newPerson(world, { findable: true, username: 'beats.a', fullName: 'Beat Player', bio });
    await newPerson(world, { findable: true, username: 'xmarimba', fullName: 'Percussion', bio });
    await newPerson(world, { findable: true, username: 'marimba.z', fullName: 'Percussion' });
    expect(await found('marimba')).toEqual(['marimba.z', 'xmarimba', 'beats.a']);
  });

  test('does not find a word that is common, or one that the bio no longer has', async () => {
    const person = await newPerson(world, {
      findable: true,
      username: 'ceramics.one',
      bio: '<p>They know about kilnfiring.</p>',
    });
    expect(await found('they know')).toEqual([]);
    expect(await found('kilnfiring')).toEqual(['ceramics.one']);
    await person.editsProfile(formOf(person, { userBio: '<p>Now glassblowing.</p>' }));
    // The old entry is passed over before the index has followed.
    expect(await found('kilnfiring')).toEqual([]);
    await index(person);
    expect(await found('glassblow')).toEqual(['ceramics.one']);
  });

  test('has a limited number of entries for a long bio', async () => {
    const words = Array.from({ length: 500 }, (_, nth) => `zword${nth}`).join(' ');
    const person = await newPerson(world, {
      findable: true,
      username: 'q.long',
      fullName: 'Q Long',
      bio: `<p>${words}</p>`,
    });
    const entries = await searchEntriesOf(person);
    expect(entries.filter((entry) => entry.startsWith('2'))).toHaveLength(TOPIC_ENTRIES_MAX);
    const short = Array.from({ length: 26 }, (_, nth) => `q${'abcdefghijklmnopqrstuvwxyz'[nth]}q`);
    const other = await newPerson(world, { findable: true, bio: `<p>${short.join(' ')}</p>` });
    const shortEntries = (await searchEntriesOf(other)).filter((entry) => /^2q.q$/.test(entry));
    expect(shortEntries).toHaveLength(SHORT_WORDS_MAX);
    expect(await found('zword59 zword60')).toEqual(['q.long']);
    expect(await found('zword400')).toEqual([]);
  });
});

describe('a person who does not want to be shown', () => {
  test('is found by the exact username only', async () => {
    const person = await newPerson(world, {
      findable: true,
      username: 'hermine.moss',
      fullName: 'Hermine Mossgrove',
    });
    expect(await found('mossgrove')).toEqual(['hermine.moss']);
    const form = { userBio: '<p>Bryologist.</p>', listing: 'HIDDEN' };
    await person.editsProfile(formOf(person, form));
    for (const indexed of ['before', 'after']) {
      if (indexed === 'after') await index(person);
      for (const text of ['mossgrove', 'hermine', 'hermine.mos', 'bryologist'])
        expect([indexed, text, await found(text)]).toEqual([indexed, text, []]);
      expect(await found('@Hermine.Moss')).toEqual(['hermine.moss']);
    }
    expect(await searchEntriesOf(person)).toEqual(['0hermine.moss']);
    await person.editsProfile(formOf(person, { ...form, listing: 'SHOWN' }));
    await index(person);
    expect(await found('bryolog')).toEqual(['hermine.moss']);
  });
});
