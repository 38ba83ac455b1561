import { paths } from '#web/paths.ts';
import { NothingHere } from '#web/shell/NothingHere.tsx';

/* The page of an unknown address. */
export function Component() {
  return (
    <NothingHere title="Page not found" wayOut={{ words: 'Go to the home page', to: paths.home() }}>
      There’s no page at this address. Please check it and try again.
    </NothingHere>
  );
}
