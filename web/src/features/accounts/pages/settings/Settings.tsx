import { BellRing, Quote, RefreshCw } from 'lucide-react';
import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { NotificationSettings } from '#web/features/notifications/NotificationSettings.tsx';
import { paths } from '#web/paths.ts';
import { useNewVersion } from '#web/shell/new-version.ts';
import { Page } from '#web/shell/Page.tsx';
import { fromAddress } from '#web/shell/previous-address.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { List, SettingRow } from '#web/ui/List.tsx';
import { settingsQueries } from '../account-queries.ts';
import { MoneyRows } from './MoneyRows.tsx';
import { HelpRows, SecurityRows, SessionRows } from './OtherRows.tsx';
import { ProfileRows } from './ProfileRows.tsx';
import { ICON, RowsSection, Section } from './Section.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

export const loader = queryLoader(settingsQueries);

/* The settings. docs/product/accounts.md#settings */
export function Component() {
  return (
    <Page title="Settings" action={<HelpLink />}>
      <div className="flex flex-col gap-8">
        <Who />
        <NewVersion />
        <ProfileRows />
        <MoneyRows />
        <RowsSection title="Answers">
          <SettingRow
            icon={<Quote {...ICON} />}
            title="Saved replies"
            render={<Link to={paths.savedReplies()} />}
          />
        </RowsSection>
        <SecurityRows />
        <Section title="Notifications">
          <NotificationSettings />
          <List label="Notifications">
            <SettingRow
              icon={<BellRing {...ICON} />}
              title="What you are notified of"
              render={<Link to={paths.notificationSettings()} />}
            />
          </List>
        </Section>
        <ThemeChoice />
        <HelpRows />
        <SessionRows />
      </div>
    </Page>
  );
}

/** Help, in the corner where the avatar was pressed that opened this page. A wide screen has it at the side. */
function HelpLink() {
  return (
    <Link
      to={paths.helpTicket()}
      state={fromAddress(paths.settings())}
      className="inline-flex min-h-11 items-center font-semibold wide:hidden"
    >
      Help
    </Link>
  );
}

/** The action of the toast that offers a new version, which is gone after five seconds. */
function NewVersion() {
  const start = useNewVersion();
  if (!start) return null;
  return (
    <Banner
      tone="neutral"
      icon={RefreshCw}
      title="A new version is ready"
      action={
        <Button size="md" variant="quiet" onClick={start}>
          Reload
        </Button>
      }
    >
      What you are writing stays on this device.
    </Banner>
  );
}

function Who() {
  const { fullName, username, profileImageUrl } = useCurrentUser();
  return (
    <Link
      to={paths.profile(username)}
      className="-mx-2 flex items-center gap-4 rounded-card p-2 hover:bg-tint/60"
    >
      <Avatar name={fullName} imageUrl={profileImageUrl} size="lg" />
      <span className="min-w-0">
        <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold text-lg leading-snug">
          {fullName}
        </span>
        <span className="wrap-anywhere block text-soft leading-snug">@{username}</span>
      </span>
    </Link>
  );
}
