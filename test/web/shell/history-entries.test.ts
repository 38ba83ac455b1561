import { beforeEach, expect, test } from '@jest/globals';
import { noteEntry, stepsBackTo } from '../../../web/src/shell/history-entries.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

/* The way back to the entry of the history that a person came from. */

const TOPS = ['/inbox', '/orders', '/dashboard'];
let place = 0;

/** Opens these addresses one after the other, from the beginning. */
function walk(...addresses: string[]): void {
  addresses.forEach((address, at) => {
    place = at;
    noteEntry(address, at > 0);
  });
}

beforeEach(() => {
  emptyBrowserStorage();
  Object.assign(globalThis, {
    window: {
      history: {
        get state() {
          return { idx: place };
        },
      },
    },
  });
});

test('a list is gone back to with its filter', () => {
  walk('/inbox?filter=OPEN', '/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBe(-1);
});

test('the pages on the way from the list are passed', () => {
  walk('/inbox', '/inbox-viewer/a', '/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBe(-2);
});

test('a list that another place lies before is opened anew', () => {
  walk('/inbox?filter=OPEN', '/dashboard', '/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBeUndefined();
});

test('a search is gone back to where it is the same one', () => {
  walk('/user-search?q=mart', '/m.24');
  expect(stepsBackTo('/user-search?q=mart', TOPS)).toBe(-1);
  expect(stepsBackTo('/user-search?q=lena', TOPS)).toBeUndefined();
});

test('an address that was opened by itself has nothing behind it', () => {
  walk('/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBeUndefined();
});

test('what came after an entry is forgotten once another is opened from it', () => {
  walk('/dashboard', '/inbox', '/inbox-viewer/a');
  place = 1;
  noteEntry('/contacts', true);
  place = 2;
  noteEntry('/chat-viewer/b', true);
  expect(stepsBackTo('/inbox', TOPS)).toBeUndefined();
  expect(stepsBackTo('/contacts', TOPS)).toBe(-1);
});
