import { expect, test } from '@jest/globals';
import { askBeforeUnload } from '#web/ui/ask-before-unload.ts';

test('a page that may not be closed unasked says so in both ways that browsers know', () => {
  let isPrevented = false;
  const event = {
    returnValue: '',
    preventDefault: () => {
      isPrevented = true;
    },
  };
  askBeforeUnload(event as BeforeUnloadEvent);
  // Chrome before 119 looks at the text alone.
  expect([isPrevented, event.returnValue !== '']).toEqual([true, true]);
});
