/** The value of a JSON text from the storage of the browser; undefined without one, or if it is damaged. */
export function parsedJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
