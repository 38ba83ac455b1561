import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from 'react-router';
import { createUserLink, verifyLink } from '#shared/api/links.ts';
import type { Input, Output } from '#shared/api/operation.ts';
import { LINK_NAME_MAX } from '#shared/rules/links/links.ts';
import { call } from '#web/api/client.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { toast } from '#web/ui/Toast.tsx';
import type { LinkValues } from './link-values.ts';
import { type OwnLink, refreshLinks } from './own-links.ts';

/* The form for the name and address of a link. docs/product/links.md#adding-and-editing */

export type LinkWords = Input<typeof createUserLink>;

const VisibilityFields = lazyPart(
  async () => (await import('./VisibilityFields.tsx')).VisibilityFields,
  () => <div className="min-h-13" />,
);

export type LinkFormProps = {
  title: string;
  draftKey: string;
  values?: LinkValues;
  save: (words: LinkWords) => Promise<Output<typeof createUserLink>>;
  /** The message if saving fails. */
  failed: string;
};

/** Checks whether the page of a saved link links back. Most do not, so only a good result is shown, in the list. */
async function checkSaved({ id, linkUrl }: OwnLink): Promise<void> {
  if (!linkUrl.startsWith('https:')) return;
  try {
    await call(verifyLink, { linkId: id });
    await refreshLinks();
  } catch {
    // The list offers the check.
  }
}

export function LinkForm({ title, draftKey, values, save, failed }: LinkFormProps) {
  const leave = useLeaveForm();
  const { form, clearDraft } = useDraftForm<LinkValues, LinkWords>({
    draftKey,
    resolver: zodResolver(createUserLink.input) as never,
    defaultValues: values ?? { linkName: '', linkUrl: '' },
  });
  const submission = useSubmission(form, {
    failed,
    send: async (typed) => {
      const { data } = await save(typed);
      clearDraft();
      await refreshLinks();
      if (data[0]) void checkSaved(data[0]);
      toast.success('Link saved');
      leave(paths.userLinks());
    },
  });
  const { errors } = form.formState;
  return (
    <FormPage
      title={title}
      back={paths.userLinks()}
      {...submission}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<Link to={paths.userLinks()} />}>
          Cancel
        </Button>
      }
    >
      <Field label="Link Name" error={errors.linkName?.message}>
        <TextInput
          {...form.register('linkName')}
          placeholder="Enter name"
          maxLength={LINK_NAME_MAX}
          autoComplete="off"
        />
      </Field>
      <Field
        label="Link Url"
        error={errors.linkUrl?.message}
        hint="Your profile shows the name, and under it the site it leads to."
      >
        <TextInput
          {...form.register('linkUrl')}
          placeholder={window.location.host}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <VisibilityFields form={form} />
    </FormPage>
  );
}
