import { Link } from 'react-router';
import { SUPPORT_USERNAME } from '../../../../../../shared/brand.ts';
import { serverNow } from '../../../../api/clock.ts';
import { useSession } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import { fromAddress } from '../../../../shell/previous-address.ts';
import { ActionBar } from '../../../../ui/ActionBar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Stamp } from '../../../../ui/Stamp.tsx';
import { UnblockButton } from '../../../contacts/UnblockButton.tsx';
import { firstName } from '../../../conversations/conversation.ts';
import { rememberFromSearch } from '../../../conversations/drafts/device-draft.ts';
import { promiseWords } from '../../odds-words.ts';
import { ChatButton } from './ChatButton.tsx';
import type { PublicProfile } from './public-profile.ts';

/* The price with the contact button, or why nobody can write. docs/product/profiles.md#contact-button */
export function ContactBar({ profile, own }: { profile: PublicProfile; own: boolean }) {
  if (own) return <OwnBar profile={profile} />;
  if (profile.username === SUPPORT_USERNAME) return <SupportBar />;
  if (profile.blocked) return <BlockedBar profile={profile} />;
  const fault = unavailableReason(profile);
  if (fault) {
    return (
      <ActionBar low>
        <p className="col-span-full text-balance pb-2 text-center text-soft short:pb-0 short:text-[0.875rem]">
          {fault}
        </p>
        <ChatButton profile={profile} />
      </ActionBar>
    );
  }
  return <AskBar profile={profile} />;
}

function AskBar({ profile }: { profile: PublicProfile }) {
  const session = useSession();
  // The time zone of this device is not known to the server, which renders the page for visitors.
  const now = session && serverNow();
  const to = session ? paths.createInbox(profile.id) : paths.login(profile.username);
  return (
    <ActionBar
      low
      before={<Stamp price={profile.paidResponsePrice} width={92} />}
      note={promiseWords(profile.paidResponsePrice, now)}
    >
      <Button
        variant="money"
        block
        onClick={() => rememberFromSearch(profile.id, false)}
        render={<Link to={to} />}
      >
        Contact {profile.tiers ? 'from' : 'for'} {profile.paidResponsePriceFormatted}
      </Button>
      <ChatButton profile={profile} />
    </ActionBar>
  );
}

/* For somebody who blocked this person. */
function BlockedBar({ profile: { id: userId, fullName } }: { profile: PublicProfile }) {
  return (
    <ActionBar low>
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
    <ActionBar low note="Free of charge.">
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
      before={accepting && <Stamp price={profile.paidResponsePrice} width={92} />}
      note={
        accepting
          ? 'This is how others see you.'
          : 'Others see that you are not accepting messages.'
      }
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

function OwnSupportBar() {
  return (
    <ActionBar low note="Others write to you here, free of charge.">
      <Button block render={<Link to={paths.inbox()} />}>
        Read help tickets
      </Button>
      <Button variant="quiet" block render={<Link to={paths.editProfile()} />}>
        Edit profile
      </Button>
    </ActionBar>
  );
}

/** The reason why this person cannot receive messages now; undefined if they can. */
function unavailableReason({
  fullName,
  paidResponseCommitment,
  active,
}: PublicProfile): string | undefined {
  const name = firstName(fullName);
  if (paidResponseCommitment === 0) return `${name} is not accepting messages at the moment.`;
  if (active) return undefined;
  return `${name} has taken all the messages of this month. A new month starts on the 1st.`;
}
