import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { deviceStorage } from '#web/api/storage.ts';

/*
 * The keyboard shortcuts of the answer session. They work while no field has the focus, and can be switched off on this device
 * (WCAG 2.1.4). docs/product/conversations.md#answer-session
 */

export const SHORTCUTS = [
  { key: 'a', words: 'Answer' },
  { key: 'q', words: 'Ask one question first' },
  { key: 'd', words: 'Decline kindly' },
  { key: 'l', words: 'Later' },
  { key: 'j', words: 'Next letter' },
  { key: 'k', words: 'Previous letter' },
  { key: 'Escape', words: 'Back to the letter' },
  { key: '?', words: 'Show the shortcuts' },
] as const;

type ShortcutKey = (typeof SHORTCUTS)[number]['key'];
export type ShortcutActions = Partial<Record<ShortcutKey, (() => void) | undefined>>;

const KEY = 'answerShortcuts';
const listeners = new Set<() => void>();

const areOn = () => deviceStorage.getItem(KEY) !== 'off';

/** Switches the shortcuts on or off on this device. */
export function switchShortcuts(on: boolean): void {
  if (on) deviceStorage.removeItem(KEY);
  else deviceStorage.setItem(KEY, 'off');
  for (const listener of listeners) listener();
}

/** Whether the shortcuts are on. */
export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areOn);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs the action of a pressed key. */
export function useShortcuts(actions: ShortcutActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = areOn() && isShortcut(event) && actions[event.key as ShortcutKey];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Whether a key press may be a shortcut: it is not typing, not a shortcut of the browser, and no dialog or menu is open. */
function isShortcut(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, isComposing, defaultPrevented, repeat } = event;
  if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented || repeat) return false;
  if (document.querySelector('dialog[open], [role=menu]')) return false;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  return !target?.closest('input, textarea, select, [contenteditable=true], [role=textbox]');
}
