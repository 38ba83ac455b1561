import {
  AutoScroller,
  Cursor,
  Feedback,
  KeyboardSensor,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from '@dnd-kit/dom';
import { RestrictToElement } from '@dnd-kit/dom/modifiers';

/*
 * The configuration of dragging rows. The library's own announcements use ids and make the handle a toggle, so its
 * accessibility plugin is not used: LinkList makes the announcements.
 */

/** A click opens the menu of the handle, so a drag starts after this many pixels. */
const CLICK = 5;

export const sensors = [
  PointerSensor.configure({
    activationConstraints: () => [new PointerActivationConstraints.Distance({ value: CLICK })],
  }),
  KeyboardSensor.configure({
    keyboardCodes: {
      // Enter opens the menu of the handle.
      start: ['Space'],
      end: ['Space', 'Enter', 'Tab'],
      cancel: ['Escape'],
      up: ['ArrowUp'],
      down: ['ArrowDown'],
      left: [],
      right: [],
    },
  }),
];

/** Keeps a row inside its list. */
export const modifiers = [
  RestrictToElement.configure({ element: ({ source }) => source?.element?.closest('ol') ?? null }),
];

/** Without the drop animation for users who prefer reduced motion. */
export const plugins = () => [
  AutoScroller,
  Cursor,
  PreventSelection,
  window.matchMedia('(prefers-reduced-motion: reduce)').matches
    ? Feedback.configure({ dropAnimation: null, keyboardTransition: null })
    : Feedback,
];
