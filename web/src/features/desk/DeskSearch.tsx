import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Mail, Scale } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { findAtDesk } from '#shared/api/desk-work.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney } from '#shared/money.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import type { Instant } from '#shared/time.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useNow } from '../../api/use-now.ts';
import { paths } from '../../paths.ts';
import { dayWords, deadlineWords, momentWords } from '../../shell/dates.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { ageWords, capitalized, codeWords, KIND_WORDS, reasonWords } from './desk-words.ts';

/*
 * The search of the desk. Names are sought while one types. A phone number or an email address is sought when Enter is pressed, because
 * each such look-up is in the audit. Enter opens the first of what was found. docs/product/desk.md#search
 */

type Found = Output<typeof findAtDesk>['data'][number];

/** How long a name is not sought while somebody types, in milliseconds. */
const TYPING = 250;

/** Whether a text may be a phone number or an email address, whose look-up is logged. */
const isLogged = (text: string): boolean =>
  /^\+?[\d\s().-]{4,}$/.test(text) || text.includes('@', 1);

export function DeskSearch() {
  const [text, setText] = useState('');
  const [sought, setSought] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const typed = text.trim();
  useEffect(() => {
    if (typed.length < 2 || isLogged(typed)) return;
    const timer = setTimeout(() => setSought(typed), TYPING);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching } = useQuery({
    queryKey: [findAtDesk.name, sought],
    queryFn: ({ signal }) => call(findAtDesk, { text: sought }, { signal }),
    enabled: sought !== '',
    // A look-up that is logged is made once for each press of Enter.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const close = () => {
    setText('');
    setSought('');
  };
  const links = () => [...(panel.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  const isCurrent = sought === typed && typed !== '';
  const found = isCurrent ? data?.data[0] : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') close();
    if (event.key === 'ArrowDown') links()[0]?.focus();
    if (event.key === 'Enter') {
      const [first] = found ? links() : [];
      if (first) void navigate(first.getAttribute('href') ?? paths.desk());
      else if (typed.length >= 2) setSought(typed);
    }
    if (['ArrowDown', 'Enter'].includes(event.key)) event.preventDefault();
  };
  const isOpen = typed.length >= 2;
  // The panel is no control of its own: its links have the focus, and the keys move between them.
  useEffect(() => {
    const box = isOpen ? panel.current : null;
    const onKey = (event: globalThis.KeyboardEvent) => moveWithin(event, close);
    box?.addEventListener('keydown', onKey);
    return () => box?.removeEventListener('keydown', onKey);
  });
  return (
    <div className="relative block w-full wide:w-118">
      <SearchInput
        label="Search the desk"
        placeholder="Name, phone, email, order or case"
        data-desk-key="/"
        maxLength={254}
        value={text}
        onValueChange={setText}
        onKeyDown={onKeyDown}
        className="h-12!"
      />
      {isOpen && (
        <div
          ref={panel}
          className="absolute inset-x-0 top-full z-30 mt-2 grid gap-1 rounded-card border border-rule bg-card p-2 shadow-float"
        >
          <Results
            found={found}
            waits={isLogged(typed) && !isCurrent}
            isFetching={isFetching || !isCurrent}
            fault={isCurrent && error ? faultWords(error) : undefined}
          />
          <p className="border-rule border-t px-2 pt-2 pb-1 text-[0.875rem] text-soft">
            A phone number or email has to be whole. Looking someone up by one is logged with your
            name.
          </p>
        </div>
      )}
    </div>
  );
}

/** The arrows move between what was found, and Escape closes it. */
function moveWithin(event: globalThis.KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape') close();
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (at + by < 0) document.querySelector<HTMLElement>('[data-desk-key="/"]')?.focus();
  else links[Math.min(at + by, links.length - 1)]?.focus();
}

function faultWords(error: Error): string {
  return isRefusal(error)
    ? (error.fields.text ?? error.message)
    : 'Something went wrong. Please try again.';
}

function Results({
  found,
  waits,
  isFetching,
  fault,
}: {
  found: Found | undefined;
  waits: boolean;
  isFetching: boolean;
  fault: string | undefined;
}) {
  const now = useNow();
  if (fault) return <Line>{fault}</Line>;
  if (waits) return <Line>Press Enter to look this up.</Line>;
  if (!found) return <Line>{isFetching ? 'Searching…' : ''}</Line>;
  const { people, letters, cases } = found;
  if (people.length + letters.length + cases.length === 0)
    return <Line>Nobody and nothing was found.</Line>;
  return (
    <>
      <Group title="People" shown={people.length > 0}>
        {people.map((person) => (
          <FoundRow
            key={person.id}
            to={paths.deskPerson(person.id)}
            before={<Avatar size="sm" name={person.fullName} imageUrl={person.profileImageUrl} />}
            title={person.fullName}
            about={[
              `@${person.username}`,
              person.phoneLastDigits && `phone ends ${person.phoneLastDigits}`,
              person.blocked ? 'blocked' : planWords(person.plan),
            ]}
          />
        ))}
      </Group>
      <Group title="Letters" shown={letters.length > 0}>
        {letters.map((letter) => (
          <FoundRow
            key={letter.id}
            to={paths.deskConversation(letter.id)}
            before={<FoundIcon icon={Mail} />}
            title={letterTitle(letter)}
            about={letterState(letter, now)}
          />
        ))}
      </Group>
      <Group title="Cases" shown={cases.length > 0}>
        {cases.map((one) => (
          <FoundRow
            key={one.id}
            to={paths.deskCase(one.id)}
            before={<FoundIcon icon={Scale} />}
            title={`${KIND_WORDS[one.kind]}: ${reasonWords(one.reason).toLowerCase()}`}
            about={[
              one.outcome === null ? `Open, ${ageWords(one.openedAt, now)}` : 'Decided',
              one.about && `about ${one.about.fullName}`,
            ]}
          />
        ))}
      </Group>
    </>
  );
}

const planWords = (plan: string): string =>
  plan in PLAN_TERMS ? PLAN_TERMS[plan as PaidPlan].name : 'Free';

const letterTitle = ({ sender, recipient, price }: Found['letters'][number]): string =>
  `${sender?.fullName ?? 'Gone'} to ${recipient?.fullName ?? 'Gone'}, ${price > 0 ? formatMoney(price) : 'free'}`;

function letterState(
  { status, price, createdAt, answeredAt, deadlineAt, claimed }: Found['letters'][number],
  now: Instant,
): string[] {
  const state =
    answeredAt !== null
      ? `Answered ${momentWords(answeredAt, now)}`
      : status === 'PENDING' && price > 0
        ? `Pending, due ${deadlineWords(deadlineAt, now)}`
        : capitalized(codeWords(status));
  // Two letters between the same people at the same price differ in their day.
  return [state, `sent ${dayWords(createdAt, now)}`, ...(claimed ? ['with a claim'] : [])];
}

const Line = ({ children }: { children: ReactNode }) => (
  <p role="status" className="min-h-11 content-center px-2 text-soft">
    {children}
  </p>
);

const FoundIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint">
    <Icon aria-hidden className="size-4" />
  </span>
);

function Group({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <section aria-label={`${title} found`}>
      <h2 className="px-2 pt-1 pb-0.5 font-semibold text-[0.75rem] text-soft uppercase tracking-wider">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function FoundRow({
  to,
  before,
  title,
  about,
}: {
  to: string;
  before: ReactNode;
  title: string;
  about: readonly (string | false | null)[];
}) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-13 items-center gap-3 rounded-card px-2 py-1.5 hover:bg-tint focus-visible:bg-tint"
      >
        {before}
        <span className="grid min-w-0">
          <bdi className="wrap-anywhere font-semibold leading-tight">{title}</bdi>
          <span className="wrap-anywhere text-[0.875rem] text-soft">
            {about.filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  );
}
