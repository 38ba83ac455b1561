import { useIsPageOpen } from '../shell/open-page.ts';
import { toast } from '../ui/Toast.tsx';

/**
 * Shows the error of an action as a toast if the user has left the screen meanwhile, on which it would be shown. `words`: the sentence
 * for the error.
 */
export function useTellIfLeft(words: (error: Error) => string | undefined) {
  const isPageOpen = useIsPageOpen();
  return (error: Error) => {
    const sentence = words(error);
    if (!isPageOpen() && sentence !== undefined) toast.error(sentence);
  };
}
