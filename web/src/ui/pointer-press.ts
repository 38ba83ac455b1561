import { useSyncExternalStore } from 'react';

/* Whether a finger or a mouse button is down anywhere on the page. */

/** The click event comes only a moment (ms) after the finger was lifted. */
const UNTIL_CLICK = 300;

let pressed = false;
let release: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  clearTimeout(release);
  if (pressed === next) return;
  pressed = next;
  for (const listener of listeners) listener();
}

const down = () => become(true);
const up = () => {
  clearTimeout(release);
  release = setTimeout(() => become(false), UNTIL_CLICK);
};
const ENDS = ['pointerup', 'pointercancel', 'blur'] as const;

function follow(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('pointerdown', down, { passive: true });
    for (const end of ENDS) window.addEventListener(end, up, { passive: true });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('pointerdown', down);
    for (const end of ENDS) window.removeEventListener(end, up);
    clearTimeout(release);
    pressed = false;
  };
}

export function usePointerDown(): boolean {
  return useSyncExternalStore(follow, () => pressed);
}
