/*
 * What a built style sheet needs that the oldest supported browsers lack: Safari 16.0, Chrome 109, Firefox 115. Rules inside
 * `@supports` are left out, because those browsers skip them.
 */

/** What makes a browser drop a declaration or a rule, with the words that name it. */
const TOO_NEW: readonly (readonly [RegExp, string])[] = [
  [/light-dark\(/g, 'light-dark()'],
  [/color-mix\(/g, 'color-mix()'],
  [/\b(?:oklch|oklab|lch|lab)\(/g, 'a color of CSS Color 4'],
  [/\brgb\(from |\bhsl\(from /g, 'a relative color'],
  [/@media[^{]*[<>][^{]*/g, 'a range in a media query'],
  [/@scope|@position-try|@view-transition|@function/g, 'a new rule'],
  [/\banchor\(|\banchor-size\(|position-anchor|position-area/g, 'anchor positioning'],
  [/\banimation-timeline|\bview-timeline|\bscroll-timeline/g, 'a scroll-driven animation'],
  // Inside of `:is()` an unknown one is skipped alone.
  [/:(?:open|popover-open|user-invalid|user-valid)\b(?![^{}(]*\))/g, 'a new pseudo-class'],
  [/paint-order/g, 'paint-order, which the WebKit of Safari 16.0 sometimes ignores'],
  [/\bround\(|\bmod\(|\brem\(|\bsin\(|\bcos\(|\bcalc-size\(|[^-\w]if\(/g, 'a new function'],
];

/** Finds what is too new. Of a rule with `:has()`, which Firefox before 121 drops as a whole, its selectors. */
export function styleFaults(sheet: string): string[] {
  const rules = withoutSupports(sheet.replace(/\/\*.*?\*\//gs, ''));
  const faults = TOO_NEW.flatMap(([pattern, what]) =>
    [...rules.matchAll(pattern)].map(({ index }) => `${what}: ${rules.slice(index, index + 80)}`),
  );
  const asking = [...rules.matchAll(/(?<=^|[{};])[^{};]*:has\([^{};]*(?=\{)/g)];
  return [...faults, ...asking.map(([selector]) => selector.trim())];
}

/** The text without its `@supports` blocks. */
function withoutSupports(sheet: string): string {
  const start = sheet.indexOf('@supports');
  if (start === -1) return sheet;
  const end = endOfBlock(sheet, sheet.indexOf('{', start));
  return sheet.slice(0, start) + withoutSupports(sheet.slice(end));
}

/** The position after the bracket that closes the one at `open`. */
function endOfBlock(sheet: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sheet.length; at += 1) {
    if (sheet[at] === '{') depth += 1;
    if (sheet[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return sheet.length;
}
