/*
 * The colors and style sheets of emails. Light colors are inline; the style sheets add what only some mail programs know: dark colors,
 * and the narrow layout of a phone.
 */

export const LIGHT = {
  paper: '#f7f2e8',
  card: '#fffdf8',
  letter: '#f7f2e8',
  tint: '#efe7d6',
  ink: '#16233b',
  soft: '#4d5768',
  rule: '#e3dac8',
  red: '#a92822',
  blue: '#27528f',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  paper: '#0f151e',
  card: '#171f2b',
  letter: '#0f151e',
  tint: '#1d2735',
  ink: '#ede7db',
  soft: '#a9b3c4',
  rule: '#2a3444',
  red: '#f5827a',
  blue: '#8bb7f5',
};

/** Outlook on Windows falls back to Times for a family that it does not know, so the first one is known everywhere. */
export const SANS = 'Helvetica,Arial,sans-serif';
export const SERIF = "Georgia,'Times New Roman',serif";

/** The text is as wide as a phone: no margins around the card, and a button across. */
export const PHONE_STYLES = [
  '@media (max-width:480px){',
  '.outer{padding:16px 0 24px!important}',
  '.gutter{padding-left:20px!important;padding-right:20px!important}',
  '.inner{padding:26px 20px 28px!important;border-radius:0!important;border-left-width:0!important;border-right-width:0!important}',
  '.wide{width:100%!important}',
  '.block{display:block!important}',
  '}',
].join('');

type Rule = { readonly on: string; readonly set: string };

const color = (name: string, value: string): Rule => ({ on: `.${name}`, set: `color:${value}` });
const background = (name: string, value: string): Rule => ({
  on: `.${name}`,
  set: `background-color:${value}`,
});
const border = (name: string, value: string): Rule => ({
  on: `.${name}`,
  set: `border-color:${value}`,
});

const COLORS: readonly Rule[] = [
  color('ink', DARK.ink),
  color('soft', DARK.soft),
  color('red', DARK.red),
  color('blue', DARK.blue),
  color('button-words', DARK.paper),
  color('outline-words', DARK.ink),
];
const BORDERS: readonly Rule[] = [
  border('card', DARK.rule),
  border('letter', DARK.rule),
  border('button', DARK.ink),
  border('outline', DARK.ink),
  border('dot', DARK.ink),
  // A postmark has the color of its words.
  border('red', DARK.red),
  border('blue', DARK.blue),
  // A blue amount stands on a rule, which keeps its color.
  border('rule', DARK.rule),
  border('due', DARK.red),
];
const BACKGROUNDS: readonly Rule[] = [
  background('paper', DARK.paper),
  background('card', DARK.card),
  background('letter', DARK.letter),
  background('tint', DARK.tint),
  background('button', DARK.ink),
  background('done', DARK.ink),
];

const ruleText = ({ on, set }: Rule, before = '') => `${before}${on}{${set}!important}`;

/** Dark colors, where a mail program follows the device: Apple Mail, Outlook on macOS, Thunderbird. */
export const DARK_STYLES = `@media (prefers-color-scheme:dark){${[...COLORS, ...BORDERS, ...BACKGROUNDS].map((rule) => ruleText(rule)).join('')}}`;

/** The same in Outlook.com and Outlook for phones, which change colors and mark what they changed. */
export const OUTLOOK_COM_STYLES = [
  ...[...COLORS, ...BORDERS].map((rule) => ruleText(rule, '[data-ogsc] ')),
  ...BACKGROUNDS.map((rule) => ruleText(rule, '[data-ogsb] ')),
].join('');
