import { useInfiniteQuery } from '@tanstack/react-query';
import type { FormEvent, KeyboardEvent } from 'react';
import { SEARCH_TEXT_MAX, SEARCH_TEXT_MIN } from '#shared/rules/chat/chats.ts';
import { toIso } from '#shared/time.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { useNow } from '#web/api/use-now.ts';
import { recencyWords } from '#web/shell/dates.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import type { ChatMessage } from '../../room.ts';
import { foundWords } from './message-words.ts';
import { excerptOf } from './search-excerpt.ts';
import { type ChatSearchState, chatSearchQuery } from './use-chat-search.ts';

export type ChatSearchProps = {
  search: ChatSearchState;
  chatId: string;
  viewerId: string;
  onChoose: (message: ChatMessage) => void;
};

/* The search bar of a chat, under its header, and the results, which cover the messages. */
export function ChatSearch({ search, chatId, viewerId, onChoose }: ChatSearchProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) search.close();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search.settle();
  };
  return (
    <form
      aria-label="Search"
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className={classNames('bg-paper', search.covers && 'absolute inset-0 z-10 flex flex-col')}
    >
      <div className="flex items-center gap-1 border-rule border-b px-2 pt-1 pb-2">
        <div className="min-w-0 flex-1 pl-2">
          <SearchInput
            label="Search in this chat"
            placeholder="Search in this chat"
            value={search.text}
            onValueChange={search.type}
            onClick={search.list}
            maxLength={SEARCH_TEXT_MAX}
            autoFocus
          />
        </div>
        <button
          type="button"
          aria-label="Close search"
          onClick={search.close}
          className="min-h-11 shrink-0 px-2 font-semibold"
        >
          Close
        </button>
      </div>
      {search.covers && (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-2 pb-6">
          {search.isLongEnough ? (
            <Results
              key={search.wanted}
              chatId={chatId}
              viewerId={viewerId}
              onChoose={onChoose}
              searchText={search.wanted}
              isSettled={search.isSettled}
            />
          ) : (
            <p role="status" className="text-[0.875rem] text-soft">
              Enter at least {SEARCH_TEXT_MIN} characters.
            </p>
          )}
        </div>
      )}
    </form>
  );
}

type ResultsProps = Pick<ChatSearchProps, 'chatId' | 'viewerId' | 'onChoose'> & {
  searchText: string;
  isSettled: boolean;
};

function Results({ chatId, viewerId, searchText, isSettled, onChoose }: ResultsProps) {
  const now = useNow();
  const found = useInfiniteQuery({ ...chatSearchQuery(chatId, searchText), enabled: isSettled });
  const messages = found.data?.pages.flatMap((page) => page.data);
  return (
    <section aria-label="Messages found" aria-busy={!messages && !found.error}>
      <p role="status" className="min-h-6 text-[0.875rem] text-soft">
        {messages ? foundWords(messages.length, found.hasNextPage) : !found.error && 'Searching...'}
      </p>
      <QueryContent
        query={{ ...found, data: messages }}
        failed={sentenceOf(found.error) ?? 'We couldn’t search. Please try again.'}
        skeleton={<RowsSkeleton rows={3} />}
      >
        {(rows) => (
          <>
            {rows.length === 0 && !found.hasNextPage && (
              <EmptyState drawing="search" title="No messages found">
                Nothing written in this chat contains “{searchText}”.
              </EmptyState>
            )}
            <ol className="divide-y divide-rule">
              {rows.map((message) => (
                <li key={message.id}>
                  <button
                    type="button"
                    onClick={() => onChoose(message)}
                    className="grid min-h-11 w-full gap-0.5 py-3 text-left"
                  >
                    <span className="flex items-baseline gap-3">
                      <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                        {message.userId === viewerId ? 'You' : message.userName}
                      </span>
                      <time
                        dateTime={toIso(message.dateTimeSent)}
                        className="shrink-0 text-[0.8125rem] text-soft"
                      >
                        {recencyWords(message.dateTimeSent, now)}
                      </time>
                    </span>
                    <Excerpt content={message.content} searchText={searchText} />
                  </button>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryContent>
      {found.isFetchNextPageError && (
        <p role="alert" className="pt-4 text-center">
          {sentenceOf(found.error) ?? 'We couldn’t search any further. Please try again.'}
        </p>
      )}
      {found.hasNextPage && (
        <div className="pt-4">
          <LoadMore
            words="Search older messages"
            busy={found.isFetchingNextPage}
            onLoad={() => found.fetchNextPage()}
          />
        </div>
      )}
    </section>
  );
}

function Excerpt({ content, searchText }: { content: string; searchText: string }) {
  let at = 0;
  return (
    <span dir="auto" className="wrap-anywhere line-clamp-2 text-soft-text">
      {excerptOf(content, searchText).map(({ text, isMatch }) => {
        const key = at;
        at += text.length;
        return isMatch ? <mark key={key}>{text}</mark> : text;
      })}
    </span>
  );
}
