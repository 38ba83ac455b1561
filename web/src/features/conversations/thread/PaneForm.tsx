import type { ReactNode } from 'react';
import { FormShell, type FormShellProps } from '#web/ui/FormShell.tsx';

export type PaneFormProps = FormShellProps & { title: string };

/* The form at the right of its letter: a landmark as high as the window, whose text scrolls between its heading and its bar. */
export function PaneForm({ title, ...form }: PaneFormProps) {
  return (
    <Pane title={title}>
      <FormShell {...form} stickyBar className="answer-form" />
    </Pane>
  );
}

/** The frame of the pane at the right of a letter. */
export function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside aria-label={title} className="answer-pane">
      <h2 className="flex min-h-16 items-center px-5 font-serif text-2xl leading-tight">{title}</h2>
      {children}
    </aside>
  );
}
