import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { PagedList } from '#web/shell/PagedList.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Row } from '#web/ui/List.tsx';
import { contactPricesQueries } from './price-queries.ts';

export const loader = queryLoader(contactPricesQueries);

/* The contacts who pay a price of their own. docs/product/contacts.md#prices-for-contacts */
export function Component() {
  const list = useInfiniteQuery(contactPricesQueries().list);
  return (
    <Page title="Prices for contacts" back={paths.inboundMessageConfig()}>
      <div className="grid gap-4">
        <p className="text-soft">
          These contacts pay another price than everyone else. Each of them sees only their own.
        </p>
        <PagedList
          label="Prices for contacts"
          list={list}
          keyOf={({ userContactId }) => userContactId}
          empty={
            <EmptyState
              drawing="people"
              title="NO PRICES FOR CONTACTS"
              action={
                <Button size="md" render={<Link to={paths.contacts()} />}>
                  Go to Contacts
                </Button>
              }
            >
              Give a contact a price of their own in the menu of your contacts.
            </EmptyState>
          }
          older="Load more contacts"
        >
          {({ userContactId, fullName, username, profileImageUrl, price }) => (
            <Row
              before={<Avatar name={fullName} imageUrl={profileImageUrl} />}
              title={fullName}
              subtitle={`@${username}`}
              trailing={price === null ? 'Free' : formatMoney(price)}
              render={<Link to={paths.contactPrice(userContactId)} />}
            />
          )}
        </PagedList>
      </div>
    </Page>
  );
}
