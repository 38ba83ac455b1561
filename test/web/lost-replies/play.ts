import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import type { OperationSpec } from '#shared/api/operation.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { callsOf, lost, openScreen, refusal, serve } from '../open-screen.ts';

/* Plays writes whose responses are lost after the server has done them. */

export type Opened = Awaited<ReturnType<typeof openScreen>>;

/** A write by a screen: how a person gets to it, and what the screen shows once it is done. */
export type Write = {
  readonly name: string;
  readonly operation: OperationSpec;
  readonly address: string;
  readonly viewer?: CurrentUser;
  /** Sets what the screen reads, before it opens. */
  readonly prepare?: () => void;
  /** Types and presses everything before the button that sends. */
  readonly begin?: (user: UserEvent) => Promise<unknown>;
  /** The button that sends: the last one with this name, because a dialog is behind its page in the document. */
  readonly submit: string | RegExp;
  /** The server's response. */
  readonly response: () => Response;
  /** Sets what the screen reads once the server has done it. */
  readonly afterwards?: () => void;
  /** Finds what the screen shows when it is done. */
  readonly done: (opened: Opened) => Promise<unknown>;
  /** What the screen says while nobody knows; by default the sentence of every lost response. */
  readonly unknown?: RegExp;
  /** The button that sends again, if it is another one. */
  readonly again?: string;
};

const escaped = (sentence: string) => sentence.replace(/[.?]/g, '\\$&');
const UNKNOWN = new RegExp(escaped(LOST_RESPONSE));

/** How the next response is lost; undefined if it arrives. */
type Losses = { next: () => (() => Response) | undefined };

/** Performs the write, and loses its responses as `losses` says. Returns the keys of what was performed, or the inputs without one. */
function loseResponses({ operation, response, afterwards }: Write, losses: Losses): Set<string> {
  const performed = new Set<string>();
  serve(operation, ({ key, input }) => {
    performed.add(key ?? `${input}`);
    afterwards?.();
    const loss = losses.next();
    return loss ? loss() : response();
  });
  return performed;
}

async function press(user: UserEvent, name: string | RegExp): Promise<void> {
  const buttons = await screen.findAllByRole('button', { name, hidden: true });
  await user.click(buttons.at(-1) as HTMLElement);
}

/** Opens the screen and sends. */
async function send(write: Write, losses: Losses) {
  write.prepare?.();
  const opened = await openScreen(write.address, write.viewer);
  await write.begin?.(opened.user);
  const performed = loseResponses(write, losses);
  await press(opened.user, write.submit);
  return { opened, performed };
}

/** Loses the first response, as a connection does that breaks. */
function loseOne(): Losses {
  let isFirst = true;
  return {
    next: () => {
      const loss = isFirst ? lost : undefined;
      isFirst = false;
      return loss;
    },
  };
}

/** Loses every response until `end` is called, in turns as an error of the server and as a connection that breaks. */
function loseAll() {
  let isOver = false;
  let count = 0;
  return {
    next: () => {
      count += 1;
      if (isOver) return undefined;
      return count % 2 === 1 ? () => refusal('INTERNAL') : lost;
    },
    end: () => {
      isOver = true;
    },
  };
}

/** Plays each write: by a double tap, with one lost response, and with responses that stay lost until the person sends again. */
export function playLostResponses(writes: readonly Write[]): void {
  describe.each(writes.map((write) => [write.name, write] as const))('%s', (_, write) => {
    test('is sent once by a double tap', async () => {
      write.prepare?.();
      const { user } = await openScreen(write.address, write.viewer);
      await write.begin?.(user);
      serve(write.operation, () => new Promise(() => undefined));
      const buttons = await screen.findAllByRole('button', { name: write.submit, hidden: true });
      await user.dblClick(buttons.at(-1) as HTMLElement);
      await waitFor(() => expect(callsOf(write.operation)).toHaveLength(1));
    });

    test('is found done by the screen itself if its response was lost', async () => {
      const { opened, performed } = await send(write, loseOne());
      await write.done(opened);
      expect(performed.size).toBe(1);
      expect(screen.queryByText(write.unknown ?? UNKNOWN)).toBeNull();
    });

    test('is said to be unknown while its responses are lost, and is done once when it is sent again', async () => {
      const losses = loseAll();
      const { opened, performed } = await send(write, losses);
      await screen.findByText(write.unknown ?? UNKNOWN);
      losses.end();
      await press(opened.user, write.again ?? write.submit);
      await write.done(opened);
      expect(performed.size).toBe(1);
    });
  });
}

/** Waits until the screen has left its address. */
export const leaves =
  (address: string) =>
  ({ pathname }: Opened) =>
    waitFor(() => expect(pathname()).not.toBe(address));

/** Waits for a sentence. */
export const says = (words: string | RegExp) => () => screen.findAllByText(words);
