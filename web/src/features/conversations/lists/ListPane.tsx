import { lazyPart } from '#web/ui/lazy-part.tsx';
import { chatPane } from '../../chat/routes.tsx';
import { aboutPane, answerPane, letterPane, listPanes } from '../routes.tsx';
import { type OpenLetter, useListPane, useThirdPane } from './list-pane.ts';

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
  const third = useThirdPane();
  return third?.kind === 'letter' && <Letter key={third.letter.id} {...third.letter} />;
}

const Answer = lazyPart<{ id: string }>(async () => (await answerPane()).AnswerPane);
const About = lazyPart<{ id: string }>(
  async () => (await aboutPane()).AboutPane,
  () => <div className="about-pane" />,
);

/* At the right of a letter, on a screen with room for three panes: the answer to it, or what comes next after an order. */
export function BesideLetter() {
  const third = useThirdPane();
  if (third?.kind === 'answer') return <Answer key={third.letter.id} id={third.letter.id} />;
  return third?.kind === 'about' && <About key={third.letter.id} id={third.letter.id} />;
}
