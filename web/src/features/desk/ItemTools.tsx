import { ChevronDown, ChevronUp, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { skipDeskItem } from '#shared/api/desk-work.ts';
import { call } from '../../api/client.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { useWrite } from '../../forms/use-write.ts';
import { Chip } from '../../ui/Chip.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { toast } from '../../ui/Toast.tsx';
import { firstName } from '../conversations/conversation.ts';
import {
  type ItemRef,
  isSame,
  itemPath,
  listPath,
  rememberedTile,
  useDeskList,
  useNextItem,
  useOpenCount,
} from './desk-list.ts';
import { refreshDesk } from './desk-queries.ts';
import type { HandOverDialogProps } from './HandOverDialog.tsx';
import type { Presence } from './use-presence.ts';

const HandOverDialog = lazyPart<HandOverDialogProps>(
  async () => (await import('./HandOverDialog.tsx')).HandOverDialog,
);

/* What one does with an item of the desk without deciding it: go to the one before or after, hand it over, leave it for later. */

export type ItemToolsProps = {
  item: ItemRef;
  /** Whether somebody may be in danger, so that it is handed over without a reason. */
  isDanger?: boolean | undefined;
};

export function ItemTools({ item, isDanger = false }: ItemToolsProps) {
  const [isHanding, setHanding] = useState(false);
  const goOn = useGoOn(item);
  const once = useSendOnce();
  const skipping = useWrite({
    mutationFn: () => once.send((options) => call(skipDeskItem, item, options)),
    onSuccess: () => {
      toast.success('Left for later. You’re led to it again tomorrow.');
      goOn();
    },
    onError: () => toast.error('It wasn’t left for later. Please try again.'),
  });
  const skip = () => !skipping.isPending && skipping.mutate();
  return (
    <div className="flex items-center gap-1">
      <Position item={item} />
      <button type="button" hidden data-desk-key="h" onClick={() => setHanding(true)}>
        Hand it over
      </button>
      <button type="button" hidden data-desk-key="s" onClick={skip}>
        Leave it for now
      </button>
      <NextCaseKey item={item} />
      <MoreMenu
        about="This case"
        items={[
          {
            label: 'Hand it to someone',
            hint: isDanger ? 'Or back to the list. No reason is needed.' : 'Or back to the list.',
            onSelect: () => setHanding(true),
          },
          { label: 'Leave it for now', hint: 'And go on to the next case.', onSelect: skip },
        ]}
      />
      {isHanding && (
        <HandOverDialog
          item={item}
          isDanger={isDanger}
          onClose={() => setHanding(false)}
          onDone={goOn}
        />
      )}
    </div>
  );
}

/** Goes to the next case, or to the list if there is none, once what was done is loaded. */
function useGoOn(item: ItemRef): () => void {
  const navigate = useNavigate();
  const next = useNextItem(item);
  return () => {
    void refreshDesk().catch(() => undefined);
    void navigate(next && !next.skipped ? itemPath(next) : listPath());
  };
}

/** What the key N presses on the screen of a case. */
function NextCaseKey({ item }: { item: ItemRef }) {
  const next = useNextItem(item);
  return next && <Link to={itemPath(next)} hidden data-desk-key="n" tabIndex={-1} />;
}

/** Where the item is in the list, with links to the ones before and after it. */
function Position({ item }: { item: ItemRef }) {
  const { data = [] } = useDeskList(rememberedTile());
  const count = useOpenCount(rememberedTile());
  const at = data.findIndex((one) => isSame(one, item));
  if (at < 0 || count === undefined) return null;
  const [before, after] = [data[at - 1], data[at + 1]];
  return (
    <>
      <span className="hidden whitespace-nowrap px-2 text-[0.9375rem] text-soft cards:inline">
        Case {at + 1} of {Math.max(count, data.length)}
      </span>
      {before && (
        <IconButton
          label="Previous case"
          className="max-cards:hidden"
          icon={<ChevronUp aria-hidden size={22} />}
          render={<Link to={itemPath(before)} />}
        />
      )}
      {after && (
        <IconButton
          label="Following case"
          className="max-cards:hidden"
          icon={<ChevronDown aria-hidden size={22} />}
          render={<Link to={itemPath(after)} />}
        />
      )}
    </>
  );
}

/** Says who else has the item open, or who handed it over. Nothing until that is known, and if nobody has. */
export function PresenceChip({ presence }: { presence: Presence | undefined }) {
  const { openBy = null, handedBy = null } = presence ?? {};
  if (openBy)
    return <Chip tone="held" icon={Eye}>{`${firstName(openBy.fullName)} has it open`}</Chip>;
  return (
    handedBy && (
      <Chip tone="held" icon={Eye}>{`${firstName(handedBy.fullName)} handed it to you`}</Chip>
    )
  );
}
