import { beforeEach, describe, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { viewLinkClicks } from '#shared/api/link-clicks.ts';
import {
  createUserLink,
  updateUserLink,
  viewUserLinks,
  viewUserLinksById,
} from '#shared/api/links.ts';
import type { Output } from '#shared/api/operation.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { fromIso, HOUR, instant, toIso } from '#shared/time.ts';
import { queryClient } from '#web/api/queries.ts';
import { LinkState } from '#web/features/links/pages/LinkState.tsx';
import { stateWords } from '#web/features/links/pages/link-state.ts';
import { localInput, momentOfInput } from '#web/features/links/pages/local-time.ts';
import { useOwnLinks } from '#web/features/links/pages/own-links.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { callsOf, catchBeacons, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, bensProfile } from '../screen-fixtures.ts';

/* Whether and when visitors see a link, and how often they opened it. docs/product/links.md#visibility */

type OwnLink = Output<typeof viewUserLinks>['data'][number];

const LINK: OwnLink = {
  id: '01J0000000000000000000000K',
  linkName: 'Shop',
  linkUrl: 'https://shop.example',
  position: 0,
  verifiedAt: null,
  isOn: true,
  visibleFrom: null,
  visibleUntil: null,
};
const now = instant(Date.now());
const at = (hours: number) => instant(now + hours * HOUR);

let link: OwnLink;
beforeEach(() => {
  link = LINK;
  serve(viewUserLinks, () => success(viewUserLinks, { data: [link] }));
  serve(viewLinkClicks, () =>
    success(viewLinkClicks, { data: [{ linkId: LINK.id, clicks: 1_234 }] }),
  );
});

describe('the words for a link', () => {
  const words = (more: Partial<OwnLink>) => stateWords({ ...LINK, ...more }, now);

  test('say whether visitors see it, and from or until when', () => {
    expect(words({})).toBe('Visible');
    expect(words({ visibleFrom: at(-1) })).toBe('Visible');
    expect(words({ visibleUntil: at(1) })).toBe(`Visible until ${deadlineWords(at(1), now)}`);
    expect(words({ visibleFrom: at(1) })).toBe(`Hidden: visible from ${deadlineWords(at(1), now)}`);
    expect(words({ visibleFrom: at(1), visibleUntil: at(2) })).toBe(
      `Hidden: visible from ${deadlineWords(at(1), now)} until ${deadlineWords(at(2), now)}`,
    );
    expect(words({ visibleUntil: now })).toBe(`Hidden since ${deadlineWords(now, now)}`);
    expect(words({ isOn: false, visibleFrom: at(-1) })).toBe('Hidden: switched off');
  });
});

describe('the input of a time', () => {
  test('has the local time of a moment, and gives the moment back', () => {
    const iso = '2026-12-03T09:05:00.000Z';
    expect(localInput(iso)).toMatch(/^2026-12-0\dT\d\d:\d\d$/);
    expect(momentOfInput(localInput(iso))).toBe(iso);
  });

  test('is empty without a moment, and gives none while it is incomplete', () => {
    expect([localInput(''), momentOfInput(''), momentOfInput('2026-12-03T')]).toEqual(['', '', '']);
  });

  test('keeps a year that is being typed', () => {
    expect(localInput(momentOfInput('0002-12-03T09:05'))).toBe('0002-12-03T09:05');
  });
});

/** The states of the links, without the list around them: jsdom lacks what dragging needs. */
function States() {
  return useOwnLinks().data?.map((own) => createElement(LinkState, { key: own.id, link: own }));
}

async function openStates() {
  await openScreen(paths.addUserLink(), ana);
  cleanup();
  await act(async () =>
    render(createElement(QueryClientProvider, { client: queryClient }, createElement(States))),
  );
  return userEvent.setup({ delay: null });
}

describe('a link in the list', () => {
  test('shows its clicks and its state', async () => {
    link = { ...LINK, visibleUntil: at(5) };
    await openStates();
    await screen.findByText(`Visible until ${deadlineWords(at(5), now)} · 1,234 clicks in 30 days`);
  });

  test('is switched off at once, and keeps its name and address', async () => {
    serve(updateUserLink, ({ input }) => {
      link = { ...link, isOn: input.get('isOn') === 'true' };
      return success(updateUserLink, { data: [link] });
    });
    const user = await openStates();
    await user.click(await screen.findByRole('switch', { name: 'Show Shop on your profile' }));
    await screen.findByText(/^Hidden: switched off/);
    const [sent] = callsOf(updateUserLink);
    expect(Object.fromEntries(sent?.input ?? [])).toEqual({
      linkId: LINK.id,
      linkName: 'Shop',
      linkUrl: 'https://shop.example',
      isOn: 'false',
    });
  });

  test('is switched back if the server refuses', async () => {
    serve(updateUserLink, () => refusal('TOO_MANY_REQUESTS'));
    const user = await openStates();
    const toggle = await screen.findByRole<HTMLInputElement>('switch');
    await user.click(toggle);
    await waitFor(() => expect(callsOf(updateUserLink)).toHaveLength(1));
    await waitFor(() => expect(toggle.checked).toBe(true));
    await screen.findByText(/^Visible/);
  });
});

describe('the form of a link', () => {
  const setTime = async (label: RegExp, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });

  test('sends the times of a new link as moments', async () => {
    serve(createUserLink, () => success(createUserLink, { data: [link] }));
    const { user } = await openScreen(paths.addUserLink(), ana);
    await user.type(await screen.findByLabelText('Link Name'), 'Sale');
    await user.type(screen.getByLabelText('Link Url'), 'shop.example');
    await setTime(/^Visible from/, '2026-12-03T09:05');
    await user.click(screen.getByRole('switch', { name: 'Show on your profile' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(createUserLink)).toHaveLength(1));
    const sent = callsOf(createUserLink)[0]?.input;
    expect(sent?.get('isOn')).toBe('false');
    expect(sent?.get('visibleFrom')).toBe(momentOfInput('2026-12-03T09:05'));
    expect(sent?.has('visibleUntil')).toBe(false);
  });

  test('shows the times of a link, and sends that one was emptied', async () => {
    link = { ...LINK, visibleFrom: fromIso('2026-12-03T09:05:00.000Z'), visibleUntil: null };
    serve(updateUserLink, () => success(updateUserLink, { data: [link] }));
    const { user } = await openScreen(paths.editUserLink(LINK.id), ana);
    const from = await screen.findByLabelText<HTMLInputElement>(/^Visible from/);
    expect(from.value).toBe(localInput('2026-12-03T09:05:00.000Z'));
    await setTime(/^Visible from/, '');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(updateUserLink)).toHaveLength(1));
    expect(callsOf(updateUserLink)[0]?.input.get('visibleFrom')).toBe('');
  });

  test('says at the field that the end must be after the start, and keeps what was typed', async () => {
    link = { ...LINK, visibleFrom: fromIso(toIso(at(5))) };
    const { user } = await openScreen(paths.editUserLink(LINK.id), ana);
    await setTime(/^Visible until/, localInput(toIso(at(2))));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The end must be after the start');
    const until = screen.getByLabelText<HTMLInputElement>(/^Visible until/);
    expect(until.getAttribute('aria-invalid')).toBe('true');
    expect(until.value).toBe(localInput(toIso(at(2))));
    expect(callsOf(updateUserLink)).toEqual([]);
  });
});

describe('a link on a profile', () => {
  async function openLinkOf(viewerId: string): Promise<string[]> {
    const sent = catchBeacons();
    const { id, linkName, linkUrl, position, verifiedAt } = LINK;
    const data = [{ id, linkName, linkUrl, position, verifiedAt }];
    serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
    serve(viewUserLinksById, () => success(viewUserLinksById, { data }));
    const { user } = await openScreen(paths.profile(bensProfile.username), {
      ...ana,
      id: viewerId,
    });
    await user.click(await screen.findByRole('tab', { name: 'Links' }));
    const opened = await screen.findByRole('link', { name: /^Shop/ });
    fireEvent.click(opened);
    fireEvent(opened, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    fireEvent(opened, new MouseEvent('auxclick', { bubbles: true, button: 2 }));
    return sent.filter((line) => line.startsWith('/api/recordLinkClick'));
  }

  test('reports that a visitor opened it, with the left or the middle button', async () => {
    const report = `/api/recordLinkClick id=${bensProfile.id}&linkId=${LINK.id}`;
    expect(await openLinkOf(ana.id)).toEqual([report, report]);
  });

  test('reports nothing if its owner opens it', async () => {
    expect(await openLinkOf(bensProfile.id)).toEqual([]);
  });
});
