import { documents } from '#functions/storage/table.ts';

/* Records the requests that an operation sends to the table, so that another server can send the same. */

/** A command of the document client and its input. */
export type TableRequest = { readonly command: string; readonly input: object };
/** The requests of one call in their order; those of an inner list were sent together. */
export type RecordedCall = readonly (readonly TableRequest[])[];

type Command = { readonly input: object };

/** Runs `run` and returns its requests to the table. No other code may use the table meanwhile. */
export async function recorded(run: () => Promise<unknown>): Promise<RecordedCall> {
  const call: TableRequest[][] = [];
  let answered = 0;
  let answeredBefore = -1;
  const send = documents.send as (command: Command) => Promise<never>;
  documents.send = async (command: Command) => {
    const request = { command: command.constructor.name, input: structuredClone(command.input) };
    // A request that begins before another has been answered is sent together with the one before it.
    if (answered === answeredBefore) call.at(-1)?.push(request);
    else call.push([request]);
    answeredBefore = answered;
    try {
      return await send.call(documents, command);
    } finally {
      answered += 1;
    }
  };
  try {
    await run();
  } finally {
    documents.send = send;
  }
  return call;
}

const ID = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g;

/**
 * Returns the same call for other people and conversations: `ids` has the new id of each known one. All other ids are
 * those of new items, and get another ending; `kept` stay as they are.
 */
export function translated(
  call: RecordedCall,
  ids: ReadonlyMap<string, string>,
  kept: ReadonlySet<string>,
): RecordedCall {
  const text = JSON.stringify(call).replace(ID, (id) =>
    kept.has(id) ? id : (ids.get(id) ?? `${id.slice(0, -4)}0SDK`),
  );
  return JSON.parse(text);
}
