import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { COLUMN_BESIDE } from '../ui/column-beside.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { BackLink } from './BackLink.tsx';
import { Mark, Wordmark } from './Mark.tsx';
import { removeOutline } from './outline.ts';
import { useShell } from './shell-context.ts';

/*
 * A screen: header, heading, document title and content. `back` adds an arrow and centers the title; `header="brand"`
 * shows the logo instead of the title, for public pages; otherwise it is one of the five main pages, with a link to
 * the settings.
 */

export type PageProps = {
  title: string;
  /** The document title, if it differs from the heading. */
  documentTitle?: string;
  /** The address of the arrow. */
  back?: string;
  /** In place of the arrow, where the list that it leads to is beside the page. */
  start?: ReactNode;
  /** Text beside the arrow instead of the title, if the content has the h1. */
  backText?: string;
  header?: 'brand';
  /** A portrait before a centered title. */
  portrait?: ReactNode;
  /** A short text under a centered title. */
  under?: ReactNode;
  /** The address of the logo, instead of the landing page. */
  brandTo?: string;
  /**
   * `hidden`: the content has its own h1 (a profile, the landing page). `content`: too, and the title is beside the arrow only while
   * that h1 is scrolled away.
   */
  heading?: 'hidden' | 'content';
  /** Whether help for visitors stands below, on a page of the sign-in whose h1 is in its content. */
  help?: boolean;
  /** At the right of the header, instead of the avatar. */
  action?: ReactNode;
  /** For visitors on a wide screen, the ways to start beside `Sign In`: on pages that a stranger finds first. */
  starts?: boolean;
  /** A sentence under the title. */
  lead?: ReactNode;
  /** Wider than the text column. */
  wide?: boolean;
  /** As wide, without the navigation, for a step that is either done or left by the arrow. */
  alone?: boolean;
  /**
   * `broad`: as wide as lists of people and the pages that strangers open, 1,120 px. `full`: as wide as lists with a column beside
   * them, for Home. `thread`: for the messages of a chat, which are 720 px wide; on a wide screen the header and the bar have rules as
   * wide as the pane, and the title is at the left.
   */
  width?: 'broad' | 'full' | 'thread';
  /** Beside the h1 of a page with the logo, where there is room; otherwise below it. */
  beside?: ReactNode;
  /** The arrow is only shown below this width: above it the list is beside the page. */
  backBelow?: 'wide';
  /** At the right of the header where the navigation is at the side, which then has the link to the settings. */
  wideAction?: ReactNode;
  /** An ActionBar, which sticks to the bottom and hides the navigation on a phone. A FormShell has its own. */
  actionBar?: ReactNode;
  /** On a wide screen the bar is a column beside the content, which stays in place. */
  barBeside?: boolean;
  /** A footer of its own, instead of the help on pages for visitors. */
  footer?: ReactNode;
  /** The content has its own side padding, as a FormShell does; otherwise it is 20 px. */
  flush?: boolean;
  children: ReactNode;
};

/** The id of the lead, for a field that has the focus before somebody has read it. */
export const LEAD_ID = 'lead';

function widthOf({ wide, alone, width }: PageProps): string {
  if (width === 'full') return 'max-w-320';
  if (width === 'thread') return 'max-w-180';
  if (alone || width === 'broad') return 'max-w-290';
  return wide ? 'max-w-240' : 'max-w-160';
}

