import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import * as z from 'zod/mini';
import { updateContactPrice, viewContactPrices } from '#shared/api/contact-prices.ts';
import type { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { forContact, noContact } from '#shared/messages/prices.ts';
import { type Cents, formatMoney, toDollars } from '#shared/money.ts';
import type { CONTACT_TERMS } from '#shared/rules/contacts/contact-terms.ts';
import { responsePrice } from '#shared/rules/conversations/pricing.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { call } from '#web/api/client.ts';
import { refresh, useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { useDraftForm } from '#web/forms/draft-form.ts';
import { PriceInput } from '#web/forms/PriceInput.tsx';
import { useSubmission } from '#web/forms/submission.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Page } from '#web/shell/Page.tsx';
import { usePreviousAddress } from '#web/shell/previous-address.ts';
import { QueryPage, together } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { PersonCard } from '../../profiles/PersonCard.tsx';
import { contactPriceQueries } from './price-queries.ts';

export const loader = queryLoader(contactPriceQueries);

const TITLE = 'Price for a contact';

type Person = Output<typeof viewUserProfile>['data'][number];
type Pricing = Output<typeof viewInboundSettings>['data'][number];
type Terms = (typeof CONTACT_TERMS)[number];

/* Changes what an answer costs a contact. docs/product/contacts.md#prices-for-contacts */
export function Component() {
  const userId = usePathParameter('userId');
  const queries = contactPriceQueries({ params: { userId } });
  const person = useEntity(queries.person);
  const pricing = useEntity(queries.pricing);
  return (
    <QueryPage
      title={TITLE}
      back={paths.contactPrices()}
      query={together(person, pricing)}
      failed="We couldn’t load this price."
      skeleton={<CardSkeleton height={320} />}
      missing={<Navigate to={paths.profileNotFound()} replace />}
    >
      {([contact, settings]) =>
        contact.contactState === 'CONTACT' ? (
          <PriceForm contact={contact} settings={settings} />
        ) : (
          <NoContact {...contact} />
        )
      }
    </QueryPage>
  );
}

function NoContact({ fullName, username }: Person) {
  return (
    <Page title={TITLE} back={paths.contactPrices()}>
      <div className="grid justify-items-start gap-4">
        <p className="text-soft">{noContact(fullName)}</p>
        <Button size="md" render={<Link to={paths.profile(username)} />}>
          See the profile
        </Button>
      </div>
    </Page>
  );
}

const ownPrice = z.object({ price: responsePrice });

type PriceFormState = UseFormReturn<{ price: string }, unknown, { price?: Cents }>;

const termsOf = (given: Cents | null | undefined): Terms =>
  given === undefined ? 'USUAL' : given === null ? 'FREE' : 'OWN';

function PriceForm({ contact, settings }: { contact: Person; settings: Pricing }) {
  const { id: userContactId, fullName, username, profileImageUrl, givenPrice } = contact;
  const leave = useLeaveForm();
  const back = usePreviousAddress(paths.contactPrices());
  const draftKey = `contactPrice_${userContactId}`;
  const [terms, setTerms] = useState<Terms>(() =>
    // A price that somebody began to type before a reload.
    deviceStorage.getItem(draftKey) === null ? termsOf(givenPrice) : 'OWN',
  );
  const draft = useDraftForm({
    draftKey,
    // Only a price of their own is checked and sent.
    resolver: zodResolver(terms === 'OWN' ? ownPrice : z.object({})) as never,
    defaultValues: {
      price: typeof givenPrice === 'number' ? toDollars(givenPrice).toFixed(2) : '',
    },
  });
  const form: PriceFormState = draft.form as never;
  const submission = useSubmission(form, {
    failed: 'Error while saving the price. Please try again.',
    send: async (values) => {
      await call(updateContactPrice, { userContactId, terms, ...values });
      draft.clearDraft();
      await refresh(viewContactPrices, viewUserProfile);
      toast.success('Saved');
      leave(back);
    },
  });
  return (
    <FormPage
      title={TITLE}
      back={back}
      {...submission}
      submit="Save"
      secondary={
        <Button variant="quiet" block render={<Link to={back} />}>
          Cancel
        </Button>
      }
      note={forContact.note}
    >
      <PersonCard name={fullName} username={username} imageUrl={profileImageUrl} />
      <Field label={`What ${firstName(fullName)} pays`} group="radios">
        <RadioCards value={terms} onValueChange={setTerms} options={optionsOf(settings)} />
      </Field>
      {terms === 'OWN' && <Price form={form} />}
    </FormPage>
  );
}

function Price({ form }: { form: PriceFormState }) {
  return (
    <Controller
      control={form.control}
      name="price"
      render={({ field, fieldState }) => (
        <Field label="Price per response" error={fieldState.error?.message}>
          <PriceInput field={field} />
        </Field>
      )}
    />
  );
}

function optionsOf({ paidResponsePrice, tiers }: Pricing) {
  const price = formatMoney(startingPrice({ paidResponsePrice, ...(tiers && { tiers }) }));
  return [
    { value: 'USUAL', label: `Your usual price, ${tiers ? 'from ' : ''}${price}` },
    {
      value: 'OWN',
      label: 'A price of their own',
      hint: tiers ? forContact.ownWithTiers : forContact.own,
    },
    {
      value: 'FREE',
      label: 'Free, in the chat',
      hint: forContact.free,
    },
  ] as const;
}
