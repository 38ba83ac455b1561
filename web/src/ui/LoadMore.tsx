import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './Button.tsx';

export type LoadMoreProps = {
  busy: boolean;
  onLoad: () => void;
  words?: string | undefined;
  /** Said while it loads. */
  busyWords?: string | undefined;
};

/** How near (px) to the end of the page, or of its own scroll box, loads the next rows. */
const NEAR = 5;

/* The button that loads more rows of a list. Scrolling to the end does the same. docs/product/conversations.md#older-messages */
export function LoadMore({
  busy,
  onLoad,
  words = 'Load Older Messages',
  busyWords = words.includes('Messages') ? FETCHING : 'Loading...',
}: LoadMoreProps) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useEffectEvent(() => {
    if (!busy) onLoad();
  });
  useEffect(() => {
    /** Whether the end was left since it loaded: resting there does not load one page after the other. */
    let isAway = true;
    const listener = ({ target }: Event) => {
      const scrolled = target instanceof Document ? target.scrollingElement : (target as Element);
      if (!scrolled?.contains(box.current)) return;
      const isNear = scrolled.scrollHeight - scrolled.clientHeight - scrolled.scrollTop <= NEAR;
      if (isNear && isAway) atEnd();
      isAway = !isNear;
    };
    document.addEventListener('scroll', listener, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', listener, { capture: true });
  }, []);
  return (
    <div ref={box}>
      <Button variant="quiet" size="md" block busy={busy} busyText={busyWords} onClick={onLoad}>
        {words}
      </Button>
    </div>
  );
}

export const FETCHING = 'Fetching additional messages...';
