import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { viewUserLinksById } from '#shared/api/links.ts';
import { hostOf } from '#shared/rules/links/links.ts';
import { query } from '#web/api/queries.ts';
import { useSession } from '#web/api/session.ts';
import { clicksOf } from '#web/features/links/report-click.ts';
import { VerifiedOn } from '#web/features/links/VerifiedOn.tsx';
import type { ReportTarget } from '#web/features/safety/report-target.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { List, Row } from '#web/ui/List.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import type { PublicProfile } from '../../public-profile.ts';

const SafetyMenu = lazyPart(
  async () => (await import('#web/features/safety/SafetyMenu.tsx')).SafetyMenu,
);

/* The person's links with their sites, loaded when the tab is opened. */
export function Links({ profile }: { profile: PublicProfile }) {
  const session = useSession();
  const isOwn = session?.userId === profile.id;
  const mayReport = session !== undefined && !isOwn;
  const links = useQuery(query(viewUserLinksById, { userId: profile.id }));
  return (
    <QueryContent
      query={links}
      failed="We couldn’t load these links."
      skeleton={<RowsSkeleton rows={3} />}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState drawing="link" title="NO USER LINKS FOUND" />
        ) : (
          <List label="Links">
            {data.map(({ id, linkName, linkUrl, verifiedAt }) => (
              <Row
                key={id}
                title={<Whole>{linkName}</Whole>}
                subtitle={
                  <>
                    <Whole>{hostOf(linkUrl)}</Whole>
                    {verifiedAt && <VerifiedOn at={verifiedAt} />}
                  </>
                }
                trailing={<ExternalLink aria-hidden className="size-4 text-soft" />}
                render={
                  <a
                    {...(!isOwn && clicksOf(profile.id, id))}
                    href={linkUrl}
                    target="_blank"
                    rel="ugc nofollow noopener"
                  />
                }
                beside={
                  mayReport && (
                    <SafetyMenu
                      label={`More about the link ${linkName}`}
                      about={linkName}
                      report={linkTarget(profile.id, { id, linkName, linkUrl })}
                      person={undefined}
                    />
                  )
                }
              />
            ))}
          </List>
        )
      }
    </QueryContent>
  );
}

const linkTarget = (
  ownerId: string,
  { id, linkName, linkUrl }: { id: string; linkName: string; linkUrl: string },
): ReportTarget => ({
  subject: { subjectType: 'LINK', subjectId: id, within: ownerId },
  title: 'Report link',
  seen: 'Staff see the name and the address of this link.',
  quote: `${linkName}: ${linkUrl}`,
});

/** Wraps instead of truncating: the end of a host name tells whose it is. */
function Whole({ children }: { children: string }) {
  return (
    <span dir="auto" className="wrap-anywhere block whitespace-normal leading-snug">
      {children}
    </span>
  );
}
