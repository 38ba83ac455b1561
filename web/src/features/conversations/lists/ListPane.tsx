import { lazyPart } from '../../../ui/lazy-part.tsx';
import { chatPane } from '../../chat/routes.tsx';
import { letterPane, listPanes } from '../routes.tsx';
import { type OpenLetter, useLetterPane, useListPane } from './list-pane.ts';

/** Reserves the space of the list, so that the letter does not move when the list loads. */
const Waiting = () => <div className="list-pane" />;

const PANES = {
  inbox: lazyPart(async () => (await listPanes.inbox()).InboxPane, Waiting),
  orders: lazyPart(async () => (await listPanes.orders()).OrdersPane, Waiting),
  chat: lazyPart(async () => (await chatPane()).ChatPane, Waiting),
} as const;

/* The list beside the letter or the chat on a wide screen: it stays while they are opened from it. */
export function ListPane() {
  const list = useListPane();
  const Pane = list && PANES[list];
  return Pane && <Pane />;
}

const Letter = lazyPart<OpenLetter>(
  async () => (await letterPane()).LetterPane,
  () => <div className="letter-pane" />,
);

/* The letter beside the form that is opened from it, on a screen with room for both and the list. */
export function LetterBesideForm() {
  const letter = useLetterPane();
  return letter && <Letter key={letter.id} {...letter} />;
}
