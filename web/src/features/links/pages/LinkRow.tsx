import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  GripVertical,
  Pencil,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { hostOf } from '#shared/rules/links/links.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { VerifiedOn } from '../VerifiedOn.tsx';
import { LinkState } from './LinkState.tsx';
import type { RowElements } from './link-sorting.tsx';
import type { OwnLink } from './own-links.ts';

const VerifyLink = lazyPart(async () => (await import('./VerifyLink.tsx')).VerifyLink);

const ICON = { 'aria-hidden': true, size: 18 } as const;

export type LinkRowProps = {
  link: OwnLink;
  index: number;
  /** The number of links. */
  count: number;
  /** The id of the text that explains how to drag the handle; undefined while it cannot be dragged. */
  instructions: string | undefined;
  elements: RowElements;
  /** Whether it is being dragged. */
  isCarried: boolean;
  onMove: (index: number) => void;
  onDelete: () => void;
};

export function LinkRow(props: LinkRowProps) {
  const { link, index, count, instructions, elements, isCarried, onMove, onDelete } = props;
  return (
    <li
      ref={elements.row}
      className={classNames(
        'flex min-h-18 flex-wrap items-center py-2.5',
        isCarried && 'rounded-card bg-card shadow-float',
      )}
    >
      <Grip
        name={link.linkName}
        index={index}
        button={elements.handle}
        instructions={instructions}
        carried={isCarried}
        moves={movesFrom(index, count - 1, onMove)}
      />
      <div className="min-w-0 flex-1 basis-[8rem] px-1.5">
        <p dir="auto" className="wrap-anywhere font-semibold leading-snug">
          {link.linkName}
        </p>
        <p className="wrap-anywhere text-soft leading-snug">{hostOf(link.linkUrl)}</p>
        <LinkState link={link}>
          <Verification link={link} />
        </LinkState>
      </div>
      <div className="-mr-3 ml-auto flex">
        <IconButton
          label={`Edit ${link.linkName}`}
          icon={<Pencil {...ICON} />}
          render={<Link to={paths.editUserLink(link.id)} />}
        />
        <IconButton
          label={`Delete ${link.linkName}`}
          icon={<Trash2 {...ICON} />}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

/** Whether the link is verified, and the way to verify it. */
function Verification({ link }: { link: OwnLink }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {link.verifiedAt !== null && <VerifiedOn at={link.verifiedAt} />}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={
          link.verifiedAt === null ? `Verify ${link.linkName}` : `Check again: ${link.linkName}`
        }
        className="min-h-11 text-[0.875rem] text-back underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        {link.verifiedAt === null ? 'Verify' : 'Check again'}
      </button>
      {open && <VerifyLink link={link} onClose={() => setOpen(false)} />}
    </div>
  );
}

function movesFrom(index: number, last: number, onMove: (index: number) => void) {
  return [
    { label: 'Move up', icon: <ArrowUp {...ICON} />, disabled: index === 0, to: index - 1 },
    { label: 'Move down', icon: <ArrowDown {...ICON} />, disabled: index === last, to: index + 1 },
    { label: 'Move to the top', icon: <ArrowUpToLine {...ICON} />, disabled: index === 0, to: 0 },
    {
      label: 'Move to the bottom',
      icon: <ArrowDownToLine {...ICON} />,
      disabled: index === last,
      to: last,
    },
  ].map(({ to, ...item }) => ({ ...item, onSelect: () => onMove(to) }));
}

type GripProps = {
  name: string;
  index: number;
  button: RefObject<HTMLButtonElement | null>;
  instructions: string | undefined;
  carried: boolean;
  moves: Parameters<typeof Menu>[0]['items'];
};

/** The handle of a row: dragging moves it, a press opens a menu with the same moves. */
function Grip({ name, index, button, instructions, carried, moves }: GripProps) {
  const [open, setOpen] = useState(false);
  const byKeys = useRef(false);
  // Moving an element in the page takes its focus, so a row that is moved by keyboard gets it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may have moved the element
  useEffect(() => {
    if (byKeys.current && !carried && document.activeElement === document.body)
      button.current?.focus();
  }, [carried, index]);
  const onKeyDown = () => {
    byKeys.current = true;
  };
  const onPointerDown = () => {
    byKeys.current = false;
  };
  // Space picks up and drops the row; some browsers would also fire a click when it is released.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code === 'Space') event.preventDefault();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Move ${name}`}
        aria-describedby={instructions}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onPointerDown={onPointerDown}
        onClick={() => !carried && setOpen(true)}
        className="-ml-3 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-full text-soft hover:bg-tint"
      >
        <GripVertical aria-hidden size={20} />
      </button>
      <Menu
        open={open}
        onOpenChange={setOpen}
        anchor={button}
        label={`Move ${name}`}
        items={moves}
      />
    </>
  );
}
