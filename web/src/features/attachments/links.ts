import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { attachmentLinks } from '#shared/api/attachment-entities.ts';
import { viewAttachmentLinks } from '#shared/api/attachments.ts';
import { query, queryClient } from '#web/api/queries.ts';

/* The addresses of the files of a conversation. They are signed for its two people, and valid for five minutes. */

export type FileLinks = z.output<typeof attachmentLinks>;

/** After this time (ms) an address is asked for anew before it is used. */
const FRESH = 4 * 60_000;

const linksOf = (conversationId: string) => ({
  ...query(viewAttachmentLinks, { conversationId }),
  staleTime: FRESH,
});

/**
 * The links of a file; undefined while they load, or if it was deleted. Those that were loaded before its message was there do not have
 * it, and are asked for again. `isKept`: whether they are renewed before they end.
 */
export function useLinks(conversationId: string, id: string, isKept = false) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...linksOf(conversationId),
    refetchInterval: isKept && FRESH,
  });
  const [since] = useState(Date.now);
  const links = data?.data.find((one) => one.id === id);
  const isOlder = data !== undefined && links === undefined && dataUpdatedAt < since;
  useEffect(() => {
    // Several files of one message ask once.
    if (isOlder) void refetch({ cancelRefetch: false });
  }, [isOlder, refetch]);
  return {
    links,
    /** Whether the links are known, and this file has none. */
    isDeleted: data !== undefined && links === undefined && !isOlder,
    hasFailed: links === undefined && error !== null,
    isFetching,
    refetch,
  };
}

/** Links that are valid for a while yet. Undefined if the file was deleted. Throws if they cannot be loaded. */
export async function freshLinks(
  conversationId: string,
  id: string,
): Promise<FileLinks | undefined> {
  const linksIn = async (staleTime: number) => {
    const { data } = await queryClient.fetchQuery({ ...linksOf(conversationId), staleTime });
    return data.find((one) => one.id === id);
  };
  return (await linksIn(FRESH)) ?? linksIn(0);
}

export type ShownFile = {
  /** The address to show; undefined while it loads, or if it cannot be shown. */
  readonly src: string | undefined;
  readonly state: 'shown' | 'deleted' | 'failed';
  readonly onError: () => void;
  readonly retry: () => void;
};

/**
 * The address of a picture. It stays while other addresses of the same file arrive. If it does not load, as after five minutes, a new
 * one is asked for once.
 */
export function useShownFile(
  conversationId: string,
  id: string,
  which: 'url' | 'thumbnailUrl',
): ShownFile {
  const known = useLinks(conversationId, id);
  const [shown, setShown] = useState<{ src?: string | undefined; tries: number; failed?: boolean }>(
    { tries: 0 },
  );
  const address = known.links?.[which] ?? known.links?.url;
  const src = shown.src ?? address;
  if (shown.src === undefined && address !== undefined) setShown({ ...shown, src: address });
  const renew = async (tries: number) => {
    try {
      await queryClient.invalidateQueries({ queryKey: linksOf(conversationId).queryKey });
      const links = await freshLinks(conversationId, id);
      const next = links?.[which] ?? links?.url;
      setShown({ src: next, tries, failed: next === src });
    } catch {
      setShown({ src, tries, failed: true });
    }
  };
  const hasFailed = shown.failed === true || (src === undefined && known.hasFailed);
  return {
    src: hasFailed ? undefined : src,
    state: hasFailed ? 'failed' : known.isDeleted ? 'deleted' : 'shown',
    onError: () => {
      if (shown.tries > 0) setShown({ ...shown, failed: true });
      else void renew(1);
    },
    retry: () => {
      if (known.hasFailed) void known.refetch();
      setShown({ tries: 0, src: undefined });
      void renew(0);
    },
  };
}