export function Page(props: PageProps) {
  usePageTitle(props.documentTitle ?? props.title);
  useEffect(removeOutline, []);
  const main = (
    <main
      id="page"
      tabIndex={-1}
      data-quiet-focus
      className={classNames(
        'appear mx-auto flex w-full flex-1 flex-col',
        widthOf(props),
        props.width === 'thread' && 'wide:max-w-none',
        props.alone && 'page-alone',
        props.barBeside && COLUMN_BESIDE,
      )}
    >
      {props.header === 'brand' && props.heading !== 'hidden' && (
        <div className="px-5 pt-4 pb-2 cards:flex cards:items-start cards:justify-between cards:gap-12">
          <PageHeading
            className={`font-serif text-3xl leading-tight ${props.beside ? 'pb-3 cards:shrink-0 panes:text-[2.75rem]' : ''}`}
          >
            {props.title}
          </PageHeading>
          {props.beside && <div className="w-full cards:max-w-137">{props.beside}</div>}
        </div>
      )}
      {props.lead && (
        <div id={LEAD_ID} className="px-5 pb-3 text-soft">
          {props.lead}
        </div>
      )}
      {props.flush ? (
        props.children
      ) : (
        <div
          className={classNames(
            sidesOf(props),
            'pb-8',
            props.heading === 'content' ? 'max-[22.5rem]:px-4' : 'pt-1',
          )}
        >
          {props.children}
        </div>
      )}
      {props.actionBar}
    </main>
  );
  return (
    <>
      <PageHeader {...props} />
      {main}
      {props.footer ?? (
        <HelpFooter
          isShown={props.header === 'brand' && (props.heading !== 'hidden' || props.help === true)}
        />
      )}
    </>
  );
}

const sidesOf = ({ width }: PageProps) => (width === 'full' ? 'px-5 wide:px-10' : 'px-5');

/** Help for visitors, at the same place of every sign-in page. Signed-in people have it on the page that their avatar opens. WCAG 3.2.6 */
function HelpFooter({ isShown }: { isShown: boolean }) {
  const { person, paths } = useShell();
  if (person || !isShown) return null;
  return (
    <footer className="mx-auto w-full max-w-160 px-5 pb-2 text-center">
      <Link
        to={paths.help}
        className="inline-flex min-h-11 items-center text-back underline underline-offset-4"
      >
        Help
      </Link>
    </footer>
  );
}

function PageHeader(props: PageProps) {
  const { title, back, backText, header, brandTo, heading, action, wideAction } = props;
  const { person, paths } = useShell();
  const isThread = props.width === 'thread';
  const isAtLeft = props.alone || isThread;
  const corner = action ?? (person ? <SettingsLink /> : <VisitorLinks starts={props.starts} />);
  const height = props.alone || props.width === 'full' ? 'min-h-15 wide:min-h-18' : 'min-h-15';
  const column = `mx-auto flex ${height} w-full items-center gap-2 py-1 ${sidesOf(props)} ${widthOf(props)}`;
  return (
    <header
      className={classNames(
        'page-header sticky top-(--bar-height) z-20 bg-paper pt-[env(safe-area-inset-top)]',
        isThread && 'wide:border-rule wide:border-b',
      )}
    >
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
      ) : back !== undefined && heading === 'content' ? (
        <div
          className={`${column} min-h-13! grid grid-cols-[auto_minmax(0,1fr)_auto] px-2! max-[22.5rem]:min-h-12! max-[22.5rem]:py-0!`}
        >
          {props.start || <BackArrow to={back} />}
          <ScrolledTitle>{title}</ScrolledTitle>
          <div className="grid min-w-11 place-items-center">{action}</div>
        </div>
      ) : back !== undefined ? (
        <div
          className={classNames(
            column,
            'grid grid-cols-[auto_minmax(0,1fr)_auto] px-2!',
            isThread && 'wide:min-h-18 wide:grid-cols-[minmax(0,1fr)_auto] wide:px-4!',
          )}
        >
          <BackArrow to={back} className={props.backBelow === 'wide' ? 'wide:hidden' : undefined} />
          <div
            className={classNames(
              'flex min-w-0 items-center justify-center gap-2.5',
              isAtLeft && 'wide:justify-start',
            )}
          >
            {props.portrait}
            <div
              className={classNames(
                'grid min-w-0 justify-items-center',
                isThread && 'wide:justify-items-start',
              )}
            >
              <PageHeading
                className={classNames(
                  'font-semibold text-[min(1.0625rem,6vw)] leading-tight',
                  props.alone
                    ? 'text-center wide:text-left wide:font-normal wide:font-serif wide:text-4xl'
                    : classNames('text-center', isThread && 'wide:text-left'),
                  // With a portrait and a subtitle, a third line would not fit into the header.
                  props.portrait ? 'line-clamp-2' : 'line-clamp-3',
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
              // On a wide screen signed-in users have the logo at the side.
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
                    : 'min-w-0 flex-1 basis-[10rem] font-serif text-[clamp(1.5rem,6.75vw,1.875rem)] leading-tight'
                }
              >
                {title}
              </PageHeading>
            </>
          )}
          {wideAction && <div className="hidden w-86 wide:block">{wideAction}</div>}
          {/* At the right, also without a title. */}
          <div className={wideAction ? 'ml-auto wide:hidden' : 'ml-auto'}>{corner}</div>
        </div>
      )}
    </header>
  );
}

