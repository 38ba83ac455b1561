import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { BackLink } from './BackLink.tsx';
import { Mark, Wordmark } from './Mark.tsx';
import { useShell } from './shell-context.ts';

/*
 * A screen: its header, its name (heading and document title) and its content. `back` makes it a step of something, with
 * an arrow and a centred title; `header="brand"` shows the logo in place of the title, for public pages; otherwise it is
 * one of the five places, with its title in the serif and the way to the settings.
 */

export type PageProps = {
  title: string;
  /** The document title where it says more than the heading. */
  documentTitle?: string;
  /** Where the arrow leads. */
  back?: string;
  /** Beside the arrow, in place of the title, where the content has the h1 itself. */
  backText?: string;
  header?: 'brand';
  /** Before a centred title: whose it is. A portrait. */
  face?: ReactNode;
  /** Under a centred title, in a few quiet words. */
  under?: ReactNode;
  /** Where the logo leads, in place of the start. */
  brandTo?: string;
  /** `hidden`: the content has the h1 itself (a profile, the landing page). */
  heading?: 'hidden';
  /** At the right of the header, in place of the avatar. */
  action?: ReactNode;
  /** Under the title: a sentence in the page's own words. */
  lead?: ReactNode;
  /** Wider than the reading column, for the landing page. */
  wide?: boolean;
  /** Sticks to the foot and hides the navigation on a phone: an ActionBar. A FormShell brings its own. */
  actionBar?: ReactNode;
  /** Content brings its own sides; without it everything is 20 from the edge. A FormShell needs it. */
  flush?: boolean;
  children: ReactNode;
};

export function Page(props: PageProps) {
  usePageTitle(props.documentTitle ?? props.title);
  const main = (
    <main
      id="page"
      tabIndex={-1}
      data-quiet-focus
      className={`appear mx-auto flex w-full flex-1 flex-col ${props.wide ? 'max-w-240' : 'max-w-160'}`}
    >
      {props.header === 'brand' && props.heading !== 'hidden' && (
        <PageHeading className="px-5 pt-4 pb-2 font-serif text-3xl leading-tight">
          {props.title}
        </PageHeading>
      )}
      {props.lead && <div className="px-5 pb-3 text-soft">{props.lead}</div>}
      {props.flush ? props.children : <div className="px-5 pt-1 pb-8">{props.children}</div>}
      {props.actionBar}
    </main>
  );
  return (
    <>
      <PageHeader {...props} />
      {main}
    </>
  );
}

function PageHeader(props: PageProps) {
  const { title, back, backText, header, brandTo, heading, action, wide } = props;
  const { person, paths } = useShell();
  const corner = action ?? (person ? <SettingsLink /> : <SignInLink />);
  const column = `mx-auto flex min-h-15 w-full items-center gap-2 px-5 py-1 ${wide ? 'max-w-240' : 'max-w-160'}`;
  return (
    <header className="page-header sticky top-(--bar-height) z-20 bg-paper pt-[env(safe-area-inset-top)]">
      {back !== undefined && backText ? (
        <div className={`${column} justify-between pl-2!`}>
          <BackLink
            to={back}
            className="inline-flex min-h-11 items-center gap-1 px-2 font-semibold"
          >
            <ChevronLeft aria-hidden size={24} />
            {backText}
          </BackLink>
          {corner}
        </div>
      ) : back !== undefined ? (
        <div className={`${column} grid grid-cols-[auto_minmax(0,1fr)_auto] px-2!`}>
          <IconButton
            label="Back"
            icon={<ChevronLeft aria-hidden size={24} />}
            render={<BackLink to={back} />}
          />
          <div className="flex min-w-0 items-center justify-center gap-2.5">
            {props.face}
            <div className="grid min-w-0 justify-items-center">
              <PageHeading
                className={classNames(
                  'text-center font-semibold text-[min(1.0625rem,6vw)] leading-tight',
                  // With a face beside it and words under it, a third line would leave the header.
                  props.face ? 'line-clamp-2' : 'line-clamp-3',
                )}
              >
                {title}
              </PageHeading>
              {props.under}
            </div>
          </div>
          <div className="grid min-w-11 place-items-center">
            {action ?? (person && <SettingsLink small />)}
          </div>
        </div>
      ) : (
        <div className={`${column} flex-wrap justify-between`}>
          {header === 'brand' ? (
            <Link
              to={brandTo ?? paths.start}
              // A member has it at the side of a wide screen already.
              className={`inline-flex min-h-11 items-center ${person && !brandTo ? 'wide:invisible' : ''}`}
            >
              <Wordmark />
            </Link>
          ) : (
            <>
              <LogoLink />
              <PageHeading
                className={
                  heading === 'hidden'
                    ? 'sr-only'
                    : 'min-w-0 flex-1 basis-[10rem] font-serif text-3xl leading-tight'
                }
              >
                {title}
              </PageHeading>
            </>
          )}
          {corner}
        </div>
      )}
    </header>
  );
}

/** The h1. Takes the focus after a move to this page, so that it is what is read next. */
function PageHeading({ children, className }: { children: string; className: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost && hasMoved()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" className={`wrap-anywhere ${className}`}>
      {children}
    </h1>
  );
}

/** Whether this is not the page that was opened first: on that one the browser's own place is kept. */
function hasMoved(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && state.idx !== 0;
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

/** The logo before a title. A wide screen has it at the side. */
function LogoLink() {
  return (
    <Link
      to={useShell().paths.start}
      aria-label={PRODUCT_NAME}
      className="-mx-2 grid size-11 shrink-0 place-items-center wide:hidden"
    >
      <Mark />
    </Link>
  );
}

function SettingsLink({ small }: { small?: boolean }) {
  const { person, paths } = useShell();
  return (
    <Link
      to={paths.settings}
      aria-label="Settings"
      className="grid size-11 place-items-center rounded-full"
    >
      <Avatar name={person?.name ?? ''} imageUrl={person?.imageUrl} size={small ? 'sm' : 'md'} />
    </Link>
  );
}

function SignInLink() {
  return (
    <Link to={useShell().paths.signIn} className="inline-flex min-h-11 items-center font-semibold">
      Sign In
    </Link>
  );
}
