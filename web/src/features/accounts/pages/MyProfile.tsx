import { ChartNoAxesColumn, Gift, Globe, Heart, Share2, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { REFERRAL_BONUS } from '#shared/rules/accounts/referrals.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { fromAddress } from '#web/shell/previous-address.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { List, SettingRow } from '#web/ui/List.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import { ShareButtons } from '../../profiles/ShareButtons.tsx';
import { displayAddress, ownProfileLink } from '../../profiles/share.ts';
import { useTakesMessages } from '../use-takes-messages.ts';
import { pricingQueries } from './account-queries.ts';

export const loader = queryLoader(pricingQueries);

/* The address of the user's profile as a QR code, a link and a picture. docs/product/profiles.md#sharing-the-profile */
export function Component() {
  const { fullName, username, profileImageUrl } = useCurrentUser();
  const shared = ownProfileLink(username);
  const closed = useTakesMessages() === false;
  return (
    <Page title="My profile">
      <div className="letter mt-2 grid justify-items-center px-6 py-7 text-center">
        <Avatar name={fullName} imageUrl={profileImageUrl} size="lg" />
        <h2 dir="auto" className="wrap-anywhere mt-3 font-medium font-serif text-2xl leading-tight">
          {fullName}
        </h2>
        <p className="wrap-anywhere text-soft">@{username}</p>
        <div className="my-4 grid w-full justify-items-center border-rule border-y py-4">
          <QrCode text={shared.qr ?? shared.url} label={`QR code of ${displayAddress(shared)}`} />
        </div>
        <p className="text-[0.875rem] text-soft">Your address</p>
        <p className="font-semibold text-lg">
          <WebAddress address={displayAddress(shared)} />
        </p>
      </div>
      <p className="my-5 text-soft">
        Put it where people already ask you things. Whoever opens it sees who you are and{' '}
        {closed ? (
          <>
            that you’re not accepting letters right now.{' '}
            <TextLink to={paths.updateInboundMessageConfig()}>Change that</TextLink>
          </>
        ) : (
          'what an answer costs.'
        )}
      </p>
      <ShareButtons shared={shared} qrName={`replypaid-${username}.png`} />
      <div className="mt-2 mb-5 grid">
        <Button variant="quiet" render={<Link to={paths.profile(username)} />}>
          View public profile
        </Button>
      </div>
      <List label="More about your profile">
        <SettingRow
          icon={<UserRound aria-hidden size={20} />}
          title="Edit profile"
          value="name, bio and category"
          render={<Link to={paths.editProfile()} />}
        />
        <SettingRow
          icon={<Heart aria-hidden size={20} />}
          title="Thank-yous"
          value="who said thanks, and what you show"
          render={<Link to={paths.thanks()} state={fromAddress(paths.myProfile())} />}
        />
        <SettingRow
          icon={<Share2 aria-hidden size={20} />}
          title="Share kit"
          value="for your site, posters and emails"
          render={<Link to={paths.share()} />}
        />
        <SettingRow
          icon={<Globe aria-hidden size={20} />}
          title="Public answers"
          value="what you published, or asked to"
          render={<Link to={paths.ownPublicAnswers()} />}
        />
        <SettingRow
          icon={<ChartNoAxesColumn aria-hidden size={20} />}
          title="Analytics"
          value="how many look, write and pay"
          render={<Link to={paths.analytics()} />}
        />
        <SettingRow
          icon={<Gift aria-hidden size={20} />}
          title="Invite people"
          value={`earn ${formatMoney(REFERRAL_BONUS)}`}
          render={<Link to={paths.invite()} />}
        />
      </List>
    </Page>
  );
}
