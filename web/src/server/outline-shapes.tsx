import { COMPOSER_BAR, COMPOSER_ROW, WRITE_A_MESSAGE } from '../features/chat/chat-frame.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { LetterSkeleton, RowsSkeleton } from '../ui/Skeletons.tsx';

/* Shapes of content that only outlines show: web/outlines.ts. */

/** The person, and groups of rows. */
export function SettingsShape() {
  return (
    <div className="grid gap-8">
      <div className="flex items-center gap-4 pt-1">
        <div className="skeleton size-16 rounded-full!" />
        <div className="grid flex-1 gap-2">
          <div className="skeleton h-4.5 w-2/5" />
          <div className="skeleton h-4 w-1/3" />
        </div>
      </div>
      <GroupsShape />
    </div>
  );
}

/** Groups of rows with a heading each. */
export function GroupsShape() {
  return (
    <div className="grid gap-8">
      {[4, 3, 4].map((rows, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of a drawing
        <div key={group}>
          <div className="skeleton mb-1 h-6 w-2/5" />
          <div className="divide-y divide-rule">
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
              <div key={row} className="flex min-h-14 items-center gap-3.5 py-3">
                <div className="skeleton size-5" />
                <div className="skeleton h-4 w-1/2" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

export type FormShapeProps = {
  fields: number;
  /** Whether the fields are texts of several lines. */
  isLong?: boolean;
};

/** The fields of a FormShell, and the bar with its button. */
export function FormShape({ fields, isLong = false }: FormShapeProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid gap-5 px-5 pb-6">
        {Array.from({ length: fields }, (_, field) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
          <div key={field} className="grid gap-2">
            <div className="skeleton h-4.5 w-1/3" />
            <div className={`skeleton rounded-card! ${isLong ? 'h-60' : 'h-13'}`} />
          </div>
        ))}
      </div>
      <Bar inFlow={!isLong} />
    </div>
  );
}

/** Where messages of a chat are written. */
export function ComposerShape() {
  return (
    <div className={COMPOSER_BAR}>
      <div className={COMPOSER_ROW}>
        <div className="size-11" />
        <div className="size-11" />
        <div className="composer-box text-soft">{WRITE_A_MESSAGE}</div>
        <div className="skeleton size-11 rounded-full! wide:h-12 wide:w-19 wide:rounded-card!" />
      </div>
    </div>
  );
}

/** The bar at the bottom, with a button. */
function Bar({ inFlow = false }: { inFlow?: boolean }) {
  return (
    <ActionBar inFlow={inFlow}>
      <div className="skeleton h-13 rounded-card!" />
    </ActionBar>
  );
}

/** A round picture, with the button that chooses another. */
export function PictureShape() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid justify-items-center gap-4 px-5 py-4">
        <div className="skeleton size-26 rounded-full!" />
        <div className="skeleton h-11 w-2/5 rounded-card!" />
      </div>
      <Bar />
    </div>
  );
}

/** A text that explains what the button in the bar does. */
export function QuestionShape() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="px-5">
        <TextShape />
      </div>
      <Bar />
    </div>
  );
}

/** Lines of text. */
export function TextShape() {
  return (
    <div className="grid gap-2.5 pt-2">
      {['w-full', 'w-11/12', 'w-full', 'w-2/3'].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a drawing
        <div key={line} className={`skeleton h-4 ${width}`} />
      ))}
    </div>
  );
}

/** A search field with chips, and people. */
export function PeopleShape() {
  return (
    <div className="grid gap-4">
      <div className="skeleton h-13 rounded-card!" />
      <div className="flex gap-2">
        <div className="skeleton h-11 w-24 rounded-full!" />
        <div className="skeleton h-11 w-36 rounded-full!" />
      </div>
      <RowsSkeleton />
    </div>
  );
}

/** What is owed, and how it is paid out. */
export function BalanceShape() {
  return (
    <div className="grid justify-items-center gap-3 pt-2">
      <div className="skeleton h-4 w-2/5" />
      <div className="skeleton h-10 w-3/5" />
      <div className="skeleton mt-3 h-96 w-full rounded-card!" />
    </div>
  );
}

/** The table of three plans, and what stands below it. */
export function TableShape() {
  return (
    <div className="grid gap-5">
      <div className="skeleton h-117 rounded-card!" />
      <TextShape />
    </div>
  );
}

/** A letter of an inbox or an order: subject, one line, the letter and its strip, and the bar. */
export function ViewerShape() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid gap-4 px-5 pb-8 max-[22.5rem]:px-4">
        <div className="grid gap-2.5">
          <div className="skeleton h-8 w-3/4" />
          <div className="skeleton h-4 w-4/5" />
        </div>
        <LetterSkeleton />
        <div className="skeleton h-18" />
      </div>
      <Bar />
    </div>
  );
}

/** A letter that is being written: to whom it is, the subject, tools and the text. */
export function SheetShape() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="px-5 pb-8">
        <div className="letter sheet-rows">
          <div className="flex items-center gap-3 px-4 py-3.5">
            <div className="skeleton size-10 rounded-full!" />
            <div className="skeleton h-4 w-2/5" />
          </div>
          <div className="grid gap-2 p-4">
            <div className="skeleton h-3.5 w-1/4" />
            <div className="skeleton h-5 w-3/5" />
          </div>
          <div className="h-72" />
        </div>
      </div>
      <Bar />
    </div>
  );
}

/** The letter that waits, the heading and the fields of its sender. */
export function SenderShape() {
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid gap-5 px-5">
        <div className="skeleton h-18" />
        <h1 className="font-serif text-[1.75rem] leading-tight">{'\u00a0'}</h1>
      </div>
      <FormShape fields={4} />
    </div>
  );
}
