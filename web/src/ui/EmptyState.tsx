import { type ReactNode, type RefObject, useId } from 'react';
import { stampClass, stampText } from './stamp-class.ts';

/* An empty list: a drawing, a text, and an action. */

export type EmptyDrawing = 'envelope' | 'letterbox' | 'search' | 'people' | 'link' | 'card';

export type EmptyStateProps = {
  drawing: EmptyDrawing;
  title: string;
  /** `h1` if the screen has no other heading. */
  level?: 'h1' | 'h2';
  /** The heading, for a screen that focuses it itself. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({
  drawing,
  title,
  level: Heading = 'h2',
  heading,
  children,
  action,
}: EmptyStateProps) {
  const more = useId();
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 96 72"
        className="drawing mb-3 w-28"
        fill="none"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {DRAWINGS[drawing]}
      </svg>
      <Heading
        ref={heading}
        tabIndex={-1}
        data-new-state
        data-quiet-focus
        aria-describedby={children ? more : undefined}
        className={stampClass(title) ?? 'font-serif text-xl'}
      >
        {stampText(title)}
      </Heading>
      {children && (
        <div id={more} className="max-w-[36ch] text-balance text-soft">
          {children}
        </div>
      )}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

const CORNER_STAMP = <path className="drawing-red" d="M66 20h12v14H66z M69 24h6 M69 29h6" />;

const DRAWINGS: Record<EmptyDrawing, ReactNode> = {
  envelope: (
    <>
      <path className="drawing-paper" d="M10 14h76v46H10z" />
      <path d="M10 14l38 27 38-27" />
      <path d="M10 60l27-26 M86 60L59 34" />
      <path className="drawing-red" d="M44 45a4 4 0 1 0 8 0 4 4 0 1 0-8 0" />
    </>
  ),
  letterbox: (
    <>
      <path className="drawing-paper" d="M14 44V30a14 14 0 0 1 14-14h40a14 14 0 0 1 14 14v14z" />
      <path d="M28 16a14 14 0 0 1 14 14v14 M48 44v22 M40 66h16 M22 32h12" />
      <path className="drawing-red" d="M66 30V12h10v6H66" />
    </>
  ),
  search: (
    <>
      <path className="drawing-paper" d="M10 16h58v40H10z" />
      <path d="M18 26h20 M18 34h28 M18 42h16" />
      <path className="drawing-red" d="M54 42a12 12 0 1 0 24 0 12 12 0 1 0-24 0 M75 51l11 11" />
    </>
  ),
  people: (
    <>
      <path className="drawing-paper" d="M12 12h54v36H12z" />
      <path className="drawing-paper" d="M28 24h58v38H28z" />
      <path d="M38 52c2-8 16-8 18 0 M42 39a5 5 0 1 0 10 0 5 5 0 1 0-10 0" />
      <path className="drawing-red" d="M66 34h12 M66 42h12 M66 50h8" />
    </>
  ),
  link: (
    <>
      <path className="drawing-paper" d="M8 36l14-18h62v36H22z" />
      <path d="M24 36a3 3 0 1 0 6 0 3 3 0 1 0-6 0" />
      <path d="M40 30h32 M40 42h22" />
      <path className="drawing-red" d="M27 36C16 44 10 54 14 62" />
    </>
  ),
  card: (
    <>
      <path className="drawing-paper" d="M10 14h76v46H10z" />
      <path d="M48 22v30 M18 28h22 M18 36h22 M18 44h14 M56 44h22 M56 51h16" />
      {CORNER_STAMP}
    </>
  ),
};
