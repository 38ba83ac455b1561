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

export type SteadyScrollOptions = {
  /** Called with whether the newest message is in view, and the number of the newest one in view. */
  onPlace: (atEnd: boolean, newestInView: number) => void;
};

/** `log` is the scrolling element with one child; its messages carry their id and number as `data-message` and `data-number`. */
export function useSteadyScroll(
  log: RefObject<HTMLElement | null>,
  { onPlace }: SteadyScrollOptions,
) {
  const place = useRef<Place>({ atEnd: true });
  const note = useEffectEvent(() => {
    if (!log.current) return;
    place.current = placeIn(log.current);
    onPlace(place.current.atEnd, newestInView(log.current));
  });
  const settle = useEffectEvent(() => {
    if (log.current) restore(log.current, place.current);
    note();
  });
  // Only after a commit is it known what has grown.
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
  };
}

const messagesIn = (log: HTMLElement) => [...log.querySelectorAll<HTMLElement>('[data-message]')];
const topIn = (log: HTMLElement, message: HTMLElement) =>
  message.getBoundingClientRect().top - log.getBoundingClientRect().top;

function placeIn(log: HTMLElement): Place {
  if (log.scrollHeight - log.scrollTop - log.clientHeight <= NEAR_END) return { atEnd: true };
  const { top } = log.getBoundingClientRect();
  const first = messagesIn(log).find((message) => message.getBoundingClientRect().bottom > top);
  const id = first?.dataset.message;
  return first && id !== undefined ? { atEnd: false, id, top: topIn(log, first) } : { atEnd: true };
}

function newestInView(log: HTMLElement): number {
  const { bottom } = log.getBoundingClientRect();
  const seen = messagesIn(log).findLast(
    (message) => message.getBoundingClientRect().top < bottom - 8,
  );
  return Number(seen?.dataset.number ?? 0);
}

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
