import { useInfiniteQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Link } from 'react-router';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { firstName } from '../conversation.ts';
import { inboxList } from '../conversation-queries.ts';
import { claimRows } from '../lists/waiting-rows.ts';

/** The claims about the viewer's answers that wait for them, each with the way to it; nothing if none does. */
export function ClaimsWaiting() {
  const viewerId = useViewerId();
  const rows = useInfiniteQuery(inboxList('ALL')).data?.pages.flatMap((page) => page.data) ?? [];
  const claims = claimRows(rows, viewerId).filter(({ senderId }) => senderId !== viewerId);
  return claims.map((row) => (
    <Banner
      key={row.id}
      tone="due"
      icon={Flag}
      title={`${firstName(row.senderName)} made a claim about your answer`}
      action={
        <Button size="md" render={<Link to={paths.inboxViewer(row.id)} />}>
          See the claim
        </Button>
      }
    >
      It waits for you: {row.subject}
    </Banner>
  ));
}
