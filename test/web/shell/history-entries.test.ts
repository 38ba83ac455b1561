import { beforeEach, expect, test } from '@jest/globals';
import {
  addressBefore,
  recordEntry,
  stepsBackTo,
  stepsBackToMain,
} from '#web/shell/history-entries.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/* Going back to an earlier history entry. */

const TOPS = ['/inbox', '/orders', '/dashboard'];
let place = 0;

/** Opens these addresses one after the other in a new history. */
function walk(...addresses: string[]): void {
  addresses.forEach((address, at) => {
    place = at;
    recordEntry(address, at > 0);
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

test('stepsBackTo returns to a list with its filter', () => {
  walk('/inbox?filter=OPEN', '/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBe(-1);
});

test('stepsBackTo skips the pages that were opened from the list', () => {
  walk('/inbox', '/inbox-viewer/a', '/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBe(-2);
});

test('stepsBackTo is undefined if another main page was opened after the list', () => {
  walk('/inbox?filter=OPEN', '/dashboard', '/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBeUndefined();
});

test('stepsBackTo returns to a search only if its text is the same', () => {
  walk('/user-search?q=mart', '/m.24');
  expect(stepsBackTo('/user-search?q=mart', TOPS)).toBe(-1);
  expect(stepsBackTo('/user-search?q=lena', TOPS)).toBeUndefined();
});

test('stepsBackTo is undefined for an address that was opened directly', () => {
  walk('/inbox-viewer/a');
  expect(stepsBackTo('/inbox', TOPS)).toBeUndefined();
});

test('entries after the current one are dropped when another page opens', () => {
  walk('/dashboard', '/inbox', '/inbox-viewer/a');
  place = 1;
  recordEntry('/contacts', true);
  place = 2;
  recordEntry('/chat-viewer/b', true);
  expect(stepsBackTo('/inbox', TOPS)).toBeUndefined();
  expect(stepsBackTo('/contacts', TOPS)).toBe(-1);
});

test('stepsBackToMain returns to the main page that opened a page below another parent', () => {
  walk('/settings', '/dashboard', '/account-balance');
  expect(stepsBackToMain('/settings', TOPS)).toBe(-1);
  expect(stepsBackTo('/settings', TOPS)).toBeUndefined();
});

test('stepsBackToMain is undefined for a page that another page opened, and for a page below a main page', () => {
  walk('/dashboard', '/account-balance', '/payouts');
  expect(stepsBackToMain('/account-balance', TOPS)).toBeUndefined();
  walk('/dashboard', '/inbox-viewer/a');
  expect(stepsBackToMain('/inbox', TOPS)).toBeUndefined();
});

test('addressBefore is the address that this page was opened from, and undefined for the first page of a visit', () => {
  walk('/user-search?q=mart', '/m.24', '/create-inbox/a');
  expect(addressBefore()).toBe('/m.24');
  walk('/create-inbox/a');
  expect(addressBefore()).toBeUndefined();
});
