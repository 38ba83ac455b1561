import { Copy, Flag, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { plural } from '#shared/messages/plural.ts';
import { ANSWER_WITHDRAWN, NO_SUCH_ANSWER } from '#shared/rules/public-answers/address.ts';
import { publicAnswerTitle } from '#shared/rules/public-answers/page-title.ts';
import { isRefusal } from '#web/api/client.ts';
import { useEntity } from '#web/api/queries.ts';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { NothingHere } from '#web/shell/NothingHere.tsx';
import { Page, PageHeading } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Postmark } from '#web/ui/Postmark.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { fieldOf } from '../../profiles/field-of.ts';
import type { PublicProfile } from '../../profiles/public-profile.ts';
import { canShare, copyLink, share } from '../../profiles/share.ts';
import { AnswerRows } from '../AnswerRows.tsx';
import { AskCard } from '../AskCard.tsx';
import { answerPostmark } from '../answer-dates.ts';
import { Pieces, PublicParagraphs } from '../PublicText.tsx';
import { type PublicAnswerText, publicAnswerQueries } from '../public-answer-queries.ts';

const ReportPublicAnswer = lazyPart(
  async () => (await import('../ReportPublicAnswer.tsx')).ReportPublicAnswer,
);

export const loader = publicQueryLoader(publicAnswerQueries);

/** `/{username}/answers/{id}`: a letter and its answer that both people agreed to publish. docs/product/public-answers.md#the-page */
export function Component() {
  const username = usePathParameter('username');
  const publicAnswerId = usePathParameter('publicAnswerId');
  const queries = publicAnswerQueries({ params: { username, publicAnswerId } });
  const answer = useEntity(queries.answer);
  const profile = useEntity(queries.profile);
  return (
    <QueryPage
      title="Public answer"
      header="brand"
      heading="hidden"
      width="broad"
      query={answer}
      failed="We couldn’t load this answer."
      missing={<Missing error={answer.error} profile={profile.data} />}
    >
      {(text) =>
        text.username === username.toLowerCase() ? (
          <AnswerPage text={text} profile={profile.data} />
        ) : (
          <Navigate to={paths.publicAnswer(text.username, text.id)} replace />
        )
      }
    </QueryPage>
  );
}

type Shown = { text: PublicAnswerText; profile: PublicProfile | undefined };

