import {
  AtSign,
  ChartNoAxesColumn,
  Gift,
  Heart,
  Link2,
  QrCode,
  Share2,
  UserRound,
} from 'lucide-react';
import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { SettingRow } from '#web/ui/List.tsx';
import { ICON, RowsSection } from './Section.tsx';
import { socialsInUse } from './setting-values.ts';

/* Links to what others see of the user. */
export function ProfileRows() {
  const user = useCurrentUser();
  return (
    <RowsSection title="Profile">
      <SettingRow
        icon={<UserRound {...ICON} />}
        title="Edit profile"
        render={<Link to={paths.editProfile()} />}
      />
      <SettingRow
        icon={<AtSign {...ICON} />}
        title="Social links"
        value={socialsInUse(user)}
        render={<Link to={paths.editSocialLinks()} />}
      />
      <SettingRow
        icon={<Link2 {...ICON} />}
        title="Links"
        render={<Link to={paths.userLinks()} />}
      />
      <SettingRow
        icon={<Heart {...ICON} />}
        title="Thank-yous"
        render={<Link to={paths.thanks()} state={fromAddress(paths.settings())} />}
      />
      <SettingRow
        icon={<QrCode {...ICON} />}
        title="My profile and QR code"
        render={<Link to={paths.myProfile()} />}
      />
      <SettingRow
        icon={<Share2 {...ICON} />}
        title="Share kit"
        render={<Link to={paths.share()} />}
      />
      <SettingRow
        icon={<ChartNoAxesColumn {...ICON} />}
        title="Analytics"
        render={<Link to={paths.analytics()} />}
      />
      <SettingRow
        icon={<Gift {...ICON} />}
        title="Invite people"
        render={<Link to={paths.invite()} />}
      />
    </RowsSection>
  );
}
