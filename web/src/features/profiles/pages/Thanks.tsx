import { useInfiniteQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import type { viewThanks } from '#shared/api/thanks.ts';
import { SHOWN_THANKS_MAX } from '#shared/rules/conversations/thanks.ts';
import { serverNow } from '#web/api/clock.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { signatureAt } from '#web/features/conversations/thanks-words.ts';
import { useShowThanks } from '#web/features/conversations/use-show-thanks.ts';
import { paths } from '#web/paths.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { PagedList } from '#web/shell/PagedList.tsx';
import { usePreviousAddress } from '#web/shell/previous-address.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListItem } from '#web/ui/List.tsx';
import { CellSwitch } from '#web/ui/Switch.tsx';
import { thanksQueries } from './thanks-queries.ts';

export const loader = queryLoader(thanksQueries);

type ThanksPage = z.output<typeof viewThanks.output>;
type ReceivedThanks = ThanksPage['data'][number];

/* All thank-yous that the user received, and which of them stand on the profile. docs/product/profiles.md#thanks */
export function Component() {
  const list = useInfiniteQuery(thanksQueries().list);
  const { username } = useCurrentUser();
  const figures = list.data?.pages[0];
  return (
    <Page title="Thank-yous" back={usePreviousAddress(paths.myProfile())}>
      <div className="grid gap-2">
        {figures && figures.thankedCount > 0 && <Figures figures={figures} username={username} />}
        <PagedList
          label="Thank-yous"
          list={list}
          keyOf={({ id }) => id}
          failed="We couldn’t load your thank-yous."
          empty={
            <EmptyState
              drawing="envelope"
              title="NO THANK-YOUS YET"
              action={
                <Button size="md" render={<Link to={paths.inbox()} />}>
                  Go to Inbox
                </Button>
              }
            >
              For 30 days after an answer its sender can say thanks. You can’t ask for it: a good
              answer is what you can do.
            </EmptyState>
          }
          older="Load more thank-yous"
        >
          {(row) => <ThanksRow row={row} />}
        </PagedList>
      </div>
    </Page>
  );
}

function Figures({ figures, username }: { figures: ThanksPage; username: string }) {
  const { thankedCount, paidAnswerCount, shownCount } = figures;
  return (
    <p className="text-soft">
      <strong className="text-ink">
        {thankedCount} of {paidAnswerCount}
      </strong>{' '}
      people you answered said thanks. You choose which of those who agreed stand on{' '}
      <TextLink to={paths.profile(username)}>your profile</TextLink>, with this whole number beside
      them.
      {shownCount >= SHOWN_THANKS_MAX &&
        ` It shows ${SHOWN_THANKS_MAX}, as many as it can: take one off to show another.`}
    </p>
  );
}

function ThanksRow({ row }: { row: ReceivedThanks }) {
  const { id, subject, senderName, senderAvatarUrl, thanks } = row;
  const { isShown, show, error } = useShowThanks(id, thanks);
  const name = firstName(senderName);
  return (
    <ListItem className="grid gap-2 py-4">
      <div className="flex items-center gap-3">
        <Link
          to={paths.inboxViewer(id)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3"
        >
          <Avatar name={senderName} imageUrl={senderAvatarUrl} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-semibold">
              {senderName}
            </span>
            <span dir="auto" className="block truncate text-[0.875rem] text-soft">
              {recencyWords(thanks.at, serverNow())} · {subject}
            </span>
          </span>
        </Link>
        {thanks.consent && (
          <CellSwitch
            label={`Show what ${name} said about “${subject}” on my profile`}
            checked={isShown}
            onCheckedChange={show}
          />
        )}
        {!thanks.text && <Heart aria-hidden size={18} className="mr-3 shrink-0 fill-ink" />}
      </div>
      {thanks.text && (
        <p dir="auto" className="wrap-anywhere font-serif text-lg leading-7">
          “{thanks.text}”
        </p>
      )}
      <p className="text-[0.875rem] text-soft">{standingWords(row, isShown)}</p>
      <p role="alert" className="text-[0.875rem] text-red-text empty:hidden">
        {error}
      </p>
    </ListItem>
  );
}

/** What becomes of a thank-you, in one of four sentences. */
function standingWords({ senderName, thanks }: ReceivedThanks, isShown: boolean): string {
  const { text, consent, at } = thanks;
  if (!text) return 'Said thanks with one tap.';
  if (!consent) return `Only for you. ${firstName(senderName)} didn’t agree to show it.`;
  const signature = signatureAt(consent.name, at);
  return isShown ? `On your profile as “${signature}”.` : `May be shown as “${signature}”.`;
}
