import { useQuery } from '@tanstack/react-query';
import { Eye, PhoneCall } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { viewCareCase } from '#shared/api/desk-care.ts';
import type { Instant } from '#shared/time.ts';
import { serverNow } from '#web/api/clock.ts';
import { parsedJson } from '#web/api/parsed-json.ts';
import { query } from '#web/api/queries.ts';
import { tabStorage } from '#web/api/storage.ts';
import { paths } from '#web/paths.ts';
import { momentWords } from '#web/shell/dates.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { CaseLayout } from '../CaseLayout.tsx';
import { CaseNotes } from '../CaseNotes.tsx';
import { OwnProposal, ProposedNote, proposalIn, useOwnProposal } from '../claims/SecondPerson.tsx';
import { DeskFrame } from '../DeskPage.tsx';
import { listPath } from '../desk-list.ts';
import { refreshDesk } from '../desk-queries.ts';
import type { DeskCase } from '../desk-words.ts';
import { Key } from '../Key.tsx';
import { GoOn } from '../NextCase.tsx';
import { useLook } from '../view-reason.ts';
import { CareForm, type PassOn } from './CareForm.tsx';
import {
  type CareView,
  hereWords,
  LOOKS,
  type Look,
  metaWords,
  reportsWords,
  safetyTitle,
  seenWords,
} from './care-words.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { LookList } from './LookList.tsx';

export type CareCaseProps = {
  found: DeskCase;
  now: Instant;
  /** Shows the case as a breach of the rules, which it may be after all. */
  onOther: () => void;
};

/** The case of somebody who may be in danger: what to look at first, and what we do for them. docs/product/desk.md#danger */
export function CareCase(props: CareCaseProps) {
  const { found } = props;
  const care = useQuery(query(viewCareCase, { caseId: found.id }));
  const title = safetyTitle(found);
  return (
    <DeskFrame
      title={title}
      heading="content"
      width="full"
      back={listPath()}
      {...(!found.decision && { item: { type: 'CASE', id: found.id } as const })}
      isDanger
    >
      <QueryContent
        query={{ ...care, data: care.data?.data[0] }}
        failed="We couldn’t load what there is to look at."
        skeleton={<RowsSkeleton rows={4} />}
      >
        {(loaded) => <Loaded {...props} care={loaded} title={title} />}
      </QueryContent>
    </DeskFrame>
  );
}

/** Why the texts are opened: the case is the reason. */
const REASON = 'To see whether somebody is safe';

/** What was looked at in this tab, so that a reload does not ask for it again. */
function useOpened(caseId: string) {
  const place = `deskLooks_${caseId}`;
  const [opened, setOpened] = useState<readonly Look[]>(() => {
    const stored = parsedJson(tabStorage.getItem(place) ?? '');
    return Array.isArray(stored) ? LOOKS.filter((look) => stored.includes(look)) : [];
  });
  const open = (look: Look) => {
    const next = LOOKS.filter((one) => one === look || opened.includes(one));
    tabStorage.setItem(place, JSON.stringify(next));
    setOpened(next);
  };
  return { opened, open };
}

