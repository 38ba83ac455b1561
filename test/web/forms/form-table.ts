import { screen } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { CurrentUser } from '#web/api/current-user.ts';

/* What the tables of forms are made of. */

export type Form = {
  readonly name: string;
  readonly address: string;
  readonly viewer?: CurrentUser;
  readonly operation: OperationSpec;
  readonly submit: string | RegExp;
  /** Sets what the screen reads, before it opens. */
  readonly prepare?: () => void;
  /** Types valid input. */
  readonly fill?: (user: UserEvent) => Promise<void>;
  /** Makes the input wrong, and the label and error of the field that then has one. */
  readonly wrong?: {
    readonly type: (user: UserEvent) => Promise<void>;
    readonly field: string | RegExp;
    readonly error: string;
  };
  /** A field that the server can refuse: its name in the API, and its label. */
  readonly refused: { readonly name: string; readonly field: string | RegExp };
  /** A field with text, and this text. */
  readonly kept: { readonly field: string | RegExp; readonly text: string };
  /** The message for a fault. */
  readonly failed: string;
  /** The server's response to what it did. */
  readonly done?: () => Response;
  /** What live regions say once it is done, on the screen that follows. Needs `done`. */
  readonly says?: string;
  /** Whether the request has an Idempotency-Key. */
  readonly byKey: boolean;
};

/** The text field with this label. */
export const field = (name: string | RegExp) =>
  screen.findByRole<HTMLInputElement>('textbox', { name });

/** Replaces the text of a field. */
export async function write(user: UserEvent, name: string | RegExp, text: string): Promise<void> {
  await user.clear(await field(name));
  await user.paste(text);
}
