import { useEntity } from '#web/api/queries.ts';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { LetterNotFound } from '../LetterNotFound.tsx';
import { type CheckedLetter, letterQueries } from '../letter-queries.ts';
import { CompareText } from './CompareText.tsx';
import { LetterFacts } from './LetterFacts.tsx';
import { TechnicalDetails } from './TechnicalDetails.tsx';

export const loader = publicQueryLoader(letterQueries);

const TITLE = 'Check an answer';

/** `/verify/{verificationId}`: who sent a letter, and whether a text is this letter. docs/product/conversations.md#checking-a-letter */
export function Component() {
  const verificationId = usePathParameter('verificationId');
  const query = useEntity(letterQueries({ params: { verificationId } }).letter);
  return (
    <QueryPage
      title={TITLE}
      header="brand"
      query={query}
      failed="We couldn’t load this page."
      missing={<LetterNotFound />}
    >
      {(letter) => (
        <Page title={TITLE} header="brand">
          <div className="grid gap-7">
            <LetterFacts letter={letter} />
            <CompareText verificationId={verificationId} textHash={letter.textHash} />
            <Limits letter={letter} />
            <TechnicalDetails letter={letter} />
          </div>
        </Page>
      )}
    </QueryPage>
  );
}

/** What the page proves, and what it does not. */
function Limits({ letter }: { letter: CheckedLetter }) {
  const limits = [
    'It doesn’t prove that no software wrote the answer. Its author says so, and no one can check it.',
    ...(letter.counts
      ? [
          'It doesn’t prove how the answer was typed. The numbers are what the browser of its author counted, and a browser can be made to count wrong.',
        ]
      : []),
    'It doesn’t prove that the person is who they say they are.',
  ];
  return (
    <section aria-labelledby="limits">
      <h2 id="limits" className="font-serif text-xl">
        What this proves, and what it doesn’t
      </h2>
      <p className="mt-2">
        {letter.signature
          ? 'It proves that this account sent exactly this text at this time, and that it was signed with a passkey of the account, on a device that has it.'
          : 'It proves that this account sent exactly this text at this time, and that no one has changed it since.'}
      </p>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}
