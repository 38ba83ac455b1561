import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '#web/api/error-message.ts';
import { queryClient } from '#web/api/queries.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import type { Conversation } from '../conversation.ts';
import { isFree } from '../money-words.ts';
import { recordQuery, saveRecord } from '../record-file.ts';

/** The menu item that opens the dialog of the record, and the dialog. Help tickets have no record. */
export function useRecord(conversation: Conversation) {
  const [open, setOpen] = useState(false);
  const item: MenuItem = {
    label: 'Download a record',
    hint: 'Every date, text and amount',
    icon: <FileText aria-hidden size={18} />,
    onSelect: () => setOpen(true),
  };
  return {
    items: isFree(conversation) ? [] : [item],
    dialog: <RecordDialog id={conversation.id} open={open} onOpenChange={setOpen} />,
  };
}

type RecordDialogProps = { id: string; open: boolean; onOpenChange: (open: boolean) => void };

/* The choice of a form of the record: a JSON file, or a page to print. */
function RecordDialog({ id, open, onOpenChange }: RecordDialogProps) {
  const saving = useWrite({
    mutationFn: async () => {
      const { data } = await queryClient.fetchQuery({ ...recordQuery(id), staleTime: 0 });
      if (data[0]) saveRecord(data[0]);
    },
    onSuccess: () => onOpenChange(false),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        saving.reset();
        onOpenChange(next);
      }}
      title="Download a record"
      description={
        <p>
          Everything that happened in this conversation, who wrote what and when, and your part of
          the money. Each entry carries a digital fingerprint of the one before, so any later change
          can be detected.
        </p>
      }
      actions={
        <>
          {saving.error && (
            <p role="alert" className="font-medium text-red-text">
              The file couldn’t be made: {errorMessage(saving.error)}
            </p>
          )}
          <Button block render={<Link to={paths.record(id)} />}>
            Printable page
          </Button>
          <Button
            block
            variant="quiet"
            busy={saving.isPending}
            busyText="Loading..."
            onClick={() => saving.mutate()}
          >
            JSON file
          </Button>
        </>
      }
    />
  );
}
