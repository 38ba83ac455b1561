import { describe, expect, test } from '@jest/globals';
import { matchesSearch, searchWordsOf } from '#shared/rules/chat/message-search.ts';

const isFound = (content: string, searchText: string) =>
  matchesSearch({ content }, searchWordsOf(searchText));

describe('the words of a search in a chat', () => {
  test('have one case and no accents, and each counts once', () => {
    expect(searchWordsOf('  Crème  BRÛLÉE creme ')).toEqual(['creme', 'brulee']);
    expect(searchWordsOf('Straße')).toEqual(['strasse']);
    expect(searchWordsOf('\u0301 \u0300')).toEqual([]);
  });
});

describe('a search in a chat', () => {
  test('matches if every word is in the text of the message, in any order', () => {
    expect(isFound('<p>Blue house, red door</p>', 'DOOR blue')).toBe(true);
    expect(isFound('<p>Blue house, red door</p>', 'door green')).toBe(false);
  });

  test('matches across formats within a word, and not across paragraphs', () => {
    expect(isFound('<p>un<strong>believ</strong>able</p>', 'unbelievable')).toBe(true);
    expect(isFound('<p>one</p><p>two</p>', 'onetwo')).toBe(false);
  });

  test('matches accents that are stored as letters of their own', () => {
    expect(isFound('<p>cafe\u0301</p>', 'café')).toBe(true);
    expect(isFound('<p>café</p>', 'cafe\u0301')).toBe(true);
  });

  test('matches neither tags nor entities', () => {
    expect(isFound('<p>A <strong>b</strong> &amp; c</p>', 'strong')).toBe(false);
    expect(isFound('<p>A <strong>b</strong> &amp; c</p>', 'amp')).toBe(false);
  });

  test('never matches deleted messages, announcements, or without a word', () => {
    const words = ['hello'];
    expect(matchesSearch({ content: '<p>Hello</p>', deletedAt: 1 }, words)).toBe(false);
    expect(matchesSearch({ content: '<p>Hello</p>', announcement: {} }, words)).toBe(false);
    expect(matchesSearch({ content: '<p>Hello</p>' }, [])).toBe(false);
  });
});
