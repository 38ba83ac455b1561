import { useState } from 'react';
import { viewEmail } from '#shared/api/email.ts';
import { query, useEntity } from '../../api/queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { EmailOfferFormProps } from './EmailOfferForm.tsx';
import { change, readSettings } from './stored-settings.ts';
import { useNotifications } from './use-notifications.ts';

const EmailOfferForm = lazyPart<EmailOfferFormProps>(
  async () => (await import('./EmailOfferForm.tsx')).EmailOfferForm,
);

/*
 * Offers an email address in place, where this browser cannot show notifications: the user enters the address, and the page of the
 * address asks for the code that was sent to it. A user who declines is not asked again on this device.
 */
export function EmailOffer({ title }: { title: string }) {
  const [declined, setDeclined] = useState(readSettings().noEmail);
  const { data } = useEntity(query(viewEmail, {}));
  if (declined || !data?.offered || data.address !== null) return null;
  const decline = () => {
    change({ noEmail: true });
    setDeclined(true);
  };
  return <EmailOfferForm title={title} onDecline={decline} />;
}

/* The same offer, only where this browser cannot show notifications. */
export function EmailWherePushFails({ title }: { title: string }) {
  const { status } = useNotifications();
  return status === 'on' || status === 'off' ? null : <EmailOffer title={title} />;
}