function Loaded({
  found,
  care: loaded,
  title,
  now,
  onOther,
}: CareCaseProps & { care: CareView; title: string }) {
  const [passOn, setPassOn] = useState<PassOn>();
  const [lookedAt, setLookedAt] = useState<Instant>();
  const { opened, open } = useOpened(found.id);
  const { seen, look, isLooking, error } = useLook(viewCareCase, { caseId: found.id });
  // Until the case is loaded again after the look, what stands in the way of a decision is that there was no look.
  const [isLoadedSince, setLoadedSince] = useState(false);
  const care = seen ?? loaded;
  // After a reload the texts are closed again, and so are those two.
  const ticked = seen ? opened : opened.filter((one) => one !== 'WROTE' && one !== 'BEFORE');
  const openOne = async (one: Look) => {
    if ((one === 'WROTE' || one === 'BEFORE') && !seen) {
      if (!(await look(REASON))) return;
      setLookedAt(serverNow());
      void refreshDesk().then(
        // After the timer in which the loaded case reaches the screen.
        () => setTimeout(() => setLoadedSince(true)),
        () => undefined,
      );
    }
    open(one);
  };
  const showUnseen = (onBack: () => void) => {
    const missing = LOOKS.find((one) => !ticked.includes(one));
    if (!missing) return false;
    onBack();
    setTimeout(() => document.querySelector<HTMLElement>(`[data-desk-look="${missing}"]`)?.focus());
    return true;
  };
  const name = care.firstName;
  return (
    <CaseLayout
      title={title}
      meta={metaWords(found, care, now)}
      decideWords={`What do we do for ${name}?`}
      toDecision="What do we do?"
      instead={
        <Button
          variant="quiet"
          onClick={() => document.querySelector<HTMLElement>('[data-desk-key="h"]')?.click()}
        >
          Hand over
        </Button>
      }
      decision={(onBack) => (
        <Decision
          found={found}
          now={now}
          isSeen={isLoadedSince}
          passOn={passOn ?? care.passOn ?? undefined}
          onShowWhom={() => void openOne('WROTE')}
        >
          <CareForm
            found={found}
            care={care}
            showUnseen={() => showUnseen(onBack)}
            onPassOn={setPassOn}
            onBack={onBack}
          />
        </Decision>
      )}
    >
      <FirstSteps steps={care.steps} />
      <LookList
        name={name}
        opened={ticked}
        onOpen={(one) => void openOne(one)}
        shown={(one) => <Shown look={one} found={found} care={care} now={now} />}
      />
      {isLooking && (
        <p role="status" className="text-soft">
          Opening the text…
        </p>
      )}
      {error && (
        <p role="alert" className="font-medium text-red-text">
          {error}
        </p>
      )}
      {seen && (
        <p className="flex items-center gap-2 text-[0.9375rem] text-soft">
          <Eye aria-hidden size={18} className="shrink-0" />
          {lookedAt === undefined
            ? 'You opened what was written. That is logged.'
            : `You opened what was written at ${momentWords(lookedAt, now)}. That is logged.`}
        </p>
      )}
      <CaseNotes found={found} now={now} />
      {!found.decision && (
        <p className="text-[0.9375rem] text-soft">
          Not about {name}’s safety?{' '}
          <button
            type="button"
            onClick={onOther}
            className="min-h-11 font-semibold text-back underline underline-offset-4"
          >
            Decide it as another report
          </button>
        </p>
      )}
    </CaseLayout>
  );
}

/** The form, or what stands in its way: it is decided, the viewer proposed it, or it concerns them. */
function Decision({
  found,
  now,
  isSeen,
  passOn,
  onShowWhom,
  children,
}: {
  found: DeskCase;
  now: Instant;
  isSeen: boolean;
  passOn: PassOn | undefined;
  /** Opens what is private: what was written, and whom to call. */
  onShowWhom: () => void;
  children: ReactNode;
}) {
  const own = useOwnProposal(found);
  const proposal = proposalIn(found);
  if (passOn)
    return (
      <Banner tone="due" icon={Eye} title={`Call ${passOn.contact} now`}>
        <p>Pass on this, and nothing else:</p>
        <p className="font-semibold">
          {passOn.fullName}, {passOn.phoneNumber}
        </p>
      </Banner>
    );
  if (found.decision)
    return <Asked decision={found.decision} caseId={found.id} onShowWhom={onShowWhom} now={now} />;
  if (own) return <OwnProposal found={found} proposal={own} {...PROPOSING} now={now} />;
  // Before they have looked, the form leads them there.
  if (found.obstacle && isSeen) return <p className="text-soft">{found.obstacle}</p>;
  return (
    <>
      {proposal && <ProposedNote proposal={proposal} {...PROPOSING} now={now} />}
      {children}
    </>
  );
}

