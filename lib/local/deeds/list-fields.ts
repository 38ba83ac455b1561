/** A list as a field of a form has it: its JSON text. Nothing for a list that is left out. */
export const listField = (name: string, list: readonly unknown[] | undefined) =>
  list ? { [name]: JSON.stringify(list) } : {};
