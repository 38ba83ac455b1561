import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { ChannelOrder } from './ChannelOrder.tsx';
import { GroupTable, KindTable } from './EventTables.tsx';
import { Part } from './Part.tsx';
import { QuietHours } from './QuietHours.tsx';
import { notificationQueries, type Settings } from './settings-queries.ts';
import { useSettingChanges } from './use-setting-changes.ts';

export const loader = queryLoader(notificationQueries);

const PAGE = { title: 'Notifications', back: paths.settings() };

/* What the user is notified of, and when. docs/product/notifications.md#settings */
export function Component() {
  return (
    <QueryPage
      {...PAGE}
      query={useEntity(notificationQueries().settings)}
      failed="We couldn’t load your settings. Notifications come as they did before."
      skeleton={<CardSkeleton height={420} />}
    >
      {(saved) => <Loaded saved={saved} />}
    </QueryPage>
  );
}

function Loaded({ saved }: { saved: Settings }) {
  const changes = useSettingChanges(saved);
  return (
    <Page {...PAGE}>
      <div className="flex flex-col gap-8">
        <Part title="How we reach you, in this order">
          <ChannelOrder changes={changes} />
        </Part>
        <KindTable changes={changes} />
        <Part title="Quiet hours">
          <QuietHours changes={changes} />
        </Part>
        <div>
          <Folded title="Chat" hint="Push only">
            <GroupTable group="chat" changes={changes} />
          </Folded>
          <Folded title="Codes and account changes" hint="Always sent">
            <p className="text-soft">
              Codes come by text message whatever you choose here, because you couldn’t sign in
              without them. You always learn of changes to your account, also in quiet hours, so
              that you can stop one that you didn’t make.
            </p>
            <GroupTable group="account" changes={changes} />
          </Folded>
        </div>
      </div>
    </Page>
  );
}

type FoldedProps = { title: string; hint: string; children: ReactNode };

/* A part of the page that is seldom needed. */
function Folded({ title, hint, children }: FoldedProps) {
  return (
    <details className="group border-rule border-t last:border-b">
      <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-2">
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="block text-[0.875rem] text-soft">{hint}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4">{children}</div>
    </details>
  );
}
