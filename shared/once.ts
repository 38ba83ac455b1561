/** Returns a function that makes a value at its first call and keeps it: for what is costly to make and not always used. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
