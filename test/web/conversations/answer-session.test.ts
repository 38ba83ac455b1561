import { describe, expect, test } from '@jest/globals';
import { cents, ZERO } from '#shared/money.ts';
import { instant } from '#shared/time.ts';
import {
  finish,
  outboxChanges,
  postpone,
  reopen,
  resume,
  type Session,
  startSession,
  step,
  summaryOf,
  upcoming,
  withRows,
} from '#web/features/conversations/pages/answer/answer-session.ts';

/* The state of an answer session. docs/product/conversations.md#answer-session */

const row = (id: string, deadline: number, net = 1_000) => ({
  id,
  netEarnings: cents(net),
  deadlineAt: instant(deadline),
});

/** Three messages, the nearest deadline first: `soon`, `next`, `last`. */
const three = () => startSession([row('last', 30), row('soon', 10, 2_000), row('next', 20, 500)]);
const order = ({ entries }: Session) => entries.map(({ id }) => id);
const outcomes = ({ entries }: Session) => entries.map(({ outcome }) => outcome);

describe('an answer session', () => {
  test('begins with the nearest deadline', () => {
    expect(order(three())).toEqual(['soon', 'next', 'last']);
    expect(three().at).toBe('soon');
    expect(summaryOf(three())).toMatchObject({ place: 1, count: 3, left: 3, earned: ZERO });
  });

  test('without messages has ended', () => {
    const empty = startSession([]);
    expect(empty.at).toBeUndefined();
    expect(summaryOf(empty)).toMatchObject({ count: 0, left: 0, nextDeadline: undefined });
  });

  test('shows the next message after an answer and counts what it earned', () => {
    const session = finish(three(), 'soon', 'answered');
    expect(session.at).toBe('next');
    expect(summaryOf(session)).toMatchObject({
      place: 2,
      count: 3,
      left: 2,
      earned: cents(2_000),
      waiting: cents(1_500),
    });
    expect(outcomes(session)).toEqual(['answered', undefined, undefined]);
  });

  test('shows a message again when the reply to its question has come', () => {
    const rows = [row('soon', 10, 2_000), row('next', 20, 500), row('last', 30)];
    const asked = finish(startSession(rows), 'soon', 'asked');
    // A list that was requested before the question was asked.
    expect(outcomes(withRows(asked, [...rows]))).toEqual(['asked', undefined, undefined]);
    const paused = withRows(asked, rows.slice(1));
    expect(summaryOf(paused)).toMatchObject({ left: 2, outcomes: { asked: 1 } });
    const replied = withRows(paused, rows);
    expect(order(replied)).toEqual(['next', 'last', 'soon']);
    expect(summaryOf(replied)).toMatchObject({ left: 3, outcomes: { asked: 0 } });
    // Also after a reload.
    expect(order(startSession(rows, paused.entries))).toEqual(['next', 'last', 'soon']);
    expect(summaryOf(startSession(rows.slice(1), paused.entries)).outcomes.asked).toBe(1);
  });

  test.each(['asked', 'declined', 'gone'] as const)(
    'counts a message that was %s neither as earned nor as waiting',
    (outcome) => {
      const session = finish(three(), 'soon', outcome);
      expect(summaryOf(session)).toMatchObject({ earned: ZERO, waiting: cents(1_500) });
    },
  );

  test('counts an answer that is not sent yet as waiting', () => {
    const session = finish(three(), 'soon', 'unsent');
    expect(summaryOf(session)).toMatchObject({ earned: ZERO, waiting: cents(3_500) });
    expect(outcomes(session)).toEqual(['unsent', undefined, undefined]);
  });

  test('moves a message that is left for later to the end', () => {
    const session = postpone(three());
    expect(order(session)).toEqual(['next', 'last', 'soon']);
    expect(session.at).toBe('next');
  });

  test('ends when the only message that waits is left for later, and can be resumed with it', () => {
    const one = finish(finish(three(), 'soon', 'answered'), 'next', 'declined');
    const ended = postpone(one);
    expect(ended.at).toBeUndefined();
    expect(summaryOf(ended)).toMatchObject({ left: 1, nextDeadline: 30 });
    expect(resume(ended).at).toBe('last');
  });

  test('continues with the first message that waits after the last one', () => {
    const atLast = step(step(three(), 1), 1);
    expect(finish(atLast, 'last', 'answered').at).toBe('soon');
  });

  test('skips messages that are done, and does not move past either end', () => {
    const session = finish(step(three(), 1), 'next', 'answered');
    expect(session.at).toBe('last');
    expect(step(session, -1).at).toBe('soon');
    expect(step(session, 1)).toBe(session);
  });

  test('lets a message wait again whose answer was refused', () => {
    const session = reopen(finish(three(), 'soon', 'unsent'), 'soon');
    expect(summaryOf(session)).toMatchObject({ left: 3 });
    expect(outcomes(session)).toEqual([undefined, undefined, undefined]);
    expect(session.at).toBe('next');
  });

  test('follows the outbox when an answer waits, was sent or is refused', () => {
    const answered = finish(three(), 'soon', 'unsent').entries;
    const none = () => false;
    const waiting = { inboxId: 'next', state: 'waiting' } as const;
    expect(outboxChanges(three().entries, [waiting], none)).toEqual([['next', 'unsent']]);
    expect(outboxChanges(answered, [{ inboxId: 'soon', state: 'waiting' }], none)).toEqual([]);
    expect(outboxChanges(answered, [], () => true)).toEqual([['soon', 'answered']]);
    const refused = { inboxId: 'soon', state: 'refused' } as const;
    expect(outboxChanges(answered, [refused], none)).toEqual([['soon', undefined]]);
  });

  test('adds messages that come meanwhile at the end, each once', () => {
    const session = withRows(three(), [row('soon', 10), row('new', 5)]);
    expect(order(session)).toEqual(['soon', 'next', 'last', 'new']);
    expect(session.at).toBe('soon');
    expect(withRows(session, [row('new', 5)])).toBe(session);
  });

  test('continues with the stored entries, without messages that no longer wait', () => {
    const before = finish(postpone(three()), 'next', 'answered').entries;
    const session = startSession([row('soon', 10), row('new', 5)], before);
    expect(order(session)).toEqual(['next', 'soon', 'new']);
    expect(session.at).toBe('soon');
    expect(summaryOf(session)).toMatchObject({ place: 2 });
    expect(outcomes(session)).toEqual(['answered', undefined, undefined]);
  });

  test('prefetches the messages after the shown one', () => {
    expect(upcoming(step(three(), 1)).map(({ id }) => id)).toEqual(['last']);
  });
});
