import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLinks } from '#web/features/attachments/links.ts';

/*
 * The file of a recording. It is loaded as a whole into the memory of the page, because its link is valid for five minutes only, and a
 * recording is paused for longer: three minutes of a voice have about a megabyte.
 */

export type RecordingFile = {
  /** An address of this page; undefined while the file loads. */
  readonly address: string | undefined;
  readonly state: 'loading' | 'ready' | 'failed' | 'deleted';
  /** Saves the file under its name. */
  readonly saveAt: string | undefined;
  readonly retry: () => void;
};

/** The file of a recording of a sent message. */
export function useSentRecording(conversationId: string, id: string): RecordingFile {
  const { links, isDeleted, hasFailed, refetch } = useLinks(conversationId, id, true);
  const file = useLoadedFile(id, links?.url);
  const state = isDeleted ? 'deleted' : hasFailed ? 'failed' : file.state;
  return {
    address: file.address,
    state,
    saveAt: links?.downloadUrl,
    retry: () => void refetch().then(file.retry),
  };
}

/** The file at a link, loaded once; a newer link to the same file changes nothing. `id`: that of its attachment. */
export function useLoadedFile(
  id: string,
  link: string | undefined,
): Pick<RecordingFile, 'address' | 'retry'> & { readonly state: 'loading' | 'ready' | 'failed' } {
  const { data, isError, refetch } = useQuery({
    queryKey: ['recording', id],
    queryFn: () => loaded(link ?? ''),
    enabled: link !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const address = useObjectUrl(data);
  return {
    address,
    state: address ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
  };
}

async function loaded(link: string): Promise<Blob> {
  const response = await fetch(link, { credentials: 'omit' });
  if (!response.ok) throw new Error(`The storage answered ${response.status}`);
  return response.blob();
}

/** The address of a file for this page, as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
