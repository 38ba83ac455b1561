import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TILES } from '#shared/rules/desk/permissions.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Key } from './Key.tsx';

/*
 * The keys of the desk. Most press or focus what the screen marks with `data-desk-key`, so that a key does what a press does, and
 * nothing where there is nothing to press. docs/product/desk.md#keys
 */

type KeyRow = readonly [what: string, ...keys: string[]];

const ANYWHERE: readonly KeyRow[] = [
  ['Next case', 'N'],
  ['Search', '/'],
  ['Back', 'U'],
  ['These keys', '?'],
];
const IN_A_LIST: readonly KeyRow[] = [
  ['Down, up', 'J', 'K'],
  ['Open', '↵'],
  ['Queue 1 to 8', 'G', '1'],
];
const IN_A_CASE: readonly KeyRow[] = [
  ['Open what is private', 'O'],
  ['Choose a decision', '1', '2', '3'],
  ['To the reason', 'R'],
  ['What each will read', 'P'],
  ['Send the decision', '⌘', '↵'],
  ['Note for staff', 'M'],
  ['Hand it to someone', 'H'],
  ['Leave it for now, next case', 'S'],
];

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'radio');

const rows = () => [
  ...document.querySelectorAll<HTMLElement>('[data-desk-rows] a, [data-desk-look]'),
];

function move(by: 1 | -1): void {
  const all = rows();
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by === 1 ? 0 : all.length - 1) : at + by;
  all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
}

/** Chooses the decision with this number, if the screen has a decision form. */
function choose(number: number): void {
  const options = document.querySelectorAll<HTMLInputElement>(
    '[data-desk-decision] input[type="radio"][name]',
  );
  const option = options[number - 1];
  option?.click();
  option?.focus();
}

/** The form of what has the focus; without one, the form of the decision. */
const formAt = (target: EventTarget | null): HTMLFormElement | null | undefined =>
  (target instanceof HTMLElement ? target.closest('form') : null) ??
  document.querySelector('[data-desk-decision]')?.closest('form');

/**
 * Presses what the screen marks with this key, or focuses it, if one writes there. The focus is where a press with Enter would leave it.
 */
function press(key: string): void {
  const marked = document.querySelector<HTMLElement>(`[data-desk-key="${key}"]`);
  marked?.focus();
  if (!isWriting(marked)) marked?.click();
}

/** How long a G waits for the number of a queue, in milliseconds. */
const G_TIME = 1_500;

export function DeskKeys({ back }: { back: string | undefined }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const pressedG = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (document.querySelector('dialog[open]')) return;
      if ((event.ctrlKey || event.metaKey) && key === 'Enter') {
        event.preventDefault();
        formAt(target)?.requestSubmit();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(target)) return;
      const isAfterG = Date.now() - pressedG.current < G_TIME;
      pressedG.current = key === 'g' ? Date.now() : 0;
      const tile = isAfterG ? TILES[Number(key) - 1] : undefined;
      const action = tile
        ? () => navigate(paths.desk(tile.toLowerCase()))
        : actionOf(
            key,
            () => back && navigate(back),
            () => setShown(true),
          );
      if (!action) return;
      event.preventDefault();
      action();
    };
    // In the capture phase, because an editor would make a line break of Ctrl+Enter.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [back, navigate]);
  return (
    <>
      <button type="button" hidden data-desk-key="?" onClick={() => setShown(true)}>
        Keys
      </button>
      <Dialog open={shown} onOpenChange={setShown} title="Keys of the desk" wide>
        <div className="grid gap-x-8 gap-y-4 wide:w-160 wide:grid-cols-2">
          <div className="grid content-start gap-4">
            <KeyTable title="Anywhere" rows={ANYWHERE} />
            <KeyTable title="In a list" rows={IN_A_LIST} />
          </div>
          <div className="grid content-start gap-4">
            <KeyTable title="In a case" rows={IN_A_CASE} />
            <p className="text-[0.875rem] text-soft">
              While you write, only ⌘ ↵ and Esc work, so no decision is chosen by a stray letter. On
              Windows and Linux, ⌘ is Ctrl.
            </p>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** What a key does; undefined for other keys. */
function actionOf(key: string, goBack: () => void, showKeys: () => void): (() => void) | undefined {
  const actions: Readonly<Record<string, () => void>> = {
    j: () => move(1),
    k: () => move(-1),
    u: goBack,
    '?': showKeys,
  };
  const PRESSED = ['n', '/', 'o', 'r', 'p', 'm', 'h', 's'];
  if (/^[1-9]$/.test(key)) return () => choose(Number(key));
  return actions[key] ?? (PRESSED.includes(key) ? () => press(key) : undefined);
}

function KeyTable({ title, rows: all }: { title: string; rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3 className="pb-1 font-semibold text-[0.8125rem] text-soft uppercase tracking-wider">
        {title}
      </h3>
      <dl>
        {all.map(([what, ...keys]) => (
          <div
            key={what}
            className="flex min-h-11 items-center justify-between gap-6 border-rule border-b last:border-b-0"
          >
            <dt>{what}</dt>
            <dd className="flex gap-1 font-semibold">
              {keys.map((key) => (
                <span
                  key={key}
                  className="grid min-h-6 min-w-6 place-items-center rounded-md border border-rule bg-card px-1.5 text-[0.8125rem]"
                >
                  {key}
                </span>
              ))}
              {what === 'Queue 1 to 8' && <span className="font-normal text-soft">to 8</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The five keys that one needs, at the foot of a wide screen. */
export function KeyFoot() {
  return (
    <div className="sticky bottom-0 z-10 hidden min-h-11 items-center justify-between gap-4 border-rule border-t bg-paper text-[0.875rem] text-soft wide:flex">
      <ul className="flex flex-wrap gap-5">
        {FOOT.map(([what, ...keys]) => (
          <li key={what} className="flex items-center gap-2">
            <span className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </span>
            {what}
          </li>
        ))}
      </ul>
      <p>Every look into private text is logged with your name.</p>
    </div>
  );
}

const FOOT: readonly KeyRow[] = [
  ['next case', 'N'],
  ['down, up', 'J', 'K'],
  ['open', '↵'],
  ['search', '/'],
  ['all keys', '?'],
];
