import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { escaped } from '../../escaped-html.ts';

/*
 * Emails as HTML and as plain text, from one description. The HTML is tables with inline styles, because several mail programs
 * know nothing else; a style sheet only adds the dark colors.
 */

/** A row of an email: what, and its value. */
export type Fact = { readonly label: string; readonly value: string };

/** The text of an email. It quotes nothing that people wrote to each other. */
export type EmailContent = {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A code to type, shown large. */
  readonly code?: string;
  readonly facts?: readonly Fact[];
  /** The button. `path`: the path of its screen in the app. */
  readonly action?: { readonly label: string; readonly path: string };
  /** A receipt below the button. */
  readonly receipt?: Pick<EmailContent, 'heading' | 'paragraphs' | 'facts'>;
  /** Why the person gets it. */
  readonly reason: string;
};

type Options = {
  /** The address of the web app. */
  readonly origin: string;
  /** The page that ends this kind of emails; absent for those that nobody can end. */
  readonly unsubscribePage?: string | undefined;
};

/** Returns an email as HTML and as plain text. */
export const renderEmail = (
  content: EmailContent,
  options: Options,
): { readonly subject: string; readonly html: string; readonly text: string } => ({
  subject: content.subject,
  html: htmlOf(content, options),
  text: textOf(content, options),
});

function textOf(
  { heading, paragraphs, code, facts = [], action, receipt, reason }: EmailContent,
  { origin, unsubscribePage }: Options,
): string {
  const parts = [
    heading,
    ...(code ? [code] : []),
    ...paragraphs,
    ...factsText(facts),
    ...(action ? [`${action.label}:\n${origin}${action.path}`] : []),
    ...(receipt ? [receipt.heading, ...receipt.paragraphs, ...factsText(receipt.facts ?? [])] : []),
    [
      '--',
      reason,
      ...(unsubscribePage ? [`Unsubscribe: ${unsubscribePage}`] : []),
      `${PRODUCT_NAME}, ${origin}`,
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const factsText = (facts: readonly Fact[]): string[] =>
  facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : [];

/** Light colors; those of a dark mailbox are in the style sheet. */
const PAPER = '#f7f2e8';
const CARD = '#fffdf8';
const INK = '#16233b';
const SOFT = '#4d5768';
const RULE = '#e3dac8';
const BLUE = '#27528f';
const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";

const DARK = `@media (prefers-color-scheme:dark){.paper{background:#0f151e!important}.card{background:#171f2b!important;border-color:#2a3444!important}.ink{color:#ede7db!important}.soft{color:#a9b3c4!important}.rule{border-color:#2a3444!important}.button{background:#8bb7f5!important;color:#0f151e!important}.link{color:#8bb7f5!important}}`;

function htmlOf(
  { subject, heading, paragraphs, code, facts = [], action, receipt, reason }: EmailContent,
  { origin, unsubscribePage }: Options,
): string {
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;font:400 24px/1.3 ${SERIF};color:${INK}">${escaped(heading)}</h1>`,
    ...(code ? [codeHtml(code)] : []),
    ...paragraphs.map(paragraphHtml),
    ...(facts.length > 0 ? [factsHtml(facts)] : []),
    ...(action ? [buttonHtml(action.label, origin + action.path)] : []),
    ...(receipt ? [receiptHtml(receipt)] : []),
  ].join('');
  const footer = [
    escaped(reason),
    ...(unsubscribePage ? [linkHtml('Unsubscribe', unsubscribePage)] : []),
    linkHtml(PRODUCT_NAME, origin),
  ].join('<br>');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${DARK}</style></head><body class="paper" style="margin:0;padding:0;background:${PAPER}"><table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="ink" style="padding:0 4px 12px;font:400 18px/1.3 ${SERIF};color:${INK}">${PRODUCT_NAME}</td></tr><tr><td class="card" style="background:${CARD};border:1px solid ${RULE};border-radius:8px;padding:28px 24px 12px">${body}</td></tr><tr><td class="soft" style="padding:16px 4px;font:400 13px/1.6 ${SANS};color:${SOFT}">${footer}</td></tr></table></td></tr></table></body></html>`;
}

const paragraphHtml = (words: string) =>
  `<p class="ink" style="margin:0 0 16px;font:400 16px/1.5 ${SANS};color:${INK}">${escaped(words)}</p>`;

const receiptHtml = ({ heading, paragraphs, facts = [] }: NonNullable<EmailContent['receipt']>) =>
  [
    `<h2 class="ink" style="margin:24px 0 12px;font:400 19px/1.3 ${SERIF};color:${INK}">${escaped(heading)}</h2>`,
    ...paragraphs.map(paragraphHtml),
    ...(facts.length > 0 ? [factsHtml(facts)] : []),
  ].join('');

const codeHtml = (code: string) =>
  `<p class="ink" style="margin:0 0 16px;font:600 30px/1.3 ${SANS};letter-spacing:6px;color:${INK}">${escaped(code)}</p>`;

const factsHtml = (facts: readonly Fact[]) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts
    .map(
      ({ label, value }) =>
        `<tr><th scope="row" align="left" class="soft rule" style="padding:10px 12px 10px 0;border-top:1px solid ${RULE};font:400 15px/1.4 ${SANS};color:${SOFT}">${escaped(label)}</th><td align="right" class="ink rule" style="padding:10px 0;border-top:1px solid ${RULE};font:600 15px/1.4 ${SANS};color:${INK}">${escaped(value)}</td></tr>`,
    )
    .join('')}</table>`;

const buttonHtml = (label: string, url: string) =>
  `<p style="margin:0 0 16px"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:${BLUE};color:#ffffff;font:600 16px/1.2 ${SANS};text-decoration:none">${escaped(label)}</a></p>`;

const linkHtml = (label: string, url: string) =>
  `<a class="link" href="${escaped(url)}" style="color:${BLUE};text-decoration:underline">${escaped(label)}</a>`;