/** That emergency services were asked, for whoever opens the case afterwards. */
function Asked({
  decision: { by, at },
  caseId,
  onShowWhom,
  now,
}: {
  decision: NonNullable<DeskCase['decision']>;
  caseId: string;
  onShowWhom: () => void;
  now: Instant;
}) {
  return (
    <>
      <Banner tone="neutral" icon={PhoneCall} title="Emergency services were asked">
        <p>
          {by?.fullName ?? 'An account that’s gone'} agreed, {momentWords(at, now)}.
        </p>
      </Banner>
      <Button
        variant="quiet"
        data-desk-key="o"
        icon={<Eye aria-hidden size={18} />}
        onClick={onShowWhom}
      >
        <span className="inline-flex items-center gap-2">
          Show whom to call <Key>O</Key>
        </span>
      </Button>
      <GoOn after={{ type: 'CASE', id: caseId }} />
    </>
  );
}

/** What a second person agrees to: it is the only decision here that needs one. */
const PROPOSING = {
  what: 'to ask emergency services',
  stays: 'No one was called, and no one was notified.',
};

/** What one of the four shows. */
function Shown({
  look,
  found,
  care,
  now,
}: {
  look: Look;
  found: DeskCase;
  care: CareView;
  now: Instant;
}) {
  const name = care.firstName;
  switch (look) {
    case 'WROTE':
      return <Wrote found={found} care={care} now={now} />;
    case 'BEFORE':
      return <Before care={care} now={now} />;
    case 'HERE':
      return <p className="text-soft">{hereWords(care, now)}</p>;
    case 'SEEN': {
      const { words, after, isMissed } = seenWords(name, care, now);
      return (
        <p>
          {words}{' '}
          <span className={isMissed ? 'font-semibold text-red-text' : 'text-soft'}>{after}</span>
        </p>
      );
    }
  }
}

function Wrote({ found, care, now }: { found: DeskCase; care: CareView; now: Instant }) {
  const { openedBy, about, text } = found;
  const to = care.letter?.to;
  return (
    <>
      {(care.wrote ?? []).map(({ by, at, text: words }) => (
        <div key={`${at} ${words}`}>
          <p
            dir="auto"
            className={
              by?.id === about?.id
                ? 'wrap-anywhere whitespace-pre-line font-serif text-[1.125rem] leading-7'
                : 'wrap-anywhere whitespace-pre-line text-soft'
            }
          >
            {words}
          </p>
          <p className="text-[0.875rem] text-soft">
            {to ? `Letter to ${to.fullName}, ` : `${by?.fullName ?? 'Gone'}, `}
            {momentWords(at, now)}.
          </p>
        </div>
      ))}
      {text && (
        <p dir="auto" className="wrap-anywhere text-soft">
          {openedBy?.fullName ?? 'Whoever reported it'} adds: “{text}”
        </p>
      )}
    </>
  );
}

function Before({ care, now }: { care: CareView; now: Instant }) {
  const { letters, reports } = care.before;
  return (
    <>
      {letters.length === 0 && <p className="text-soft">Nothing to anybody before this.</p>}
      {letters.map(({ id, to, at, answered, text }) => (
        <div key={id}>
          {text && (
            <p
              dir="auto"
              className="wrap-anywhere line-clamp-4 whitespace-pre-line font-serif text-[1.0625rem]"
            >
              {text}
            </p>
          )}
          <p className="text-[0.875rem] text-soft">
            <TextLink to={paths.deskConversation(id)}>
              To {to?.fullName ?? 'an account that’s gone'}
            </TextLink>
            , {momentWords(at, now)}
            {answered && ', answered'}.
          </p>
        </div>
      ))}
      <p className="text-soft">{reportsWords(care.firstName, reports)}</p>
    </>
  );
}
