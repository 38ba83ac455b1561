import { useEntity } from '../../../api/queries.ts';
import { queryLoader } from '../../../api/screen-loader.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { QueryPage } from '../../../shell/QueryPage.tsx';
import { CardSkeleton } from '../../../ui/Skeletons.tsx';
import { NotificationSettings } from '../NotificationSettings.tsx';
import { EventTables } from './EventTables.tsx';
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
        <Part title="This device">
          <NotificationSettings />
        </Part>
        <EventTables changes={changes} />
        <Part title="Quiet hours">
          <QuietHours changes={changes} />
        </Part>
        <Part title="What is always sent">
          <p className="text-soft">
            Codes come by text message whatever you choose here, because you couldn’t sign in
            without them. You always learn that your phone number changes, also in quiet hours, so
            that you can stop a change that you didn’t make.
          </p>
        </Part>
      </div>
    </Page>
  );
}
