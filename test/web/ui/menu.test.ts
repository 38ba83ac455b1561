import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { Menu } from '#web/ui/Menu.tsx';

const { showPopover } = HTMLElement.prototype;
afterEach(async () => {
  HTMLElement.prototype.showPopover = showPopover;
  cleanup();
  document.body.replaceChildren();
  // jsdom reports the selection a moment later.
  await new Promise((resolve) => setTimeout(resolve));
});

/** Opens a menu with one item. Returns what is called when it opens or closes. */
function openMenu() {
  const onOpenChange = jest.fn();
  const button = document.createElement('button');
  document.body.append(button);
  const items = [{ label: 'Block', onSelect: jest.fn() }];
  const anchor = { current: button };
  act(() => {
    render(
      createElement(Menu, { open: true, onOpenChange, anchor, label: 'More about Ana', items }),
    );
  });
  return onOpenChange;
}

/** jsdom hides a popover that is not shown, also where no popovers are. */
const item = () => screen.getByRole('menuitem', { name: 'Block', hidden: true });

test('a menu opens with the focus on its first item in a browser without popovers', () => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  openMenu();
  expect(document.activeElement).toBe(item());
});

test('a menu closes at a press beside it in a browser without popovers', () => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  const onOpenChange = openMenu();
  fireEvent.pointerDown(item());
  expect(onOpenChange).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('a menu leaves presses beside it to a browser with popovers', () => {
  const onOpenChange = openMenu();
  fireEvent.pointerDown(document.body);
  expect(onOpenChange).not.toHaveBeenCalled();
});
