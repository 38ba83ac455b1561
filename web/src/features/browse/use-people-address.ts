import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { withParts } from './browse-address.ts';

/* The text, the field and the filters of a list of people, which its address contains. */

/** The pause in typing (ms) before a search: long enough for the next letter, too short to be noticed. */
const PAUSE = 250;

/** Changes parts of the address, which takes the place of the one before it. */
export type SetParts = (parts: Parameters<typeof withParts>[1]) => void;

export type PeopleAddress = {
  readonly search: URLSearchParams;
  readonly set: SetParts;
  /** The text in the field, which the address has after a pause. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Whether typing has paused, so that the search may run. */
  readonly settled: boolean;
  /** The address of this list with the text in the field, to return to. */
  readonly from: string;
  /** The position of the caret in the field that led here. */
  readonly caret: number | undefined;
};

/** Returns the address of a list of people as state. Going back restores it. */
export function usePeopleAddress(): PeopleAddress {
  const [search] = useSearchParams();
  const { key, pathname, state } = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigationType();
  // A second change may come before the address of the first one is rendered. Other addresses take its place.
  const latest = useRef(search);
  const kept = search.get('q') ?? '';
  const [text, setText] = useState(kept);
  const set: SetParts = (parts) => {
    const changed = withParts(latest.current, { q: text, ...parts });
    latest.current = new URLSearchParams(changed);
    navigate(addressOf(pathname, changed), {
      replace: true,
      preventScrollReset: true,
      state: { typed: true },
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit counts, even one to the same address
  useEffect(() => {
    if (navigation === 'REPLACE' && isTyped(state)) return;
    latest.current = search;
    setText(kept);
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins with each typed letter
  useEffect(() => {
    if (text === kept) return;
    const settle = setTimeout(() => set({ q: text }), PAUSE);
    return () => clearTimeout(settle);
  }, [text, kept]);
  const from = addressOf(pathname, withParts(search, { q: text }));
  const settled = text === kept;
  return { search, set, text, type: setText, settled, from, caret: caretOf(state) };
}

const addressOf = (pathname: string, search: string) =>
  search === '' ? pathname : `${pathname}?${search}`;

const isTyped = (state: unknown) => typeof state === 'object' && state !== null && 'typed' in state;

function caretOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('caret' in state)) return undefined;
  return typeof state.caret === 'number' ? state.caret : undefined;
}
