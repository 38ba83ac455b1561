import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewChat, viewChatList, viewChatParticipants } from '#shared/api/chat.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { viewAccountBalance, viewLedger } from '#shared/api/ledger.ts';
import { viewPayoutAccount, viewPayouts } from '#shared/api/payouts.ts';
import type { ReadHint } from '#shared/live.ts';
import { SECOND } from '#shared/time.ts';
import { refreshSession } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { CHAT_LIST, isPolled, requestPolls } from '../../api/requested-polls.ts';
import { currentAccessToken, currentSessionId } from '../../api/session.ts';
import {
  addChangedMessage,
  addHintedMessage,
  addHintedRead,
  addHintedTyping,
} from '../chat/room-query.ts';
import { refreshContacts } from '../contacts/contact-lists.ts';
import { refreshHinted } from '../conversations/thread/refresh-hinted.ts';
import { refreshUnreadChats } from '../notifications/unread-chats.ts';
import { Bursts, type Pace } from './bursts.ts';

/** The counters of the navigation: once for a burst, and after what the person does about it, such as reading. */
const COUNTERS: Pace = { after: SECOND, every: 3 * SECOND };
/** Lists and conversations: at once, then together. */
const LISTS: Pace = { after: 0, every: SECOND };

const isVisible = () => document.visibilityState === 'visible';

/**
 * Shows what hints say on the open screens. A hidden page adds messages to its chats and requests nothing: `missed` is called,
 * and it catches up when it is visible.
 */
export class HintedScreens {
  readonly #viewerId: string;
  readonly #missed: () => void;
  readonly #bursts = new Bursts();

  constructor(viewerId: string, missed: () => void) {
    this.#viewerId = viewerId;
    this.#missed = missed;
  }

  show(hint: ReadHint): void {
    switch (hint.kind) {
      case 'chatMessage':
        this.#showMessage(hint);
        break;
      case 'chatMessageChanged':
        if (!addChangedMessage(hint.chatId, hint.revision, hint.message))
          this.#request(hint.chatId, LISTS, () => requestPolls(hint.chatId));
        this.#requestChatList();
        break;
      case 'chatTyping':
        if (hint.userId !== this.#viewerId) addHintedTyping(hint.chatId, hint);
        break;
      case 'chatRead':
        void addHintedRead(hint.chatId, hint);
        if (hint.userId === this.#viewerId) this.#requestUnreadChats();
        break;
      case 'chat':
        this.#request('changed chats', LISTS, () =>
          refresh(viewChat, viewChatParticipants, viewChatList),
        );
        this.#requestUnreadChats();
        break;
      case 'conversation':
        this.#request(hint.conversationId, LISTS, () => refreshHinted(hint));
        this.#request(hint.side, LISTS, () =>
          refresh(hint.side === 'order' ? viewOrderList : viewInboxList),
        );
        this.#requestFigures();
        break;
      case 'contacts':
        this.#request('contacts', LISTS, refreshContacts);
        break;
      case 'account':
        this.#request('account', LISTS, refreshAccount);
        break;
      case 'sessionEnded':
        checkSession(hint.sessionId);
    }
  }

  stop(): void {
    this.#bursts.stop();
  }

  #showMessage(hint: Extract<ReadHint, { kind: 'chatMessage' }>): void {
    const isComplete = addHintedMessage(hint.chatId, hint.number, hint.message);
    if (!isComplete) this.#request(hint.chatId, LISTS, () => requestPolls(hint.chatId));
    this.#requestChatList();
    // A viewer who has the chat open reads the message, so the number of unread ones does not change.
    if (!isPolled(hint.chatId) || !isVisible()) this.#requestUnreadChats();
  }

  #requestChatList(): void {
    // A list that is not polled is not open, or loads for the first time.
    this.#request(CHAT_LIST, LISTS, () =>
      isPolled(CHAT_LIST) ? requestPolls(CHAT_LIST) : refresh(viewChatList),
    );
  }

  #requestUnreadChats(): void {
    // The list of chats counts them too.
    if (isPolled(CHAT_LIST)) this.#requestChatList();
    else this.#request('unread chats', COUNTERS, refreshUnreadChats);
  }

  #requestFigures(): void {
    this.#request('figures', COUNTERS, () => refresh(viewDashboardStats));
  }

  /** A failed request is made up for by the next catch-up. */
  #request(name: string, pace: Pace, ask: () => Promise<unknown>): void {
    if (isVisible()) this.#bursts.run(name, pace, () => void ask().catch(() => undefined));
    else this.#missed();
  }
}

const refreshAccount = () =>
  refresh(
    checkUser,
    viewDashboardStats,
    viewAccountBalance,
    viewLedger,
    viewPayouts,
    viewPayoutAccount,
    viewPaymentMethod,
  );

/** Asks the server for a new token if this session may have ended; one that has ended signs this browser out. */
function checkSession(sessionId: string | null): void {
  if (sessionId !== null && sessionId !== currentSessionId()) return;
  refreshSession(currentAccessToken()).catch(() => undefined);
}
