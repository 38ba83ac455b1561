import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { query } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';

export const PENDING_TITLE = 'One letter at a time';

export type SendBlockedProps = {
  title: string;
  /** The reason. */
  children: ReactNode;
  /** A link to somewhere else. */
  action: ReactNode;
};

/* Explains why a message cannot be sent now, and links to the alternative. */
export function SendBlocked({ title, children, action }: SendBlockedProps) {
  return (
    <div role="alert">
      <Banner tone="held" icon={Clock} title={title} action={action}>
        {children}
      </Banner>
    </div>
  );
}

/** A link to the pending message. */
export function PendingMessageLink({ recipientId }: { recipientId: string }) {
  const waiting = useQuery(query(checkPendingInbox, { userId: recipientId })).data?.inboxId;
  const to = waiting ? paths.orderViewer(waiting) : `${paths.orders()}?filter=PENDING`;
  return (
    <Button size="md" render={<Link to={to} />}>
      See your pending letter
    </Button>
  );
}
