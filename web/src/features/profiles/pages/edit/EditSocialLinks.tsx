import { zodResolver } from '@hookform/resolvers/zod';
import { updateUserSocialLinks } from '#shared/api/social-links.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { toast } from '#web/ui/Toast.tsx';
import { NETWORKS } from './networks.ts';
import { SocialField } from './SocialField.tsx';
import { showSaved } from './saved-user.ts';
import { useUnsavedChanges } from './UnsavedChanges.tsx';

/* Edits the user's accounts on social networks. docs/product/profiles.md#social-links */
export function Component() {
  const leave = useLeaveForm();
  const user = useCurrentUser();
  const { form, clearDraft } = useDraftForm({
    draftKey: 'socialLinks',
    resolver: zodResolver(updateUserSocialLinks.input),
    defaultValues: {
      socialTikTok: user.socialTikTok,
      socialInstagram: user.socialInstagram,
      socialBluesky: user.socialBluesky,
      socialLinkedin: user.socialLinkedin,
      socialYouTube: user.socialYouTube,
    },
  });
  const { errors } = form.formState;
  const typed = form.watch();
  const unsaved = NETWORKS.some(({ name }) => (typed[name] ?? '') !== (user[name] ?? ''));
  const { letGo, question } = useUnsavedChanges({ unsaved, drafted: true, onLeave: clearDraft });
  const submission = useSubmission(form, {
    failed: 'There was an error while updating your account. Please try again.',
    send: async (links) => {
      await call(updateUserSocialLinks, links);
      letGo();
      clearDraft();
      await showSaved({});
      toast.success('Your social links are saved');
      leave(paths.dashboard());
    },
  });
  return (
    <FormPage
      title="Social links"
      back={paths.settings()}
      {...submission}
      submit="Save"
      lead="Your handle or the address of your page, wherever you have one. They show on your profile."
    >
      {NETWORKS.map((network) => (
        <SocialField
          key={network.name}
          network={network}
          typed={form.watch(network.name) ?? ''}
          error={errors[network.name]?.message}
          input={form.register(network.name)}
        />
      ))}
      {question}
    </FormPage>
  );
}
