import { Link } from 'react-router';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { serverNow } from '#web/api/clock.ts';
import { useSession } from '#web/api/session.ts';
import { UnblockButton } from '#web/features/contacts/UnblockButton.tsx';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { unavailableWords } from '../../availability-words.ts';
import { promiseWords } from '../../odds-words.ts';
import type { PublicProfile } from '../../public-profile.ts';
import { useBackToList } from './back-to-list.ts';
import { ChatButton } from './ChatButton.tsx';
import { ContactFacts } from './ContactFacts.tsx';
import { Envelope } from './Envelope.tsx';
import { pressContact } from './press-contact.ts';

const WaitlistButton = lazyPart(
  async () => (await import('../../WaitlistButton.tsx')).WaitlistButton,
);

/* The price with the contact button, or why nobody can write. docs/product/profiles.md#contact-button */
export function ContactBar({ profile, own }: { profile: PublicProfile; own: boolean }) {
  if (own) return <OwnBar profile={profile} />;
  if (profile.username === SUPPORT_USERNAME) return <SupportBar />;
  if (profile.blocked) return <BlockedBar profile={profile} />;
  return <OthersBar profile={profile} />;
}

function OthersBar({ profile }: { profile: PublicProfile }) {
  const session = useSession();
  const fault = unavailableWords(profile, session && serverNow());
  if (!fault) return <AskBar profile={profile} />;
  return (
    <ActionBar low column={{}}>
      <p className="col-span-full text-balance pb-2 text-center text-soft short:pb-0 short:text-[0.875rem]">
        {fault}
      </p>
      {profile.full &&
        (session ? (
          <WaitlistButton userId={profile.id} asked={profile.full.asked} />
        ) : (
          <Button block render={<Link to={paths.login(profile.username)} />}>
            Notify me when there’s an opening
          </Button>
        ))}
      <ChatButton profile={profile} />
    </ActionBar>
  );
}

function AskBar({ profile }: { profile: PublicProfile }) {
  const session = useSession();
  // The time zone of this device is not known to the server, which renders the page for visitors.
  const now = session && serverNow();
  const to = session ? paths.createInbox(profile.id) : paths.signInToWrite(profile.username);
  const isFromSearch = useBackToList() !== undefined;
  const isYourPrice = profile.yourPrice === profile.paidResponsePrice;
  return (
    <ActionBar
      low
      before={<Stamp price={profile.paidResponsePrice} width={76} />}
      column={{
        above: <Envelope profile={profile} own={false} />,
        below: <ContactFacts profile={profile} />,
      }}
      note={`${isYourPrice ? 'Your price. ' : ''}${promiseWords(profile.paidResponsePrice, now)}`}
    >
      <Button
        variant="money"
        block
        onClick={() => pressContact(profile.id, isFromSearch)}
        render={<Link to={to} data-press={profile.id} />}
      >
        Contact {profile.tiers ? 'from' : 'for'} {profile.paidResponsePriceFormatted}
      </Button>
      <ChatButton profile={profile} />
    </ActionBar>
  );
}

/* The bar for a viewer who blocked this person. */
function BlockedBar({ profile: { id: userId, fullName } }: { profile: PublicProfile }) {
  return (
    <ActionBar low column={{}}>
      <p className="col-span-full text-balance text-center text-soft short:text-[0.875rem]">
        You blocked this person.
      </p>
      <UnblockButton block person={{ userId, fullName }} />
    </ActionBar>
  );
}

/* Messages to the support account are free. docs/product/support.md */
function SupportBar() {
  return (
    <ActionBar low column={{}} note="Free.">
      <Button
        block
        render={
          <Link to={paths.helpTicket()} state={fromAddress(paths.profile(SUPPORT_USERNAME))} />
        }
      >
        Contact support
      </Button>
    </ActionBar>
  );
}

function OwnBar({ profile }: { profile: PublicProfile }) {
  const accepting = profile.paidResponseCommitment > 0;
  // The support account has no price to change.
  if (profile.username === SUPPORT_USERNAME) return <OwnSupportBar />;
  return (
    <ActionBar
      low
      before={accepting && <Stamp price={profile.paidResponsePrice} width={76} />}
      column={{ above: accepting && <Envelope profile={profile} own /> }}
      note={ownNote(profile)}
    >
      <Button
        block
        render={
          <Link to={profile.tiers ? paths.updateTiers() : paths.updateInboundMessageConfig()} />
        }
      >
        Change your price
      </Button>
      <Button variant="quiet" block render={<Link to={paths.editProfile()} />}>
        Edit profile
      </Button>
    </ActionBar>
  );
}

function ownNote({ paidResponseCommitment, paused, full }: PublicProfile): string {
  if (paidResponseCommitment === 0 || paused)
    return 'Others see that you aren’t accepting letters.';
  return full ? 'Others see that you are full right now.' : 'This is how others see you.';
}

function OwnSupportBar() {
  return (
    <ActionBar low column={{}} note="Others write to you here for free.">
      <Button block render={<Link to={paths.inbox()} />}>
        Read help tickets
      </Button>
      <Button variant="quiet" block render={<Link to={paths.editProfile()} />}>
        Edit profile
      </Button>
    </ActionBar>
  );
}
