/** All texts of up to `length` of these signs, without the empty one. */
export function textsOf(signs: readonly string[], length: number): string[] {
  let last = [''];
  const all: string[] = [];
  for (let count = 0; count < length; count += 1) {
    last = last.flatMap((text) => signs.map((sign) => text + sign));
    all.push(...last);
  }
  return all;
}
