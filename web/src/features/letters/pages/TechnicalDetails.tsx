import { Plus } from 'lucide-react';
import type { CheckedLetter } from '../letter-queries.ts';

/* The statement and the hashes, for those who want to compute them again. They open without JavaScript. */
export function TechnicalDetails({ letter }: { letter: CheckedLetter }) {
  const { statement, hash, textHash, signature } = letter;
  return (
    <details className="group border-rule border-y">
      <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-2 font-semibold">
        Technical details
        <Plus
          aria-hidden
          className="size-5 shrink-0 text-soft transition-transform group-open:rotate-45"
        />
      </summary>
      <dl className="grid gap-3 pb-4">
        {hash && <Detail term="Hash of the answer: SHA-256 of the statement" value={hash} />}
        {statement && <Detail term="Statement" value={statement} />}
        <Detail
          term="Hash of the text: SHA-256 of the verification id, a line feed and the text, in which every run of white space is one space"
          value={textHash}
        />
        {signature && (
          <>
            <Detail term="Public key of the passkey (COSE)" value={signature.publicKey} />
            <Detail
              term="Client data: its challenge is the hash of the answer"
              value={signature.clientDataJSON}
            />
            <Detail term="Authenticator data" value={signature.authenticatorData} />
            <Detail
              term="Signature of the authenticator data and the SHA-256 of the client data"
              value={signature.signature}
            />
          </>
        )}
      </dl>
    </details>
  );
}

function Detail({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-[0.875rem] text-soft">{term}</dt>
      <dd className="wrap-anywhere mt-0.5 whitespace-pre-wrap text-[0.875rem]">{value}</dd>
    </div>
  );
}
