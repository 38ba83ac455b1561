import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { neverFailing } from '#web/api/storage.ts';
import {
  cameFromSearch,
  clearDeviceDraft,
  readDeviceDraft,
  rememberFromSearch,
  storeDeviceDraft,
  unsavedRecipients,
} from '#web/features/conversations/drafts/device-draft.ts';
import {
  attemptFor,
  clearAttempt,
  storeAttempt,
  unansweredAttempt,
} from '#web/features/conversations/pages/compose/payment-attempt.ts';
import { DRAFT_PAUSE, storedDraft } from '#web/forms/stored-draft.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: new MemoryStorage(),
  });
});

describe('a draft in the browser’s storage', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('is written after a pause in typing, and at once when the page is hidden', () => {
    const draft = storedDraft('paidReply_1');
    draft.write('Dear B');
    draft.write('Dear Ben');
    expect(localStorage.getItem('paidReply_1')).toBeNull();
    expect(draft.read()).toBe('Dear Ben');
    jest.advanceTimersByTime(DRAFT_PAUSE);
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben');
    draft.write('Dear Ben,');
    draft.flush();
    expect(localStorage.getItem('paidReply_1')).toBe('Dear Ben,');
  });

  test('is not restored by a late write after it was cleared', () => {
    const draft = storedDraft('paidReply_1');
    draft.write('Dear Ben');
    draft.clear();
    jest.advanceTimersByTime(DRAFT_PAUSE);
    draft.flush();
    expect(localStorage.getItem('paidReply_1')).toBeNull();
  });

  test('causes no error if the storage is full', () => {
    const full = new MemoryStorage();
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const draft = storedDraft(
      'paidReply_1',
      neverFailing(() => full),
    );
    draft.write('Dear Ben');
    expect(() => draft.flush()).not.toThrow();
  });
});

describe('a device’s copy of message drafts', () => {
  const toAna = { subject: 'Refused', text: '<p>Dear Ana</p>' };
  const toTom = { subject: 'Bread', text: '<p>Dear Tom</p>' };

  test('uses the storage keys of the specification for each recipient', () => {
    storeDeviceDraft('ana', { words: toAna });
    storeDeviceDraft('tom', { words: toTom });
    expect(localStorage.getItem('createInbox_messageSubject:ana')).toBe('Refused');
    expect(localStorage.getItem('createInbox_messageText:tom')).toBe('<p>Dear Tom</p>');
    expect(readDeviceDraft('ana')?.words).toEqual(toAna);
    expect(readDeviceDraft('tom')?.words).toEqual(toTom);
    expect(readDeviceDraft('eva')).toBeUndefined();
  });

  test('deletes one draft without the others, and leaves nothing of it', () => {
    const words = { ...toAna, answers: [{ question: 'What have you tried?', text: 'All' }] };
    const saved = { id: 'draft', version: 1, words };
    storeDeviceDraft('ana', { words, saved, sending: words });
    rememberFromSearch('ana', true);
    storeDeviceDraft('tom', { words: toTom });
    clearDeviceDraft('ana');
    expect(readDeviceDraft('ana')).toBeUndefined();
    const names = Array.from({ length: localStorage.length }, (_, nth) => localStorage.key(nth));
    expect(names.filter((name) => name?.endsWith(':ana'))).toEqual([]);
    expect(readDeviceDraft('tom')?.words).toEqual(toTom);
  });

  test('keeps the answers to questions, also if there is no other text, and loses them when they are removed', () => {
    const answers = [{ question: 'What have you tried?', text: 'All' }];
    storeDeviceDraft('ana', { words: { subject: '', text: '', answers } });
    expect(readDeviceDraft('ana')?.words).toEqual({ subject: '', text: '', answers });
    expect(unsavedRecipients()).toEqual(['ana']);
    const blank = [{ question: 'What have you tried?', text: ' ' }];
    storeDeviceDraft('ana', { words: { subject: '', text: '', answers: blank } });
    expect(readDeviceDraft('ana')).toBeUndefined();
  });

  test('has words that the server lacks if an answer differs', () => {
    const answersOf = (text: string) => [{ question: 'What have you tried?', text }];
    const saved = { id: 'draft', version: 1, words: { ...toAna, answers: answersOf('All') } };
    storeDeviceDraft('ana', { words: { ...toAna, answers: answersOf('All') }, saved });
    expect(unsavedRecipients()).toEqual([]);
    storeDeviceDraft('ana', { words: { ...toAna, answers: answersOf('Most') }, saved });
    expect(unsavedRecipients()).toEqual(['ana']);
  });

  test('lists the recipients whose drafts are not on the server', () => {
    const saved = { id: 'draft', version: 1, words: toTom };
    storeDeviceDraft('ana', { words: toAna });
    storeDeviceDraft('tom', { words: toTom, saved });
    expect(unsavedRecipients()).toEqual(['ana']);
    storeDeviceDraft('tom', { words: { ...toTom, subject: 'Rye' }, saved });
    expect(unsavedRecipients().sort()).toEqual(['ana', 'tom']);
  });

  test('remembers for each recipient whether the writer came from the search', () => {
    rememberFromSearch('ana', true);
    rememberFromSearch('tom', false);
    expect([cameFromSearch('ana'), cameFromSearch('tom')]).toEqual([true, false]);
  });
});

