import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Page, type PageProps } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export type NobodyToChooseProps = Pick<PageProps, 'title' | 'back' | 'children'> & {
  heading: string;
};

/* The screen of a group without contacts to choose. */
export function NobodyToChoose({ title, back, heading, children }: NobodyToChooseProps) {
  return (
    <Page title={title} back={back}>
      <EmptyState
        drawing="people"
        title={heading}
        action={
          <Button size="md" render={<Link to={paths.userSearch()} />}>
            Go to Search
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
