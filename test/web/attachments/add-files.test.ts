import { beforeEach, describe, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { createElement, useState } from 'react';
import { createAttachment, deleteAttachment, viewAttachments } from '#shared/api/attachments.ts';
import { instant } from '#shared/time.ts';
import { queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { AddFiles } from '#web/features/attachments/AddFiles.tsx';
import { uploads } from '#web/features/attachments/uploads.ts';
import { type Call, callsOf, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';
import { accessToken } from '../tokens.ts';
import { fakeStorage, type StorageUpload } from './fake-storage.ts';

/* The files at the foot of a sheet, from the chooser to the check. The storage is played at the network. */

const ids = [1, 2, 3, 4].map((number) => `01J000000000000000000000F${number}`);
const pdf = (name = 'Renewal.pdf', bytes = 2_400_000) => {
  const file = new File(['%PDF-1.7'], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

let storage: StorageUpload[];
let kept: readonly string[];
let state: 'uploading' | 'checking' | 'ready' | 'refused';
let made: number;

const view = ({ input }: Call) =>
  success(viewAttachments, {
    data: input
      .getAll('attachmentIds')
      .flatMap((sent) => sent.split(','))
      .map((id) => ({
        id,
        kind: 'pdf' as const,
        name: 'Renewal.pdf',
        bytes: 2_400_000,
        type: 'application/pdf',
        state,
        createdAt: NOW,
        ...(state === 'refused' && { reason: 'PDF_LOCKED' as const }),
      })),
  });

beforeEach(() => {
  storage = fakeStorage();
  kept = [];
  state = 'checking';
  made = 0;
  uploads.endAll();
  const { id: userId, fullName, profileImageUrl: avatarUrl } = ana;
  storeSession({ userId, fullName, avatarUrl, accessToken: accessToken() });
  serve(viewAttachments, view);
  serve(deleteAttachment, () => success(deleteAttachment, {}));
  serve(createAttachment, () => {
    const attachmentId = ids[made] ?? '';
    made += 1;
    return success(createAttachment, {
      data: [
        {
          attachmentId,
          upload: { url: 'https://storage.example/', fields: { key: 'uploads/1' } },
          uploadUntil: instant(Date.now() + 1_800_000),
        },
      ],
    });
  });
});

/** A sheet that keeps the ids, as a draft does. */
function Sheet({ from }: { from: readonly string[] }) {
  const [now, set] = useState(from);
  kept = now;
  return createElement(AddFiles, {
    place: {
      key: 'letter',
      for: { recipientId: ben.id },
      keep: (id: string) => set((before) => [...before, id]),
    },
    ids: now,
    onIds: set,
  });
}

async function openSheet(from: readonly string[] = []) {
  const sheet = createElement(Sheet, { from });
  const client = createElement(QueryClientProvider, { client: queryClient }, sheet);
  const { unmount } = await act(async () => render(client));
  return { user: userEvent.setup({ delay: null }), unmount };
}

const rows = async () => within(await screen.findByRole('list', { name: 'Pictures and PDFs' }));
const chooser = () => screen.findByLabelText('Pictures or PDFs');
const begun = (count: number) => waitFor(() => expect(storage).toHaveLength(count));

describe('a chosen file', () => {
  test('is sent to the storage, says how far it is, is checked, and is ready', async () => {
    const { user } = await openSheet();
    await user.upload(await chooser(), pdf());
    const row = await rows();
    await row.findByText('Renewal');
    await begun(1);
    expect(storage[0]?.body.get('key')).toBe('uploads/1');
    expect(kept).toEqual([ids[0]]);
    act(() => storage[0]?.progress(600_000));
    await row.findByText('25%');
    expect(row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    act(() => storage[0]?.answer(204));
    await row.findByText('Being checked…');
    state = 'ready';
    await row.findByText('Ready · 2.4 MB');
  });

  test('is refused on its row before anything is sent, and another one takes its place', async () => {
    const { user } = await openSheet();
    await user.upload(await chooser(), pdf('Whole file.pdf', 14_150_000));
    const row = await rows();
    await row.findByText('14.2 MB. The limit is 10 MB.');
    expect(callsOf(createAttachment)).toHaveLength(0);
    const other = row.getByLabelText('Another file instead of Whole file');
    await user.upload(other, pdf('Two pages.pdf'));
    await row.findByText('Two pages');
    expect(row.queryByText('Whole file')).toBeNull();
  });

  test('that the server refuses says why', async () => {
    const { user } = await openSheet();
    await user.upload(await chooser(), pdf());
    await begun(1);
    state = 'refused';
    act(() => storage[0]?.answer(204));
    await (await rows()).findByText(/protected by a password/);
  });

  test('is left out if four are there', async () => {
    const { user } = await openSheet();
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => pdf(`${name}.pdf`));
    await user.upload(await chooser(), five);
    await waitFor(async () => expect((await rows()).getAllByRole('listitem')).toHaveLength(4));
    expect(screen.queryByRole('button', { name: /Add pictures or PDFs/ })).toBeNull();
  });

  test('is left out if four are there that the server has not told of yet', async () => {
    serve(viewAttachments, () => new Promise<never>(() => {}));
    await openSheet(['a', 'b', 'c', 'd']);
    expect(screen.queryByLabelText('Pictures or PDFs')).toBeNull();
  });

  test('is taken from what is pasted', async () => {
    await openSheet();
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const clipboardData = { files: [pdf()], getData: () => '' };
    Object.assign(event, { clipboardData });
    act(() => void document.body.dispatchEvent(event));
    await (await rows()).findByText('Renewal');
    expect(event.defaultPrevented).toBe(true);
  });
});

describe('an upload', () => {
  test('whose line broke says so, and is sent again by a press under the same key', async () => {
    const { user } = await openSheet();
    await user.upload(await chooser(), pdf());
    await begun(1);
    act(() => {
      storage[0]?.progress(744_000);
      storage[0]?.breaks();
    });
    const row = await rows();
    await row.findByText('Stopped at 31%, the line broke');
    await screen.findByText('Slow line. It tries again by itself.');
    await user.click(row.getByRole('button', { name: 'Retry Renewal' }));
    await begun(2);
    expect(new Set(callsOf(createAttachment).map(({ key }) => key)).size).toBe(1);
  });

  test('goes on while another screen is shown', async () => {
    const first = await openSheet();
    await first.user.upload(await chooser(), pdf());
    await begun(1);
    first.unmount();
    act(() => storage[0]?.progress(1_200_000));
    await openSheet(kept);
    await (await rows()).findByText('50%');
    expect(storage).toHaveLength(1);
  });

  test('is ended and removed from the text and the server by a press', async () => {
    const { user } = await openSheet();
    await user.upload(await chooser(), pdf());
    await begun(1);
    await user.click((await rows()).getByRole('button', { name: 'Remove Renewal' }));
    await waitFor(() => expect(callsOf(deleteAttachment)).toHaveLength(1));
    expect([kept, storage[0]?.isAborted()]).toEqual([[], true]);
    expect(screen.queryByRole('list', { name: 'Pictures and PDFs' })).toBeNull();
  });

  test('that the server does not allow is not repeated', async () => {
    serve(createAttachment, () => refusal('NOT_FOUND'));
    const { user } = await openSheet();
    await user.upload(await chooser(), pdf());
    await (await rows()).findByRole('button', { name: 'Replace Renewal' });
    expect([callsOf(createAttachment).length, storage.length]).toEqual([1, 0]);
  });
});

describe('a file of another page or device', () => {
  test('is shown as the server knows it', async () => {
    state = 'ready';
    await openSheet([ids[0] ?? '']);
    await (await rows()).findByText('Ready · 2.4 MB');
    expect(callsOf(createAttachment)).toHaveLength(0);
  });

  test('that has not arrived can be chosen again', async () => {
    state = 'uploading';
    await openSheet([ids[0] ?? '']);
    await (await rows()).findByText(/Not here yet/);
    await (await rows()).findByRole('button', { name: 'Replace Renewal' });
  });

  test('that was deleted says so', async () => {
    serve(viewAttachments, () => success(viewAttachments, { data: [] }));
    await openSheet([ids[0] ?? '']);
    await (await rows()).findByText('This file was deleted. Choose it again.');
  });
});
