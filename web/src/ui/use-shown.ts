import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that tells whether the component is still shown. To be asked after a request. */
export function useShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
