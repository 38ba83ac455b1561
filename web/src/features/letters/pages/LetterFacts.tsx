import type { ReactNode } from 'react';
import { type Instant, toIso } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import type { CheckedLetter } from '../letter-queries.ts';
import { countWords, declarationWords } from '../written-by-words.ts';

/* Who sent a letter, when, what they say about how it was written, and whether they signed it. */
export function LetterFacts({ letter }: { letter: CheckedLetter }) {
  const { author, sentAt, declaration, counts, signature } = letter;
  const name = author?.fullName ?? 'the author';
  return (
    <dl className="letter grid gap-4 p-5">
      <Fact term="Sent by">
        {author ? (
          <>
            <bdi className="font-semibold">{author.fullName}</bdi>{' '}
            <TextLink to={paths.profile(author.username)}>@{author.username}</TextLink>
          </>
        ) : (
          'The account no longer exists.'
        )}
      </Fact>
      <Fact term="Sent on">
        <time dateTime={toIso(sentAt)}>{utcWords(sentAt)}</time>
      </Fact>
      <Fact term="What the author says">
        {declaration ? (
          <>
            {declarationWords(name, declaration)}.{' '}
            {counts && `The author’s browser counted: ${countWords(counts)}.`}
          </>
        ) : (
          'The author didn’t say who wrote it.'
        )}
      </Fact>
      {author && (
        <Fact term="Signature">
          {signature
            ? `Signed with a passkey on ${utcWords(signature.signedAt)}. The passkey was added to the account on ${utcWords(signature.keyAddedAt)}.`
            : 'Not signed.'}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.875rem] text-soft">{term}</dt>
      <dd dir="auto" className="wrap-anywhere mt-0.5">
        {children}
      </dd>
    </div>
  );
}

/**
 * `Nov 24, 2026, 15:04:05 UTC`: the same for everybody who compares the page, and for the server, which does not know the time
 * zone of its visitors.
 */
const utcWords = (at: Instant) =>
  new Date(at)
    .toUTCString()
    .replace(/^\w+, 0?(\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$2 $1, $3, $4 UTC');
