/* The polls of open screens, so that a hint can request one at once. */

type Poll = { readonly topic: string; readonly ask: () => Promise<void> };

const open = new Set<Poll>();

/** The topic of the list of chats; the topic of a chat or a conversation is its id. */
export const CHAT_LIST = 'chats';

/** Offers the poll of an open screen. Returns the function that withdraws it. */
export function offerPoll(topic: string, ask: () => Promise<void>): () => void {
  const poll: Poll = { topic, ask: oneAtATime(ask) };
  open.add(poll);
  return () => {
    open.delete(poll);
  };
}

export const isPolled = (topic: string): boolean => [...open].some((poll) => poll.topic === topic);

/** Requests the polls of this topic, or all. Rejects if one fails. */
export async function requestPolls(topic?: string): Promise<void> {
  const asked = [...open].filter((poll) => topic === undefined || poll.topic === topic);
  await Promise.all(asked.map(({ ask }) => ask()));
}

/** Calls during a request lead to one more request after it, because its response may be older than they are. */
function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    running = ask().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
