import type { ReactNode } from 'react';
import { isAppealableDeed } from '#shared/rules/desk/cases.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../shell/TextLink.tsx';
import { CareMessage } from './CareMessage.tsx';
import { appealWords, changesWords, ruleWords, type Statement } from './statement-words.ts';

export type StatementBodyProps = {
  statement: Statement;
  /** Whether the reader can open other pages. */
  hasLinks: boolean;
};

/**
 * A statement of reasons: the reason as a letter, because a person wrote it, and then what it is about, the rule, what changes, and what
 * to do about it. docs/product/desk.md#statements
 */
export function StatementBody({ statement, hasLinks }: StatementBodyProps) {
  const { facts, rule, reason, appeal, deed } = statement;
  const name = ruleWords(rule);
  if (deed === 'CARE_MESSAGE') return <CareMessage statement={statement} />;
  return (
    <div className="grid gap-5">
      <ReasonLetter>{reason}</ReasonLetter>
      <div className="grid divide-y divide-rule [&>*]:py-3">
        <Part name="What it is about">{facts}</Part>
        {name && (
          <Part name="The rule">
            <strong>{name}.</strong>{' '}
            {hasLinks && <TextLink to={paths.usagePolicy()}>Usage policy</TextLink>}
          </Part>
        )}
        <Part name="What changes">{changesWords(statement)}</Part>
        {isAppealableDeed(deed) && (
          <Part name={appeal ? 'Your appeal' : 'If you disagree'}>{appealWords(statement)}</Part>
        )}
        {appeal?.reason && <Part name="The answer to your appeal">“{appeal.reason}”</Part>}
      </div>
    </div>
  );
}

/** What somebody on the team wrote, as a letter. */
function ReasonLetter({ children }: { children: string }) {
  return (
    <figure className="letter grid gap-3 px-5 py-4">
      <blockquote
        dir="auto"
        className="wrap-anywhere whitespace-pre-line font-serif text-[1.0625rem] leading-6"
      >
        “{children}”
      </blockquote>
      <figcaption className="text-[0.875rem] text-soft">Decided by a person on our team</figcaption>
    </figure>
  );
}

/** A short part under a small heading. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className="text-[0.875rem] text-soft">{name}</h2>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {children}
      </p>
    </section>
  );
}
