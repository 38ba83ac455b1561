import { QueryClientProvider } from '@tanstack/react-query';
import { viewAttachmentLinks } from '#shared/api/attachments.ts';
import { instant } from '#shared/time.ts';
import { query, queryClient } from '../api/queries.ts';
import { AddRow } from '../features/attachments/AddFiles.tsx';
import { AnswerWithPicture } from '../features/attachments/AnswerWithPicture.tsx';
import { AttachmentRows } from '../features/attachments/AttachmentRows.tsx';
import type { AttachmentRow } from '../features/attachments/attachment-rows.ts';
import { LetterFilesShown } from '../features/attachments/LetterFilesShown.tsx';
import type { SentFile } from '../features/attachments/shown-files.ts';
import { WhoSeesFiles } from '../features/attachments/WhoSeesFiles.tsx';
import { Letter } from '../ui/Letter.tsx';
import { RichText } from '../ui/RichText.tsx';

const picture = (color: string, words: string, width = 1_200, height = 800) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/><rect x="15%" y="25%" width="70%" height="50%" fill="#f3ead6"/><text x="50%" y="52%" font-size="80" text-anchor="middle" fill="#333">${words}</text></svg>`,
  )}`;

const CONVERSATION = 'gallery';
const file = (place: number, more: Partial<SentFile> = {}): SentFile => ({
  id: `file ${place}`,
  kind: 'picture',
  name: `IMG_${2040 + place}.jpg`,
  bytes: 1_800_000,
  type: 'image/jpeg',
  sha256: 'x',
  ...more,
});
const FILES = [
  file(1),
  file(2),
  file(3),
  file(4, { kind: 'pdf', name: 'Renewal, as filed.pdf', bytes: 2_400_000, pages: 6 }),
];
const PLACED = [
  file(5, { position: 2, caption: 'Annex C, the line that she meant', name: 'Annex C.jpg' }),
  file(6, { kind: 'pdf', name: 'Letter to the office.pdf', bytes: 84_000, pages: 1 }),
];
queryClient.setQueryData(query(viewAttachmentLinks, { conversationId: CONVERSATION }).queryKey, {
  data: [...FILES, ...PLACED].map(({ id }, index) => {
    const url = picture(
      ['#8a5a38', '#a9744b', '#8d8d89', '#8a5a38', '#9a6a44', '#777'][index] ?? '',
      id,
    );
    return { id, url, thumbnailUrl: url, downloadUrl: url, until: instant(Date.now() + 300_000) };
  }),
});

const row = (place: number, title: string, more: Partial<AttachmentRow>): AttachmentRow => ({
  key: title,
  kind: 'picture',
  title,
  bytes: 1_800_000,
  attachmentId: `id ${place}`,
  localId: `local ${place}`,
  preview: picture('#8a5a38', title),
  state: { is: 'ready' },
  ...more,
});
const pdf = { kind: 'pdf', preview: undefined } as const;
const ON_THE_WAY = [
  row(1, 'Picture 1', {}),
  row(2, 'Picture 2', { state: { is: 'sending', sent: 1_116_000, secondsLeft: 38 } }),
  row(3, 'Picture 3', { state: { is: 'stopped', sent: 560_000 } }),
  row(4, 'Renewal, as filed', { ...pdf, bytes: 2_400_000, state: { is: 'waiting' } }),
];
const REFUSED = [
  row(5, 'Picture 1', { note: 'HEIC turned into JPEG', bytes: 3_100_000 }),
  row(6, 'Whole file', {
    ...pdf,
    state: { is: 'refused', sentence: '14.2 MB. The limit is 10 MB.' },
  }),
  row(7, 'Form', {
    ...pdf,
    state: { is: 'refused', sentence: 'A Word file. Save it as a PDF first.' },
  }),
];
const nothing = () => undefined;
const shown = (rows: readonly AttachmentRow[]) => ({
  rows,
  room: 4 - rows.length,
  add: nothing,
  remove: nothing,
  replace: nothing,
  retry: nothing,
});
const MESSAGE = {
  conversationId: CONVERSATION,
  owner: 'Priya’s',
  sent: 'Sent Sat, 2:20 PM',
  other: 'Priya',
  blurred: false,
};
const TEXT =
  '<p>It came on Monday from the immigration office, with the yellow stripe.</p><p>I photographed both sides and the slip that came with it.</p><p>Can you tell me from the outside what it is, and how many days I have?</p>';

/* Pictures and PDFs in every state: being added, in a letter, blurred, and in an answer. */
export function AttachmentsPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="grid max-w-[640px] gap-6 p-5">
        {[[], ON_THE_WAY, REFUSED].map((rows) => (
          <div key={rows.length} className="letter @container">
            <AttachmentRows attachments={shown(rows)} />
            {rows.length < 4 && (
              <AddRow
                count={rows.length}
                hasDropPlace={rows.length > 0}
                isOver={false}
                isFirst={rows.length === 0}
                onFiles={nothing}
              />
            )}
          </div>
        ))}
        <WhoSeesFiles name="Ana" />
        <Letter from={{ name: 'Priya Nair' }} sent="Sent to you">
          <RichText html={TEXT} />
          <LetterFilesShown {...MESSAGE} files={FILES} />
        </Letter>
        <Letter from={{ name: 'Ana Marković' }} to="Ben">
          <AnswerWithPicture {...MESSAGE} files={PLACED} html={TEXT} />
          <LetterFilesShown {...MESSAGE} owner="Ana’s" files={PLACED} />
        </Letter>
        <Letter from={{ name: 'Priya Nair' }} sent="Blurred until pressed">
          <LetterFilesShown {...MESSAGE} blurred files={FILES.slice(0, 2)} />
        </Letter>
      </div>
    </QueryClientProvider>
  );
}
