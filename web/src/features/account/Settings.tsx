import { useQuery } from '@tanstack/react-query';
import { LogOut, Tag, UserRound, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { viewAccountBalance, viewInboundSettings } from '../../../../shared/api/account.ts';
import { type Cents, formatMoney } from '../../../../shared/money.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { query } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { chooseTheme, readTheme, type Theme } from '../../shell/theme.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Field } from '../../ui/Field.tsx';
import { List, SettingRow } from '../../ui/List.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';

const ICON = { 'aria-hidden': true, size: 20 } as const;

/* The way to everything about the account. */
export function Component() {
  const { fullName, username, profileImageUrl } = useCurrentUser();
  const pricing = useQuery(query(viewInboundSettings, {})).data?.data[0];
  const balance = useQuery(query(viewAccountBalance, {})).data?.data[0];
  return (
    <Page title="Settings" action={<span />}>
      <div className="flex flex-col gap-7">
        <div className="flex items-center gap-4 pt-2">
          <Avatar name={fullName} imageUrl={profileImageUrl} size="lg" />
          <div className="min-w-0">
            <p className="truncate font-semibold text-lg">{fullName}</p>
            <p className="truncate text-soft">@{username}</p>
          </div>
        </div>
        <List label="Account">
          <SettingRow
            icon={<Tag {...ICON} />}
            title="Your price"
            value={pricing && priceWords(pricing)}
            render={<Link to={paths.inboundMessageConfig()} />}
          />
          <SettingRow
            icon={<Wallet {...ICON} />}
            title="Account balance"
            value={balance && formatMoney(balance.accountBalance)}
            render={<Link to={paths.accountBalance()} />}
          />
          <SettingRow
            icon={<UserRound {...ICON} />}
            title="My profile"
            render={<Link to={paths.myProfile()} />}
          />
        </List>
        <ThemeChoice />
        <List label="Session">
          <SettingRow
            icon={<LogOut {...ICON} />}
            title="Sign out"
            render={<Link to={paths.logout()} />}
          />
        </List>
      </div>
    </Page>
  );
}

function priceWords(pricing: { paidResponsePrice: Cents; paidResponseCommitment: number }): string {
  return pricing.paidResponseCommitment === 0
    ? 'Not accepting'
    : formatMoney(pricing.paidResponsePrice);
}

const THEMES = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <Field label="Appearance" group>
      <RadioCards
        value={theme}
        options={THEMES}
        onValueChange={(chosen) => {
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      />
    </Field>
  );
}
