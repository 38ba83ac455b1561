import {
  Ban,
  FileDown,
  Fingerprint,
  KeyRound,
  LifeBuoy,
  LogOut,
  Mail,
  Phone,
  Scale,
  ScrollText,
  Shield,
  Smartphone,
} from 'lucide-react';
import { Link } from 'react-router';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { SettingRow } from '#web/ui/List.tsx';
import { ICON, RowsSection } from './Section.tsx';

/* Links to the user's password, phone number, devices, blocked people, and decisions about the account. */
export function SecurityRows() {
  const { phoneNumber, nextPhoneNumber } = useCurrentUser();
  return (
    <RowsSection title="Sign-in and security">
      <SettingRow
        icon={<KeyRound {...ICON} />}
        title="Password"
        render={<Link to={paths.changePassword()} />}
      />
      <SettingRow
        icon={<Phone {...ICON} />}
        title="Phone number"
        value={nextPhoneNumber ? 'A change is pending' : phoneNumber}
        render={<Link to={paths.changePhoneNumber()} />}
      />
      <SettingRow
        icon={<Mail {...ICON} />}
        title="Email address"
        render={<Link to={paths.email()} />}
      />
      <SettingRow
        icon={<Fingerprint {...ICON} />}
        title="Devices and passkeys"
        render={<Link to={paths.devicesAndPasskeys()} />}
      />
      <SettingRow
        icon={<Ban {...ICON} />}
        title="Blocked people"
        render={<Link to={paths.blocked()} />}
      />
      <SettingRow
        icon={<Scale {...ICON} />}
        title="Decisions"
        render={<Link to={paths.decisions()} />}
      />
      <SettingRow
        icon={<FileDown {...ICON} />}
        title="Your data and leaving"
        render={<Link to={paths.leaving()} />}
      />
    </RowsSection>
  );
}

export function HelpRows() {
  return (
    <RowsSection title="Help">
      <SettingRow
        icon={<LifeBuoy {...ICON} />}
        title="Ask for help"
        render={<Link to={paths.helpTicket()} state={fromAddress(paths.settings())} />}
      />
      <SettingRow
        icon={<Smartphone {...ICON} />}
        title="Install the app"
        render={<Link to={paths.installApplication()} />}
      />
      <SettingRow
        icon={<ScrollText {...ICON} />}
        title="Usage Policy"
        render={<Link to={paths.usagePolicy()} />}
      />
      <SettingRow
        icon={<Shield {...ICON} />}
        title="Privacy Policy"
        render={<Link to={paths.privacyPolicy()} />}
      />
    </RowsSection>
  );
}

export function SessionRows() {
  const { permissionIds } = useCurrentUser();
  return (
    <RowsSection title="Session">
      {permissionIds.length > 0 && (
        <SettingRow icon={<Scale {...ICON} />} title="Desk" render={<Link to={paths.desk()} />} />
      )}
      <SettingRow
        icon={<LogOut {...ICON} />}
        title="Sign out"
        render={<Link to={paths.logout()} />}
      />
    </RowsSection>
  );
}
