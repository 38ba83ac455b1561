import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/* The page for an unknown username, and for /profile-not-found. docs/product/profiles.md#public-profile */
export function ProfileNotFound() {
  return (
    <NothingHere title="User Not Found" wayOut={{ words: 'Return to Login', to: paths.login() }}>
      The account you are looking for wasn't found. Please check the URL and try again.
    </NothingHere>
  );
}
