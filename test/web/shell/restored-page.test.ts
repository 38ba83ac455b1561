import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { storeSession, useSession } from '#web/api/session.ts';
import { updateRestoredPage } from '#web/restored-page.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';

/* A page that the browser shows again from its back/forward cache, as Safari does after a swipe back. */

const ana = { userId: '01ANA', fullName: 'Ana Marković', avatarUrl: null };

beforeAll(updateRestoredPage);
beforeEach(emptyBrowserStorage);
afterAll(() => queryClient.clear());

const show = (persisted: boolean) =>
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })));

const isStale = () => queryClient.getQueryState(['viewInboxList'])?.isInvalidated;

test('a restored page loads its data again, and a page that is shown first does not', () => {
  queryClient.setQueryData(['viewInboxList'], []);
  show(false);
  expect(isStale()).toBe(false);
  show(true);
  expect(isStale()).toBe(true);
});

test('a restored page is signed out if another tab signed out meanwhile', () => {
  storeSession(ana);
  render(createElement(() => useSession()?.fullName ?? 'Nobody is signed in'));
  // Another tab: this page hears no storage event while it is in the cache.
  localStorage.clear();
  expect(screen.queryByText('Ana Marković')).not.toBeNull();
  show(true);
  expect(screen.queryByText('Nobody is signed in')).not.toBeNull();
});
