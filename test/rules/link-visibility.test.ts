import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { isStillVerified, LINK_CHECKS, nextRecheck } from '#shared/rules/links/link-checks.ts';
import { clickCounter, clicksIn } from '#shared/rules/links/link-clicks.ts';
import {
  changedVisibility,
  isInOrder,
  isSameVisibility,
  isVisible,
  optionalMoment,
} from '#shared/rules/links/link-visibility.ts';
import { oembedAddress, usernameIn } from '#shared/rules/links/oembed.ts';
import { DAY, instant, later } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25));
const [BEFORE, AFTER] = [later(NOW, -1), later(NOW, 1)];

describe('a link', () => {
  test.each([
    [undefined, true],
    [{}, true],
    [{ isOff: true }, false],
    [{ from: NOW }, true],
    [{ from: AFTER }, false],
    [{ until: AFTER }, true],
    [{ until: NOW }, false],
    [{ from: BEFORE, until: AFTER }, true],
    [{ isOff: true, from: BEFORE, until: AFTER }, false],
  ] as const)('with the visibility %j is visible: %s', (visibility, visible) =>
    expect(isVisible(visibility, NOW)).toBe(visible),
  );

  test.each([
    [{}, {}, {}],
    [{ isOff: true, from: BEFORE, until: AFTER }, {}, { isOff: true, from: BEFORE, until: AFTER }],
    [{ isOff: true }, { isOn: true }, {}],
    [{}, { isOn: false }, { isOff: true }],
    [{ from: BEFORE }, { visibleFrom: NOW }, { from: NOW }],
    [{ from: BEFORE }, { visibleFrom: null }, {}],
    [{ until: BEFORE }, { visibleUntil: NOW }, { until: NOW }],
    [{ until: BEFORE }, { visibleUntil: null }, {}],
  ] as const)(
    'with the visibility %j has after the change %j the visibility %j',
    (before, change, after) => {
      expect(changedVisibility(before, change)).toStrictEqual(after);
    },
  );

  test('keeps its visibility only if no part of it differs', () => {
    const all = { isOff: true, from: BEFORE, until: AFTER } as const;
    expect(isSameVisibility(all, { ...all })).toBe(true);
    expect(isSameVisibility()).toBe(true);
    for (const other of [
      undefined,
      { from: BEFORE, until: AFTER },
      { ...all, from: NOW },
      { ...all, until: NOW },
    ])
      expect([isSameVisibility(all, other), isSameVisibility(other, all)]).toEqual([false, false]);
  });

  test('has a start before its end, if it has both', () => {
    expect(isInOrder(BEFORE, NOW)).toBe(true);
    expect(isInOrder(NOW, NOW)).toBe(false);
    for (const none of [null, undefined])
      expect([isInOrder(none, NOW), isInOrder(NOW, none)]).toEqual([true, true]);
  });

  test('has moments in ISO 8601, or an empty text for none', () => {
    const text = '2026-11-25T00:00:00.000Z';
    expect([z.decode(optionalMoment, ''), z.decode(optionalMoment, text)]).toEqual([null, NOW]);
    expect([z.encode(optionalMoment, null), z.encode(optionalMoment, NOW)]).toEqual(['', text]);
    for (const wrong of ['tomorrow', 7, undefined])
      expect(optionalMoment.safeParse(wrong).error?.issues[0]?.message).toBe(
        'Please enter a date and a time',
      );
  });
});

describe('a verified link', () => {
  test('is verified for 90 days after its page was read', () => {
    expect(isStillVerified(undefined, NOW)).toBe(false);
    expect(isStillVerified(later(NOW, -90 * DAY + 1), NOW)).toBe(true);
    expect(isStillVerified(later(NOW, -90 * DAY), NOW)).toBe(false);
  });

  test('is checked again a day after its page could not be read, unless it has expired by then', () => {
    expect(nextRecheck(later(NOW, -89 * DAY + 1), NOW)).toBe(later(NOW, DAY));
    expect(nextRecheck(later(NOW, -89 * DAY), NOW)).toBeUndefined();
  });

  test('has one of these results after a check', () =>
    expect(LINK_CHECKS).toEqual([
      'VERIFIED',
      'NO_LINK_BACK',
      'NOT_HTTPS',
      'NOT_FOUND',
      'TOO_SLOW',
      'NO_ANSWER',
      'NOT_HTML',
      'TOO_MANY_REDIRECTS',
      'OTHER_SITE',
    ]));
});

test('the clicks of each link are counted among other counts of a day', () => {
  expect(clickCounter('l1')).toBe('click_l1');
  expect(clicksIn({ [clickCounter('l1')]: 3, views: 7, xclick_l2: 1 })).toEqual([
    { linkId: 'l1', clicks: 3 },
  ]);
});

describe('the address of a profile', () => {
  const ORIGIN = 'https://r.test';

  test('has the address of its preview', () =>
    expect(oembedAddress(ORIGIN, `${ORIGIN}/ada`)).toBe(
      'https://r.test/oembed?url=https%3A%2F%2Fr.test%2Fada&format=json',
    ));

  test.each([
    ['https://r.test/Ada.L_1', 'ada.l_1'],
    ['https://r.test/ada/?x=1#y', 'ada'],
    ['https://r.test/ada/x', undefined],
    ['https://r.test/x/ada', undefined],
    ['https://r.test/', undefined],
    ['https://r.test/ada-l', undefined],
    ['http://r.test/ada', undefined],
    ['https://other.test/ada', undefined],
    ['https://me@r.test/ada', undefined],
    ['https://:secret@r.test/ada', undefined],
    ['ada', undefined],
  ])('%s names the username %s', (address, username) =>
    expect(usernameIn(address, ORIGIN)).toBe(username),
  );
});