function AnswerPage({ text, profile }: Shown) {
  const title = text.title.map((piece) => piece.text).join('');
  const name = firstName(text.fullName);
  return (
    <Page
      title={title}
      documentTitle={publicAnswerTitle(title, text.fullName)}
      header="brand"
      heading="hidden"
      width="broad"
      starts
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-3 wide:grid-cols-[minmax(0,41rem)_minmax(0,21rem)] wide:justify-between wide:gap-x-16">
        <div>
          <Letters text={text} profile={profile} />
          <Actions text={text} title={title} />
        </div>
        <div className="grid content-start gap-8">
          {profile && <About profile={profile} />}
          {profile && <AskCard profile={profile} />}
          {text.more.length > 0 && (
            <section aria-labelledby="more">
              <div className="flex items-baseline justify-between gap-4 border-rule border-b pb-2">
                <h2 id="more" className="font-medium font-serif text-[1.25rem]">
                  More answers by {name}
                </h2>
                <TextLink to={paths.profile(text.username)}>All {text.total}</TextLink>
              </div>
              <AnswerRows
                level="h3"
                answers={text.more.map((row) => ({ ...row, username: text.username }))}
              />
            </section>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The question as a letter that lies askew, and the answer over it. */
function Letters({ text, profile }: Shown) {
  const name = firstName(text.fullName);
  const field = profile && fieldOf(profile);
  return (
    <>
      <article
        aria-label="The question"
        className="letter ml-2 rotate-[0.8deg] px-5 pt-4 pb-9 wide:mr-[-1.5rem] wide:ml-6 wide:rotate-[0.6deg] wide:px-7 wide:pt-6"
      >
        <p className="text-[0.875rem] text-soft">Someone asked {name}</p>
        <PageHeading className="wrap-anywhere mt-1 mb-3 font-medium font-serif text-[1.625rem] leading-[1.2] wide:text-[1.75rem]">
          <Pieces pieces={text.title} />
        </PageHeading>
        <div className="grid gap-3 font-serif text-[1.125rem] leading-7">
          <PublicParagraphs paragraphs={text.question} />
        </div>
      </article>
      <article
        aria-labelledby="author"
        className="letter relative -mt-5 px-5 pt-5 pb-4 wide:px-8 wide:pt-6"
      >
        <header className="mb-4 flex flex-wrap items-center gap-3">
          <Avatar name={text.fullName} imageUrl={text.profileImageUrl} />
          <div className="min-w-0 flex-1 basis-[7rem]">
            <h2 id="author" dir="auto" className="font-semibold leading-snug">
              <span className="sr-only">The answer of </span>
              {text.fullName}
            </h2>
            {field && <p className="text-[0.875rem] text-soft">{field}</p>}
          </div>
          <Postmark state="answered" {...answerPostmark(text.date)} width={104} />
        </header>
        <div className="grid max-w-144 gap-4 font-serif text-[1.1875rem] leading-[1.875rem] wide:text-[1.25rem] wide:leading-8">
          <PublicParagraphs paragraphs={text.answer} />
        </div>
        <p className="mt-5 border-rule border-t pt-3 text-[0.875rem] text-soft">
          Written by {name} for one person’s case; yours may differ. Published because both agreed
          {changesWords(text)}.
        </p>
      </article>
    </>
  );
}

/** What was changed for the public, in words: `; 1 name hidden, 3 places reworded`. */
function changesWords({ namesHidden, placesHidden, placesReworded }: PublicAnswerText): string {
  const parts = [
    namesHidden > 0 && plural(namesHidden, { one: '# name hidden', other: '# names hidden' }),
    placesHidden > 0 && plural(placesHidden, { one: '# place hidden', other: '# places hidden' }),
    placesReworded > 0 &&
      plural(placesReworded, { one: '# place reworded', other: '# places reworded' }),
  ].filter(Boolean);
  return parts.length > 0 ? `; ${parts.join(', ')}` : '';
}

function About({ profile }: { profile: PublicProfile }) {
  const field = fieldOf(profile);
  return (
    <section
      aria-label={`About ${profile.fullName}`}
      className="hidden items-center gap-4 wide:flex"
    >
      <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="lg" />
      <div className="min-w-0">
        <p className="font-medium font-serif text-[1.25rem] leading-tight">
          <Link to={paths.profile(profile.username)}>{profile.fullName}</Link>
        </p>
        {field && <p className="text-[0.875rem] text-soft">{field}</p>}
      </div>
    </section>
  );
}

function Actions({ text, title }: { text: PublicAnswerText; title: string }) {
  const [isReporting, setReporting] = useState(false);
  const shared = () => ({
    url: `${window.location.origin}${paths.publicAnswer(text.username, text.id)}`,
    text: publicAnswerTitle(title, text.fullName),
  });
  return (
    <div className="-mx-2 mt-4 flex flex-wrap justify-between gap-x-1 wide:justify-start wide:gap-x-4">
      <Action
        icon={<Share2 aria-hidden size={18} />}
        onPress={() => (canShare() ? share(shared()) : copyLink(shared()))}
      >
        Share
      </Action>
      <Action icon={<Copy aria-hidden size={18} />} onPress={() => copyLink(shared())}>
        Copy link
      </Action>
      <Action icon={<Flag aria-hidden size={18} />} onPress={() => setReporting(true)}>
        Report
      </Action>
      {isReporting && <ReportPublicAnswer id={text.id} onClose={() => setReporting(false)} />}
    </div>
  );
}

type ActionProps = { icon: ReactNode; onPress: () => void; children: string };

/** An action below the letters; three of them stand in one row of a phone. */
function Action({ icon, onPress, children }: ActionProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-2 px-2 font-semibold text-[0.9375rem] hover:underline"
    >
      {icon}
      {children}
    </button>
  );
}

/** The page of an address without a public answer. A withdrawn one still leads to its creator. */
function Missing({ error, profile }: { error: unknown; profile: PublicProfile | undefined }) {
  const isWithdrawn = isRefusal(error, 'NOT_FOUND') && error.message === ANSWER_WITHDRAWN;
  if (!profile)
    return (
      <NothingHere
        title="Answer not found"
        wayOut={{ words: 'Find someone to ask', to: paths.browse() }}
      >
        {NO_SUCH_ANSWER}
      </NothingHere>
    );
  const name = firstName(profile.fullName);
  const title = isWithdrawn ? ANSWER_WITHDRAWN : 'Answer not found';
  return (
    <Page title={title} header="brand" heading="hidden" starts>
      <div className="grid gap-8">
        <EmptyState drawing="envelope" title={title} level="h1">
          {isWithdrawn ? `It was taken back. You can ask ${name} yourself.` : NO_SUCH_ANSWER}
        </EmptyState>
        <AskCard profile={profile} />
        <p className="text-center">
          <TextLink to={paths.profile(profile.username)}>See the profile of {name}</TextLink>
        </p>
      </div>
    </Page>
  );
}
