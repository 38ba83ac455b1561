import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { ScrolledTo } from '#web/ui/ScrolledTo.tsx';

test('ScrolledTo can disappear in a browser whose scroll methods return promises', () => {
  const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
  scroll.mockReturnValue(Promise.resolve() as never);
  const shown = render(createElement(ScrolledTo, null, 'Your bank is waiting'));
  expect(scroll).toHaveBeenCalledWith({ block: 'center' });
  shown.rerender(createElement('p', null, 'Sent'));
  expect(screen.getByText('Sent')).toBeTruthy();
  shown.unmount();
  scroll.mockRestore();
});
