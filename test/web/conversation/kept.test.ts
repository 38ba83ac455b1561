import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cents } from '../../../shared/money.ts';
import {
  cameFromSearch,
  forgetDeviceDraft,
  keepDeviceDraft,
  readDeviceDraft,
  rememberFromSearch,
  unsavedRecipients,
} from '../../../web/src/conversation/compose-draft.ts';
import { DRAFT_PAUSE, keepDraft } from '../../../web/src/conversation/drafts.ts';
import {
  attemptFor,
  forgetAttempt,
  keepAttempt,
  unansweredAttempt,
} from '../../../web/src/features/compose/attempt.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';

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

describe('the copy that a device keeps of a letter', () => {
  const toAna = { subject: 'Refused', text: '<p>Dear Ana</p>' };
  const toTom = { subject: 'Bread', text: '<p>Dear Tom</p>' };

  test('is kept under the names of the specification, for each person', () => {
    keepDeviceDraft('ana', { words: toAna });
    keepDeviceDraft('tom', { words: toTom });
    expect(localStorage.getItem('createInbox_messageSubject:ana')).toBe('Refused');
    expect(localStorage.getItem('createInbox_messageText:tom')).toBe('<p>Dear Tom</p>');
    expect(readDeviceDraft('ana')?.words).toEqual(toAna);
    expect(readDeviceDraft('tom')?.words).toEqual(toTom);
    expect(readDeviceDraft('eva')).toBeUndefined();
  });

  test('goes without the one to somebody else', () => {
    keepDeviceDraft('ana', { words: toAna });
    keepDeviceDraft('tom', { words: toTom });
    forgetDeviceDraft('ana');
    expect(readDeviceDraft('ana')).toBeUndefined();
    expect(readDeviceDraft('tom')?.words).toEqual(toTom);
  });

  test('from before drafts belonged to a person is taken over for whom it was written', () => {
    localStorage.setItem('createInbox_userId', 'ana');
    localStorage.setItem('createInbox_messageSubject', toAna.subject);
    localStorage.setItem('createInbox_messageText', toAna.text);
    expect(readDeviceDraft('tom')).toBeUndefined();
    expect(readDeviceDraft('ana')?.words).toEqual(toAna);
    expect(localStorage.getItem('createInbox_userId')).toBeNull();
    expect(unsavedRecipients()).toEqual(['ana']);
  });

  test('names those whose letters the server lacks', () => {
    const saved = { id: 'draft', version: 1, words: toTom };
    keepDeviceDraft('ana', { words: toAna });
    keepDeviceDraft('tom', { words: toTom, saved });
    expect(unsavedRecipients()).toEqual(['ana']);
    keepDeviceDraft('tom', { words: { ...toTom, subject: 'Rye' }, saved });
    expect(unsavedRecipients().sort()).toEqual(['ana', 'tom']);
  });

  test('remembers for each person whether the writer came from the search', () => {
    rememberFromSearch('ana', true);
    rememberFromSearch('tom', false);
    expect([cameFromSearch('ana'), cameFromSearch('tom')]).toEqual([true, false]);
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
    ['the version of the draft', { ...order, draftId: 'draft', draftVersion: 2 }],
    ['the recipient', { ...order, recipientId: 'tom' }],
  ])('gets a new key when %s changes', (_, changed) => {
    const { key } = attemptFor(order, undefined);
    expect(attemptFor(changed, undefined).key).not.toBe(key);
  });

  test('gets a new key after a refusal', () => {
    const { key } = attemptFor(order, undefined);
    forgetAttempt('ana');
    expect(unansweredAttempt(order)).toBeUndefined();
    expect(attemptFor(order, undefined).key).not.toBe(key);
  });

  test('at the bank goes on after a reload, with what the browser needs for it', () => {
    const bank = { inboxId: 'conversation', clientSecret: 'pi_1_secret_2' };
    keepAttempt({ ...attemptFor({ ...order, newCard }, undefined), bank });
    expect(unansweredAttempt(order)?.bank).toEqual(bank);
  });

  test('to one person stays beside one to another', () => {
    const toTom = { ...order, recipientId: 'tom' };
    const { key } = attemptFor(order, undefined);
    attemptFor(toTom, undefined);
    forgetAttempt('tom');
    expect(unansweredAttempt(order)?.key).toBe(key);
    expect(unansweredAttempt(toTom)).toBeUndefined();
  });

  test('that cannot be read is none', () => {
    localStorage.setItem('createInbox_attempt:ana', '{"key":');
    expect(unansweredAttempt(order)).toBeUndefined();
  });
});
