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
 * How rows are taken and carried. The library's own announcements speak of ids and make the grip a toggle, so its
 * accessibility plugin is left out: LinkList says everything itself.
 */

/** A press that does not move opens the menu of the grip, so a drag begins with the first few pixels. */
const CLICK = 5;

export const sensors = [
  PointerSensor.configure({
    activationConstraints: () => [new PointerActivationConstraints.Distance({ value: CLICK })],
  }),
  KeyboardSensor.configure({
    keyboardCodes: {
      // Enter opens the menu of the grip.
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

/** A row stays inside of its list. */
export const modifiers = [
  RestrictToElement.configure({ element: ({ source }) => source?.element?.closest('ol') ?? null }),
];

/** Everything but the way a dropped row slides into place, where motion is unwelcome. */
export const plugins = () => [
  AutoScroller,
  Cursor,
  PreventSelection,
  window.matchMedia('(prefers-reduced-motion: reduce)').matches
    ? Feedback.configure({ dropAnimation: null, keyboardTransition: null })
    : Feedback,
];
