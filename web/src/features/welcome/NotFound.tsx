import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/* An address that leads nowhere. */
export function Component() {
  return (
    <NothingHere title="Page not found" wayOut={{ words: 'Go to the start', to: paths.home() }}>
      There is no page at this address. Please check it and try again.
    </NothingHere>
  );
}
