import { Mail, MessageSquareText, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { FIRST_LINES, KINDS } from '#shared/rules/notifications/event-settings.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useEntity } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { NotificationSettings } from '../NotificationSettings.tsx';
import { NotSavedWords } from './NotSavedWords.tsx';
import { rowsOf, switchesOf } from './setting-rows.ts';
import { notificationQueries } from './settings-queries.ts';
import type { SettingChanges } from './use-setting-changes.ts';

const ICON = { 'aria-hidden': true, className: 'mt-1 size-5 shrink-0 text-soft' } as const;

/** The switches of the text messages about letters, answers, money and deadlines. */
const TEXTS = KINDS.flatMap((kind) => switchesOf(rowsOf(kind), 'text'));

/* The channels in the order in which they are tried, each with its state and its one control. */
export function ChannelOrder({ changes }: { changes: SettingChanges }) {
  const { phoneNumber } = useCurrentUser();
  return (
    <ol className="divide-y divide-rule rounded-card border border-rule bg-card px-4">
      <Row icon={<Smartphone {...ICON} />}>
        <NotificationSettings />
      </Row>
      <Row icon={<Mail {...ICON} />}>
        <EmailRow changes={changes} />
      </Row>
      <Row icon={<MessageSquareText {...ICON} />}>
        <Switch
          label={phoneNumber ? formatPhoneNumber(phoneNumber) : 'Text messages'}
          hint="One text where neither a device nor email works"
          checked={TEXTS.some((name) => changes.shown.on.includes(name))}
          onCheckedChange={(on) => changes.flipAll(TEXTS, on)}
        />
        <NotSavedWords notSaved={changes.notSaved} about={TEXTS} />
      </Row>
    </ol>
  );
}

function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-1.5">
      <span className="pt-2">{icon}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

function EmailRow({ changes }: { changes: SettingChanges }) {
  const { data } = useEntity(notificationQueries().email);
  const address = data?.address ?? null;
  return (
    <>
      <div className="flex min-h-13 items-center gap-4 py-2">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold text-[0.9375rem]">{address ?? 'Email'}</p>
          <p className="text-[0.875rem] text-soft">
            {data ? emailWords(data) : 'Where push fails'}
          </p>
        </div>
        {data?.offered !== false && (
          <TextLink to={paths.email()}>{address === null ? 'Add' : 'Change'}</TextLink>
        )}
      </div>
      {address !== null && (
        <>
          <Switch
            label={FIRST_LINES.title}
            hint={FIRST_LINES.hint}
            checked={changes.shown.on.includes('email:firstLines')}
            onCheckedChange={(on) => changes.flip('email:firstLines', on)}
          />
          <NotSavedWords notSaved={changes.notSaved} about={['email:firstLines']} />
        </>
      )}
    </>
  );
}

function emailWords({
  offered,
  address,
  suppressed,
}: {
  readonly offered: boolean;
  readonly address: string | null;
  readonly suppressed: 'BOUNCE' | 'COMPLAINT' | null;
}): string {
  if (!offered) return 'Email isn’t available here yet';
  if (address === null) return 'No address yet, so nothing comes by email';
  if (suppressed === 'BOUNCE') return 'Emails to it came back, so we send none';
  if (suppressed === 'COMPLAINT') return 'One was called spam, so we send none';
  return 'Confirmed · where no device gets it';
}
