import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { removePaymentMethod } from '#shared/api/card-removal.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { refresh } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useConfirm } from '#web/forms/confirm.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { usePreviousAddress } from '#web/shell/previous-address.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { badgeLossOf, removedCardWords, shownBadge } from '../badge-loss.ts';
import { CardName } from '../card/CardName.tsx';
import { cardWords } from '../card/card-words.ts';
import { cardQueries } from './plan-queries.ts';

export const loader = queryLoader(cardQueries);

const TITLE = 'Payment method';

/* The card on file, and a link to replace it. docs/product/billing.md#card-on-file */
export function Component() {
  const cards = useQuery(cardQueries().cards);
  const back = usePreviousAddress(paths.settings());
  const state: unknown = useLocation().state;
  return (
    <QueryPage
      title={TITLE}
      back={back}
      query={cards}
      failed="We couldn’t load your payment method."
      skeleton={<CardSkeleton height={64} />}
    >
      {({ data: [card] }) => (
        <Page
          title={TITLE}
          back={back}
          actionBar={
            <ActionBar>
              <Button block render={<Link to={paths.updatePaymentMethod()} state={state} />}>
                {card ? 'Update Payment Method' : 'Add Payment Method'}
              </Button>
              {card && <RemoveButton name={cardWords(card)} />}
            </ActionBar>
          }
        >
          {card ? (
            <div className="grid gap-4 pt-2">
              <p className="flex min-h-16 flex-wrap items-center gap-3 rounded-card border border-rule bg-card px-5 py-3 text-lg">
                <CardName {...card} />
              </p>
              <p className="text-soft">
                It pays for the letters you send and for your plan. Our payment provider keeps it;
                we see its brand and the last four digits.
              </p>
            </div>
          ) : (
            <EmptyState drawing="card" title="No Payment Method Found">
              Add a card to pay for letters in one step, and for a plan.
            </EmptyState>
          )}
        </Page>
      )}
    </QueryPage>
  );
}

/** `name`: what is removed, such as `Visa 4242`. */
function RemoveButton({ name }: { name: string }) {
  const loss = badgeLossOf(useCurrentUser(), { nameOnCard: null });
  const { ask, dialog } = useConfirm(async () => {
    await call(removePaymentMethod, {});
    toast.success(
      loss
        ? `${name} is removed. Your profile shows ${shownBadge(loss.to)} now.`
        : `${name} is removed.`,
    );
    void refresh(viewPaymentMethod, checkUser);
  }, `${name} wasn’t removed. Please try again.`);
  return (
    <>
      <Button block variant="quiet" onClick={ask}>
        Remove Payment Method
      </Button>
      <Confirm
        {...dialog}
        title={`Remove ${name}?`}
        description={`Our payment provider deletes it. To pay, you enter or choose one again.${loss ? ` ${removedCardWords(loss)}` : ''}`}
        action="Remove"
        actionVariant="danger"
      />
    </>
  );
}
