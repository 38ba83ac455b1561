import { type ReactNode, useId } from 'react';
import { Avatar } from './Avatar.tsx';
import { classNames } from './class-names.ts';
import { Postmark, type PostmarkProps } from './Postmark.tsx';

/*
 * A message drawn as a sheet of paper. With a postmark it is the paid answer, without one any other message. The body
 * is a RichText. LetterPreview is a message before it is sent.
 */

export type LetterProps = {
  from: { name: string; imageUrl?: string | null | undefined };
  /** The recipient's first name: "Ben". */
  to?: string;
  /** "Sent to you", instead of the name of the author where the screen says it already. Screen readers still hear the name. */
  sent?: string;
  /** The date in words, and as ISO in `dateTime`. */
  date?: { words: string; dateTime: string };
  /** Which one of several letters it is: "First answer". */
  kind?: string | undefined;
  postmark?: Omit<PostmarkProps, 'width'> | undefined;
  children: ReactNode;
  /** Below the text: how it was written. */
  about?: ReactNode;
  /** At the end: read receipts, earnings. */
  footer?: ReactNode;
};

export function Letter(props: LetterProps) {
  const { from, to, sent, date, kind, postmark, children, about, footer } = props;
  const heading = useId();
  const isAnswer = postmark?.state === 'answered' || postmark?.state === 'improved';
  const isDated = date && (!postmark || sent !== undefined);
  return (
    <article aria-labelledby={heading} className="letter px-5 pt-4 pb-5 max-[22.5rem]:px-4">
      <header className="mb-3 flex min-h-14 flex-wrap items-center gap-3">
        <Avatar name={from.name} imageUrl={from.imageUrl} />
        <div className="min-w-0 flex-1 basis-[4rem]">
          <h2
            id={heading}
            dir="auto"
            className={sent === undefined ? 'font-semibold leading-snug' : 'sr-only'}
          >
            <span className="sr-only">{kind ?? (isAnswer ? 'Answer' : 'Letter')} from </span>
            {from.name}
          </h2>
          {kind && <p className="text-[0.875rem] text-soft">{kind}</p>}
          {sent !== undefined && <p className="text-[0.875rem] text-soft">{sent}</p>}
          {(to || isDated) && (
            <p className="text-[0.875rem] text-soft">
              {to && (
                <>
                  for <bdi>{to}</bdi>
                </>
              )}
              {to && isDated && ' · '}
              {isDated && <time dateTime={date.dateTime}>{date.words}</time>}
            </p>
          )}
        </div>
        {postmark && (
          // As wide as a small phone allows beside a name.
          <div className="-mr-2 w-[clamp(5rem,calc(50vw-79px),104px)] self-start [&>svg]:h-auto [&>svg]:w-full">
            <Postmark {...postmark} width={104} />
          </div>
        )}
      </header>
      {children}
      {about && <div className="mt-5 border-rule border-t">{about}</div>}
      {footer && (
        <footer
          className={classNames(
            'text-[0.875rem] text-soft',
            about ? 'pb-1' : 'mt-5 border-rule border-t pt-3',
          )}
        >
          {footer}
        </footer>
      )}
    </article>
  );
}

export type LetterPreviewProps = {
  to: string;
  subject: string;
  /** Plain text, truncated after a few lines. */
  excerpt: string;
  /** The whole text as a RichText, instead of the excerpt. */
  whole?: ReactNode;
  /** Beside the recipient, for example a link that leads back to writing. */
  action?: ReactNode;
};

export function LetterPreview({ to, subject, excerpt, whole, action }: LetterPreviewProps) {
  return (
    <article className="letter p-5">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 text-[0.875rem] text-soft">
          To <bdi>{to}</bdi>
        </p>
        {action}
      </div>
      <h2 dir="auto" className="mt-1 font-semibold font-serif text-xl leading-snug">
        {subject}
      </h2>
      {whole ? (
        <div className="mt-2">{whole}</div>
      ) : (
        <p dir="auto" className="mt-1 line-clamp-2 font-serif text-lg text-soft leading-relaxed">
          {excerpt}
        </p>
      )}
    </article>
  );
}