describe('a payment attempt', () => {
  const order = {
    recipientId: 'ana',
    messageSubject: 'Refused at the counter',
    messageText: '<p>Dear Ana</p>',
    price: cents(2_500),
  };
  const newCard = { paymentMethodId: 'pm_1', creditCardName: 'Ben Okafor' };

  test('of the same message with another answer is another one', () => {
    const answersOf = (text: string) => ({ answers: [{ question: 'What have you tried?', text }] });
    const { key } = attemptFor({ ...order, ...answersOf('All') }, undefined);
    expect(unansweredAttempt({ ...order, ...answersOf('All') })?.key).toBe(key);
    expect(unansweredAttempt({ ...order, ...answersOf('Most') })).toBeUndefined();
    expect(unansweredAttempt(order)).toBeUndefined();
    expect(attemptFor({ ...order, ...answersOf('Most') }, undefined).key).not.toBe(key);
  });

  test('keeps its key for the same order', () => {
    const { key } = attemptFor(order, undefined);
    expect(attemptFor(order, undefined).key).toBe(key);
    expect(unansweredAttempt(order)?.key).toBe(key);
  });

  test.each([
    ['the price', { ...order, price: cents(3_000) }],
    ['the card', { ...order, newCard }],
    ['the tier', { ...order, tierId: 'tier' }],
    ['the text', { ...order, messageText: '<p>Dear Ana,</p>' }],
    ['the version of the draft', { ...order, draftId: 'draft', draftVersion: 2 }],
    ['the recipient', { ...order, recipientId: 'tom' }],
  ])('gets a new key when %s changes', (_, changed) => {
    const { key } = attemptFor(order, undefined);
    expect(attemptFor(changed, undefined).key).not.toBe(key);
  });

  test('gets a new key after a refusal', () => {
    const { key } = attemptFor(order, undefined);
    clearAttempt('ana');
    expect(unansweredAttempt(order)).toBeUndefined();
    expect(attemptFor(order, undefined).key).not.toBe(key);
  });

  test('continues after a reload if it waits for the bank’s authentication', () => {
    const bank = { inboxId: 'conversation', clientSecret: 'pi_1_secret_2' };
    storeAttempt({ ...attemptFor({ ...order, newCard }, undefined), bank });
    expect(unansweredAttempt(order)?.bank).toEqual(bank);
  });

  test('is stored separately for each recipient', () => {
    const toTom = { ...order, recipientId: 'tom' };
    const { key } = attemptFor(order, undefined);
    attemptFor(toTom, undefined);
    clearAttempt('tom');
    expect(unansweredAttempt(order)?.key).toBe(key);
    expect(unansweredAttempt(toTom)).toBeUndefined();
  });

  test('counts as missing if its stored value is malformed', () => {
    localStorage.setItem('createInbox_attempt:ana', '{"key":');
    expect(unansweredAttempt(order)).toBeUndefined();
  });
});
