import { type ReactNode, useId } from 'react';
import { Avatar } from '#web/ui/Avatar.tsx';

export type ReplyProps = {
  name: string;
  imageUrl?: string | null | undefined;
  own: boolean;
  date: { words: string; dateTime: string };
  footer?: ReactNode;
  /** A line above the text. */
  about?: string | undefined;
  children: ReactNode;
};

/** A free reply, drawn as a slip instead of a letter. */
export function Reply({ name, imageUrl, own, date, footer, about, children }: ReplyProps) {
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="border-rule border-l-2 pl-4">
      <header className="mb-2 flex flex-wrap items-center gap-x-2.5">
        <Avatar name={name} imageUrl={imageUrl} size="sm" />
        <h2 id={heading} dir="auto" className="min-w-0 flex-1 basis-[5rem] truncate font-semibold">
          <span className="sr-only">{about ?? 'Reply'} from </span>
          {own ? 'You' : name}
        </h2>
        <time dateTime={date.dateTime} className="text-[0.875rem] text-soft">
          {date.words}
        </time>
      </header>
      {about && <p className="mb-1 text-[0.875rem] text-soft">{about}</p>}
      {children}
      {footer && <footer className="mt-2 text-[0.875rem] text-soft">{footer}</footer>}
    </article>
  );
}
