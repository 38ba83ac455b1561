import { describe, expect, test } from '@jest/globals';
import { cents } from '../../shared/money.ts';
import { CASE_KINDS, CASE_SUBJECTS } from '../../shared/rules/desk/cases.ts';
import { deskNote, deskReason, REMOVABLE } from '../../shared/rules/desk/decisions.ts';
import { obstacleTo, obstacleToCase } from '../../shared/rules/desk/obstacles.ts';
import {
  isPermitted,
  PERMISSIONS,
  QUEUE_OF_CASE,
  QUEUE_PERMISSIONS,
  QUEUES,
  queuesOf,
} from '../../shared/rules/desk/permissions.ts';
import { keptFacts, reportFacts, reversedFacts } from '../../shared/rules/desk/statement-words.ts';
import { fromIso } from '../../shared/time.ts';

/* The rules of the desk. docs/product/desk.md */

describe('permissions', () => {
  test('each queue is seen by somebody, and each kind of case has a queue', () => {
    for (const queue of QUEUES) expect(QUEUE_PERMISSIONS[queue].length).toBeGreaterThan(0);
    expect(Object.keys(QUEUE_OF_CASE).sort()).toEqual([...CASE_KINDS].sort());
  });

  test('somebody without a permission sees no queue, and with all of them every queue', () => {
    expect(queuesOf([])).toEqual([]);
    expect(queuesOf(PERMISSIONS)).toEqual([...QUEUES]);
  });

  test('one of the required permissions is enough', () => {
    expect(isPermitted(['FINANCE'], ['MODERATOR', 'FINANCE'])).toBe(true);
    expect(isPermitted(['SUPPORT'], ['MODERATOR', 'FINANCE'])).toBe(false);
    expect(isPermitted(['SUPPORT'], [])).toBe(false);
  });
});

describe('obstacles', () => {
  const one = { openedBy: 'ana', userId: 'ben', kind: 'REPORT' } as const;

  test('nobody decides a case that they opened, that is about them, or in whose conversation they take part', () => {
    expect(obstacleToCase(one, 'ana', [])).toContain('opened');
    expect(obstacleToCase(one, 'ben', [])).toContain('about you');
    expect(obstacleToCase(one, 'cleo', ['ben', 'cleo'])).toContain('take part');
    expect(obstacleToCase(one, 'cleo', ['ana', 'ben'])).toBeUndefined();
  });

  test('nobody decides a refund that they proposed', () => {
    expect(obstacleToCase({ ...one, kind: 'REFUND' }, 'ana', [])).toContain('proposed');
  });

  test('nobody decides about a conversation in which they take part', () => {
    expect(obstacleTo('ana', ['ana', 'ben'])).toBeDefined();
    expect(obstacleTo('cleo', ['ana', 'ben'])).toBeUndefined();
  });
});

describe('reasons and notes', () => {
  test('a reason is one line of 5 to 200 characters', () => {
    expect(deskReason.parse('  ticket\n 17 ')).toBe('ticket 17');
    expect(deskReason.safeParse('abcd').success).toBe(false);
    expect(deskReason.safeParse(' a  b ').success).toBe(false);
    expect(deskReason.safeParse('w'.repeat(200)).success).toBe(true);
    expect(deskReason.safeParse('w'.repeat(201)).success).toBe(false);
  });

  test('a note has 1 to 2,000 characters', () => {
    expect(deskNote.safeParse('  ').success).toBe(false);
    expect(deskNote.safeParse('w'.repeat(2_000)).success).toBe(true);
    expect(deskNote.safeParse('w'.repeat(2_001)).success).toBe(false);
  });
});

describe('the facts of a statement', () => {
  test('name what was reported and what was removed', () => {
    expect(reportFacts('LINK', 'LINK')).toBe(
      'A link on your profile was reported. We removed the link.',
    );
    for (const subject of CASE_SUBJECTS) expect(reportFacts(subject)).toMatch(/\.$/);
    for (const removed of REMOVABLE)
      expect(reportFacts('PROFILE', removed)).toMatch(/We removed .+\.$/);
  });

  test('name the amount and the day of a kept payment and of a lost earning', () => {
    const at = fromIso('2026-11-21T09:00:00.000Z');
    expect(keptFacts(cents(2_500), at)).toMatch(/Nov.*\$25\.00/);
    expect(reversedFacts(cents(2_200), at)).toMatch(/Nov.*\$22\.00/);
  });
});
