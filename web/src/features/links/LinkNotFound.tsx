import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/** The screen of an address that leads to no link of the person. */
export function LinkNotFound() {
  return (
    <NothingHere
      title="Link not found"
      wayOut={{ words: 'Sign In', to: paths.login() }}
      back={paths.userLinks()}
    >
      This link is not there any more.
    </NothingHere>
  );
}
