import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CreditCard, Tag, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useEntity } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { SettingRow } from '#web/ui/List.tsx';
import { settingsQueries } from '../account-queries.ts';
import { ICON, RowsSection } from './Section.tsx';
import { cardWords, planWords, priceWords } from './setting-values.ts';

/* Price, earnings and plan. Figures that have not loaded are left out; their rows still work as links. */
export function MoneyRows() {
  const { licenseId } = useCurrentUser();
  const pricing = useEntity(settingsQueries().pricing).data;
  const balance = useEntity(settingsQueries().balance).data;
  const cards = useQuery(settingsQueries().cards).data?.data;
  return (
    <RowsSection title="Money">
      <SettingRow
        icon={<Tag {...ICON} />}
        title="Prices and availability"
        value={pricing && priceWords(pricing)}
        render={<Link to={paths.inboundMessageConfig()} />}
      />
      <SettingRow
        icon={<Wallet {...ICON} />}
        title="Account Balance"
        value={balance && formatMoney(balance.accountBalance)}
        render={<Link to={paths.accountBalance()} />}
      />
      <SettingRow
        icon={<BadgeCheck {...ICON} />}
        title="Subscription"
        value={planWords(licenseId)}
        render={<Link to={paths.subscription()} />}
      />
      <SettingRow
        icon={<CreditCard {...ICON} />}
        title="Payment method"
        value={cards && cardWords(cards)}
        render={<Link to={paths.paymentMethod()} />}
      />
    </RowsSection>
  );
}
