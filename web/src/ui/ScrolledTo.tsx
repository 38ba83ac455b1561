import { type ReactNode, useEffect, useRef } from 'react';

/** Scrolls to its content when it appears, because it may be far from what the user pressed. */
export function ScrolledTo({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Returns a promise in newer browsers, which React would call as the cleanup of the effect.
    void box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return <div ref={box}>{children}</div>;
}
