import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react/pure';
import { useDraft } from '#web/forms/use-draft.ts';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const turn = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

test.each([
  ['the page is hidden', () => turn('hidden')],
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  ['the form closes', cleanup],
])('a draft is stored at once when %s', (_, happen) => {
  const { result } = renderHook(() => useDraft('reply_1'));
  result.current.write('Dear Ben');
  turn('visible');
  expect(localStorage.getItem('reply_1')).toBeNull();
  happen();
  expect(localStorage.getItem('reply_1')).toBe('Dear Ben');
});
