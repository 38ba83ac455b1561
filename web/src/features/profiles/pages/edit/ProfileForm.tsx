import { zodResolver } from '@hookform/resolvers/zod';
import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { updateUserProfile } from '#shared/api/profile-changes.ts';
import { call } from '#web/api/client.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { refresh } from '#web/api/queries.ts';
import { afterOtherName, badgeLossOf, otherNameWords } from '#web/features/billing/badge-loss.ts';
import { useBadgeConfirmation } from '#web/features/billing/use-badge-confirmation.tsx';
import { useSubmission } from '#web/forms/submission.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { BioField } from './BioField.tsx';
import { EditableAvatar } from './EditableAvatar.tsx';
import { NameFields } from './NameFields.tsx';
import { differs, type ProfileValues, valuesOf, valuesOfDraft } from './profile-values.ts';
import { showSaved } from './saved-user.ts';
import { useUnsavedChanges } from './UnsavedChanges.tsx';

const DiscoveryFields = lazyPart(
  async () => (await import('./DiscoveryFields.tsx')).DiscoveryFields,
  () => <div className="min-h-72" />,
);

export const EDIT_PROFILE = 'Edit profile';

export function ProfileForm({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const draft = useDraft(`editProfile_${user.id}`);
  const [saved] = useState(() => valuesOf(user));
  const [restored, setRestored] = useState(() => restorable(draft.read(), saved));
  const form = useForm({
    resolver: zodResolver(updateUserProfile.input),
    defaultValues: restored ?? saved,
  });
  const typed = useWatch({ control: form.control, compute: (values) => values as ProfileValues });
  const unsaved = differs(saved, typed);
  const leave = useLeaveForm();
  const { letGo, question } = useUnsavedChanges({
    unsaved,
    drafted: true,
    within: [paths.editAvatar()],
    onLeave: draft.clear,
  });
  useEffect(() => {
    if (unsaved) draft.write(JSON.stringify(typed));
    else draft.clear();
  }, [draft, typed, unsaved]);

  const badge = useBadgeConfirmation({
    badge: 'Save without the badge',
    cardName: 'Save this name',
  });
  const submission = useSubmission(form, {
    failed: 'There was an error while updating your account. Please try again.',
    send: async (input) => {
      const loss = badgeLossOf(user, { fullName: input.userFullName });
      const goesOn = await badge.ask(loss, (lost) => otherNameWords(user, lost));
      if (!goesOn) return undefined;
      const { data } = await call(updateUserProfile, input);
      letGo();
      draft.clear();
      if (input.username !== saved.username) {
        toast.success(`You are @${input.username} now. Please sign in with your new username.`, {
          outlivesSession: true,
        });
        return navigate(paths.logout(), { replace: true });
      }
      await showSaved(data[0] ?? {});
      // The home screen shows an alert about the lost badge.
      if (loss) await refresh(viewDashboardStats);
      toast.success(
        loss ? `Your profile is saved. ${afterOtherName(loss)}` : 'Your profile is saved',
      );
      return leave(paths.dashboard());
    },
  });
  const startOver = () => {
    form.reset(saved);
    setRestored(undefined);
  };
  return (
    <FormPage
      title={EDIT_PROFILE}
      back={paths.settings()}
      {...submission}
      submit="Save All Changes"
    >
      <EditableAvatar user={user} />
      {restored && (
        <Banner
          tone="neutral"
          icon={History}
          title="You hadn’t saved this yet"
          action={
            <Button variant="quiet" size="md" onClick={startOver}>
              Discard my changes
            </Button>
          }
        >
          We kept what you changed the last time you were here.
        </Banner>
      )}
      <NameFields form={form} user={user} />
      <BioField key={restored ? 'restored' : 'saved'} form={form} />
      <DiscoveryFields form={form} />
      {question}
      {badge.question}
    </FormPage>
  );
}

/** The unsaved values of an earlier visit; undefined if there are none, or they equal the saved ones. */
function restorable(draft: string, saved: ProfileValues): ProfileValues | undefined {
  const values = valuesOfDraft(draft, saved);
  return values && differs(saved, values) ? values : undefined;
}