function BackArrow({ to, className }: { to: string; className?: string | undefined }) {
  return (
    <IconButton
      label="Back"
      className={className}
      icon={<ChevronLeft aria-hidden size={24} />}
      render={<BackLink to={to} />}
    />
  );
}

/** The title of a page while its h1, which is in the content, is scrolled away. Screen readers have the h1. */
function ScrolledTitle({ children }: { children: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const heading = document.querySelector('#page h1');
    const title = line.current;
    if (!heading || !title || !('IntersectionObserver' in window)) return;
    const watch = new IntersectionObserver(
      ([entry]) => title.toggleAttribute('data-shown', entry?.isIntersecting === false),
      { rootMargin: '-56px 0px 0px' },
    );
    watch.observe(heading);
    return () => watch.disconnect();
  }, []);
  return (
    <p
      ref={line}
      aria-hidden
      dir="auto"
      className="truncate text-center font-semibold text-[1.0625rem] opacity-0 transition-opacity data-shown:opacity-100"
    >
      {children}
    </p>
  );
}

export type PageHeadingProps = { children: ReactNode; className: string };

/** The h1, also of a page whose heading is in its content. Gets the focus after a navigation, so that screen readers start there. */
export function PageHeading({ children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    // On the first page of a visit the browser sets the focus.
    if (lost && hasMoved) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" className={`wrap-anywhere ${className}`}>
      {children}
    </h1>
  );
}

let hasMoved = false;

/** Records that another page was opened since the app was loaded. The first page may be opened again, so its address does not tell. */
export function recordMove(): void {
  hasMoved = true;
}

function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

/** The logo before a title; a wide screen has it at the side. */
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
      // On a wide screen it is in the navigation at the side.
      className="grid size-11 place-items-center rounded-full wide:hidden"
    >
      <Avatar name={person?.name ?? ''} imageUrl={person?.imageUrl} size={small ? 'sm' : 'md'} />
    </Link>
  );
}

const VISITOR_LINK = 'min-h-11 items-center font-semibold';

/**
 * The links of a visitor: to sign in, and on a wide screen to find people and to answer. A phone has no room for them; its pages have
 * buttons.
 */
function VisitorLinks({ starts }: { starts: boolean | undefined }) {
  const { paths } = useShell();
  const { pathname } = useLocation();
  return (
    <div className="flex items-center gap-8">
      {starts && pathname !== paths.browse && (
        <Link to={paths.browse} className={`hidden wide:inline-flex ${VISITOR_LINK}`}>
          Find someone to ask
        </Link>
      )}
      {starts && (
        <Link to={paths.register} className={`hidden wide:inline-flex ${VISITOR_LINK}`}>
          Answer and earn
        </Link>
      )}
      <Link to={paths.signIn} className={`inline-flex ${VISITOR_LINK}`}>
        Sign In
      </Link>
    </div>
  );
}
