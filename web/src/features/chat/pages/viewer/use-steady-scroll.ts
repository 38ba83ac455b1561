import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/*
 * Keeps the scroll position while a list of messages grows at both ends: at the newest message if the reader is
 * there, otherwise at the message being read. Not all browsers do this, and none at the upper end.
 */

/** Distance from the end (px) that still counts as the end. */
const NEAR_END = 48;

type Place =
  | { readonly atEnd: true }
  | { readonly atEnd: false; readonly id: string; readonly top: number };

/** The part of the log that is in view. */
export type View = {
  /** Whether the newest message is in view. */
  readonly atEnd: boolean;
  /** The number of the newest message in view, and of the oldest one whose beginning is in view; undefined if there is none. */
  readonly newest: number | undefined;
  readonly oldest: number | undefined;
};

export type SteadyScrollOptions = { onPlace: (view: View) => void };

/** `log` is the scrolling element with one child; its messages carry their id and number as `data-message` and `data-number`. */
export function useSteadyScroll(
  log: RefObject<HTMLElement | null>,
  { onPlace }: SteadyScrollOptions,
) {
  const place = useRef<Place>({ atEnd: true });
  const note = useEffectEvent(() => {
    if (!log.current) return;
    place.current = placeIn(log.current);
    onPlace({ atEnd: place.current.atEnd, ...numbersInView(log.current) });
  });
  const settle = useEffectEvent(() => {
    if (log.current) restore(log.current, place.current);
    note();
  });
  // After each commit, because only then the new heights are known.
  useLayoutEffect(() => settle());
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const watch = new ResizeObserver(() => settle());
    watch.observe(element);
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    const scrolled = () => note();
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [log]);
  return {
    toEnd: () => {
      place.current = { atEnd: true };
      if (log.current) log.current.scrollTop = log.current.scrollHeight;
    },
    /** Brings an element of the log into view. `share`: how much of the room that it leaves is above it, from 0 to 1. */
    toElement: (element: HTMLElement, share: number) => {
      if (!log.current) return;
      const room = log.current.clientHeight - element.getBoundingClientRect().height;
      // If an element is higher than the log, its beginning is in view.
      log.current.scrollTop += topIn(log.current, element) - Math.max(0, room * share);
      note();
    },
  };
}

const messagesIn = (log: HTMLElement) => [...log.querySelectorAll<HTMLElement>('[data-message]')];
const topIn = (log: HTMLElement, element: HTMLElement) =>
  element.getBoundingClientRect().top - log.getBoundingClientRect().top;

function placeIn(log: HTMLElement): Place {
  if (log.scrollHeight - log.scrollTop - log.clientHeight <= NEAR_END) return { atEnd: true };
  const { top } = log.getBoundingClientRect();
  const first = messagesIn(log).find((message) => message.getBoundingClientRect().bottom > top);
  const id = first?.dataset.message;
  return first && id !== undefined ? { atEnd: false, id, top: topIn(log, first) } : { atEnd: true };
}

function numbersInView(log: HTMLElement): Omit<View, 'atEnd'> {
  const { top, bottom } = log.getBoundingClientRect();
  const messages = messagesIn(log);
  const topOf = (message: HTMLElement) => message.getBoundingClientRect().top;
  const newest = messages.findLast((message) => topOf(message) < bottom - 8);
  const oldest = messages.find((message) => topOf(message) >= top - 8);
  return { newest: numberOf(newest), oldest: numberOf(oldest) };
}

const numberOf = (message: HTMLElement | undefined) =>
  message && Number(message.dataset.number ?? 0);

function restore(log: HTMLElement, place: Place): void {
  if (place.atEnd) {
    log.scrollTop = log.scrollHeight;
    return;
  }
  const message = messagesIn(log).find(({ dataset }) => dataset.message === place.id);
  if (!message) return;
  const moved = topIn(log, message) - place.top;
  if (Math.abs(moved) >= 1) log.scrollTop += moved;
}
