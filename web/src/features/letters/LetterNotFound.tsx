import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';

/* The page for an address that checks no letter. docs/product/conversations.md#checking-a-letter */
export function LetterNotFound() {
  return (
    <NothingHere title="Answer not found" wayOut={{ words: 'Sign In', to: paths.login() }}>
      This address leads to no letter. Please check that it is complete.
    </NothingHere>
  );
}
