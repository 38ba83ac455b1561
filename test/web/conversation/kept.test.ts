import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cents } from '../../../shared/money.ts';
import {
  claimComposeDraft,
  clearComposeDraft,
  readComposeDraft,
} from '../../../web/src/conversation/compose-draft.ts';
import { DRAFT_PAUSE, keepDraft } from '../../../web/src/conversation/drafts.ts';
import {
  attemptFor,
  forgetAttempt,
  keepAttempt,
  unansweredAttempt,
} from '../../../web/src/features/compose/attempt.ts';

/** The browser's storage, as far as it is used. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  clear(): void {
    this.#items.clear();
  }
}

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: new MemoryStorage(),
  });
});

describe('a draft', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('is stored after a pause, and at once when the page is hidden', () => {
    const draft = keepDraft('paidReply_1');
    draft.write('Dear B');
    draft.write('Dear Ben');
    expect(localStorage.getItem('paidReply_1')).toBeNull();
    jest.advanceTimersByTime(DRAFT_PAUSE);
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben');
    draft.write('Dear Ben,');
    draft.flush();
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
  });

  test('that is cleared does not come back with a late write', () => {
    const draft = keepDraft('paidReply_1');
    draft.write('Dear Ben');
    draft.clear();
    jest.advanceTimersByTime(DRAFT_PAUSE);
    draft.flush();
    expect(localStorage.getItem('paidReply_1')).toBeNull();
  });

  test('is not lost to a storage that refuses', () => {
    const full = new MemoryStorage();
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const draft = keepDraft('paidReply_1', full);
    draft.write('Dear Ben');
    expect(() => draft.flush()).not.toThrow();
  });
});

describe('the draft of a new message', () => {
  test('is kept under the names of the specification, for one person', () => {
    claimComposeDraft('ana');
    localStorage.setItem('createInbox_messageSubject', 'Refused');
    expect(readComposeDraft('ana')).toEqual({ subject: 'Refused', text: '' });
    expect(localStorage.getItem('createInbox_userId')).toBe('ana');
    expect(readComposeDraft('tom')).toBeUndefined();
  });

  test('makes way for one to somebody else, and goes after the payment', () => {
    claimComposeDraft('ana');
    localStorage.setItem('createInbox_messageText', '<p>Dear Ana</p>');
    expect(claimComposeDraft('tom').text).toBe('');
    clearComposeDraft();
    expect(localStorage.length).toBe(0);
  });
});

describe('an attempt to pay', () => {
  const order = {
    recipientId: 'ana',
    messageSubject: 'Refused at the counter',
    messageText: '<p>Dear Ana</p>',
    price: cents(2_500),
  };
  const newCard = { paymentMethodId: 'pm_1', creditCardName: 'Ben Okafor' };

  test('keeps its key when the same is asked for again', () => {
    const { key } = attemptFor(order, undefined);
    expect(attemptFor(order, undefined).key).toBe(key);
    expect(unansweredAttempt(order)?.key).toBe(key);
  });

  test.each([
    ['the price', { ...order, price: cents(3_000) }],
    ['the card', { ...order, newCard }],
    ['the text', { ...order, messageText: '<p>Dear Ana,</p>' }],
    ['the recipient', { ...order, recipientId: 'tom' }],
  ])('gets a new key when %s changes', (_, changed) => {
    const { key } = attemptFor(order, undefined);
    expect(attemptFor(changed, undefined).key).not.toBe(key);
  });

  test('gets a new key after a refusal', () => {
    const { key } = attemptFor(order, undefined);
    forgetAttempt();
    expect(unansweredAttempt(order)).toBeUndefined();
    expect(attemptFor(order, undefined).key).not.toBe(key);
  });

  test('at the bank goes on after a reload, with what the browser needs for it', () => {
    const bank = { inboxId: 'conversation', clientSecret: 'pi_1_secret_2' };
    keepAttempt({ ...attemptFor({ ...order, newCard }, undefined), bank });
    expect(unansweredAttempt(order)?.bank).toEqual(bank);
  });

  test('that cannot be read is none', () => {
    localStorage.setItem('createInbox_attempt', '{"key":');
    expect(unansweredAttempt(order)).toBeUndefined();
  });
});
