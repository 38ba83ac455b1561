import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import * as z from 'zod/mini';
import { createUser } from '#shared/api/auth.ts';
import type { DraftWords } from '#shared/rules/conversations/drafts.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { tabStorage } from '#web/api/storage.ts';
import { clearReferral, storedReferral } from '#web/features/accounts/stored-referral.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import type { Profile } from '#web/features/conversations/recipient.ts';
import { WaySteps } from '#web/features/conversations/WaySteps.tsx';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { PageHeading } from '#web/shell/Page.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { registrationInProgress } from '../../flow-state.ts';
import { PhoneNumberField } from '../../PhoneNumberField.tsx';
import { PASSWORD_RULES } from '../../password-rules.ts';
import { phoneNumber } from '../../phone-number.ts';
import { useProposedUsername } from '../../use-proposed-username.ts';
import { Agreement } from '../sign-in/Agreement.tsx';
import { UsernameField } from '../sign-in/UsernameField.tsx';
import { LetterSlip } from './LetterSlip.tsx';

/** What both states of the screen know of the letter. */
export type Way = {
  readonly recipient: Profile;
  readonly letter: DraftWords;
  /** What the sender chose to pay for. */
  readonly tierId: string | undefined;
  /** The address of the letter. */
  readonly back: string;
};

/** A registration that waits for its code. */
export type Registered = {
  readonly userId: string;
  readonly fullName: string;
  readonly phoneNumber: string;
  readonly sentAt: number;
  readonly asSender: { readonly username: string };
  /** Only until the page is closed: it signs in if the response to the right code is lost. */
  readonly password?: string;
};

export const SENDER_TITLE = 'Where does the answer go?';

const formSchema = z.extend(createUser.input, { phoneNumber });

/* Who the letter is from, in one form: neither a plan nor a price is asked for. */
export function SenderForm({
  recipient,
  letter,
  back,
  onRegistered,
}: Way & { onRegistered: (registered: Registered) => void }) {
  const { form, clearDraft } = useDraftForm({
    draftKey: 'first-letter',
    // Nobody is signed in: the draft ends with the tab, and the password is never stored.
    storage: tabStorage,
    resolver: zodResolver(formSchema),
    defaultValues: {
      fullName: '',
      phoneNumber: '',
      username: '',
      password: '',
      invitedByCode: storedReferral(),
      asSender: true,
    },
  });
  const { errors } = form.formState;
  const [fullName, username] = form.watch(['fullName', 'username']);
  useProposedUsername(
    fullName,
    (proposed) => !['', proposed].includes(form.getValues('username')),
    (proposed) =>
      form.setValue('username', proposed, { shouldValidate: errors.username !== undefined }),
  );
  const once = useSendOnce();
  const [isKnown, setKnown] = useState(false);
  const submission = useSubmission(form, {
    failed: 'There was an error while registering your account. Please try again.',
    send: async (input) => {
      setKnown(false);
      try {
        const { data } = await once.send((options) => call(createUser, input, options));
        const [user] = data;
        if (!user) throw new Error('registered nobody');
        const kept = {
          userId: user.id,
          fullName: input.fullName,
          phoneNumber: input.phoneNumber,
          asSender: { username: input.username },
          sentAt: serverNow(),
        };
        registrationInProgress.keep(kept);
        clearDraft();
        clearReferral();
        onRegistered({ ...kept, password: input.password });
      } catch (fault) {
        setKnown(isRefusal(fault, 'PHONE_TAKEN'));
        throw fault;
      }
    },
  });
  const name = firstName(recipient.fullName);
  return (
    <FormPage
      title={SENDER_TITLE}
      documentTitle="Register"
      heading="content"
      back={back}
      lead={<WaySteps step="You" />}
      {...submission}
      submit="Text me the code"
      note={<Agreement />}
    >
      <LetterSlip to={recipient.fullName} subject={letter.subject} />
      <div>
        <PageHeading className="font-serif text-[1.75rem] leading-tight">
          {SENDER_TITLE}
        </PageHeading>
        <p className="mt-1 text-soft">A free account, no plan to choose.</p>
      </div>
      <Field label="Full name" error={errors.fullName?.message}>
        <TextInput autoComplete="name" {...form.register('fullName')} />
      </Field>
      <PhoneNumberField
        hint={
          isKnown ? (
            <>
              Is it yours? <TextLink to={paths.login()}>Sign in</TextLink>, and your letter comes
              with you.
            </>
          ) : (
            `We text you a code. ${name} never sees the number.`
          )
        }
        error={errors.phoneNumber?.message}
        {...form.register('phoneNumber')}
      />
      <UsernameField
        typed={username}
        hint="Made from your name; change it if you like."
        showsAddress={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          rules={PASSWORD_RULES}
          {...form.register('password')}
        />
      </Field>
    </FormPage>
  );
}
