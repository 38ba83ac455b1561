import { PRODUCT_NAME } from '#shared/brand.ts';
import { escaped } from '../../escaped-html.ts';
import {
  type Action,
  type Block,
  type EmailContent,
  type Fact,
  type FrameOptions,
  inlinesOf,
  type LetterPart,
  type Postmark,
  type Step,
  type Words,
} from './content.ts';
import { footerOf } from './footer.ts';
import {
  DARK_STYLES,
  LIGHT,
  OUTLOOK_COM_STYLES,
  PHONE_STYLES,
  SANS,
  SERIF,
} from './frame-styles.ts';

/*
 * An email as HTML: tables with inline styles, because Outlook on Windows lays out with Word and Gmail may drop style sheets. A style
 * sheet only adds the dark colors and the narrow layout. It loads nothing: no pictures, no fonts, no tracking. Sources of the limits:
 * https://www.caniemail.com
 */

/** A table that only lays out, which screen readers read as its text. */
const LAYOUT = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

/** Returns an email as an HTML document. */
export function htmlOf(content: EmailContent, options: FrameOptions): string {
  const { subject, blocks, action, after = [] } = content;
  const body = [
    headingHtml(content),
    ...blocks.map((block) => blockHtml(block, options)),
    ...(action ? [buttonHtml(action, options)] : []),
    ...after.map((block) => blockHtml(block, options)),
  ].join('');
  return [
    '<!doctype html><html lang="en" dir="ltr" xmlns:o="urn:schemas-microsoft-com:office:office">',
    headHtml(subject),
    `<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper}">`,
    previewHtml(content.preview),
    frameHtml(body, footerHtml(content, options)),
    '</body></html>',
  ].join('');
}

/** Outlook on Windows would otherwise enlarge everything by the scale of its screen. */
const OUTLOOK_SCALE =
  '<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->';

const headHtml = (subject: string) =>
  [
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    '<meta name="x-apple-disable-message-reformatting">',
    `<title>${escaped(subject)}</title>`,
    OUTLOOK_SCALE,
    `<style>${PHONE_STYLES}${DARK_STYLES}</style>`,
    // On its own: Gmail drops a whole style sheet for a selector that it does not know.
    `<style>${OUTLOOK_COM_STYLES}</style></head>`,
  ].join('');

/** The line that mailboxes show beside the subject, with blanks behind it so that they do not go on with the heading. */
const previewHtml = (preview: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}${'&#847;&zwnj;&nbsp;'.repeat(Math.max(0, 110 - preview.length))}</div>`;

const frameHtml = (body: string, footer: string) =>
  [
    `<table ${LAYOUT} width="100%" class="paper" bgcolor="${LIGHT.paper}" style="background-color:${LIGHT.paper}"><tr><td align="center" class="outer" style="padding:20px 16px 32px">`,
    `<!--[if mso]><table ${LAYOUT} width="568" align="center"><tr><td><![endif]-->`,
    `<table ${LAYOUT} width="100%" style="max-width:568px">`,
    `<tr><td class="gutter" style="padding:0 4px 16px">${brandHtml()}</td></tr>`,
    `<tr><td class="card inner" bgcolor="${LIGHT.card}" style="background-color:${LIGHT.card};border:1px solid ${LIGHT.rule};border-radius:16px;padding:28px 32px 32px">${body}</td></tr>`,
    `<tr><td class="soft gutter" style="padding:18px 4px 0;font-family:${SANS};font-size:13px;line-height:21px;color:${LIGHT.soft}">${footer}</td></tr>`,
    '</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table>',
  ].join('');

/** The mark and the name of the product. */
const brandHtml = () =>
  [
    `<table ${LAYOUT}><tr>`,
    `<td class="red" width="28" height="28" align="center" valign="middle" aria-hidden="true" style="width:28px;height:28px;border:2px solid ${LIGHT.red};border-radius:18px;font-family:${SERIF};font-size:12px;line-height:28px;font-weight:bold;color:${LIGHT.red}">RP</td>`,
    `<td class="ink" style="padding-left:10px;font-family:${SERIF};font-size:20px;line-height:28px;color:${LIGHT.ink}">${PRODUCT_NAME}</td>`,
    '</tr></table>',
  ].join('');

function headingHtml({ heading, mark }: EmailContent): string {
  const words = `<h1 class="ink" style="margin:0;font-family:${SERIF};font-size:30px;line-height:36px;font-weight:normal;color:${LIGHT.ink}">${escaped(heading)}</h1>`;
  if (!mark) return `<div style="margin:0 0 12px">${words}</div>`;
  return `<table ${LAYOUT} width="100%" style="margin:0 0 12px"><tr><td valign="top">${words}</td><td width="92" align="right" valign="top" style="padding-left:12px">${postmarkHtml(mark)}</td></tr></table>`;
}

function blockHtml(block: Block, options: FrameOptions): string {
  switch (block.kind) {
    case 'text':
      return paragraphHtml(block.words, block.tone ?? 'ink', options);
    case 'heading':
      return `<h2 class="ink" style="margin:26px 0 6px;font-family:${SERIF};font-size:20px;line-height:26px;font-weight:normal;color:${LIGHT.ink}">${escaped(block.words)}</h2>`;
    case 'amount':
      return `<p class="ink" style="margin:0 0 4px;font-family:${SERIF};font-size:44px;line-height:50px;color:${LIGHT.ink}">${escaped(block.words)}</p>`;
    case 'code':
      return `<p class="ink" style="margin:0 0 16px;font-family:${SANS};font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px;color:${LIGHT.ink}">${escaped(block.digits)}</p>`;
    case 'due':
      return dueHtml(block, options);
    case 'letter':
      return letterHtml(block);
    case 'quote':
      return quoteHtml(block);
    case 'steps':
      return stepsHtml(block.steps);
    case 'facts':
      return factsHtml(block.facts);
  }
}

const paragraphHtml = (words: Words, tone: 'ink' | 'soft', options: FrameOptions) =>
  `<p class="${tone}" style="margin:0 0 16px;font-family:${SANS};font-size:16px;line-height:24px;color:${LIGHT[tone]}">${wordsHtml(words, options)}</p>`;

const wordsHtml = (words: Words, { origin }: FrameOptions) =>
  inlinesOf(words)
    .map((part) => {
      if (typeof part === 'string') return escaped(part);
      if ('strong' in part) return `<b>${escaped(part.strong)}</b>`;
      return linkHtml(part.link, origin + part.path);
    })
    .join('');

const linkHtml = (label: string, url: string) =>
  `<a class="blue" href="${escaped(url)}" style="color:${LIGHT.blue};text-decoration:underline">${escaped(label)}</a>`;

/** A deadline with what is due, with a red edge. */
const dueHtml = (
  { title, words }: { readonly title: string; readonly words: Words },
  options: FrameOptions,
) =>
  [
    `<table ${LAYOUT} width="100%" style="margin:0 0 18px"><tr>`,
    `<td class="tint due" bgcolor="${LIGHT.tint}" style="background-color:${LIGHT.tint};border-left:4px solid ${LIGHT.red};padding:12px 16px;font-family:${SANS}">`,
    `<div class="red" style="font-size:16px;line-height:22px;font-weight:bold;color:${LIGHT.red}">${escaped(title)}</div>`,
    `<div class="ink" style="padding-top:2px;font-size:15px;line-height:22px;color:${LIGHT.ink}">${wordsHtml(words, options)}</div>`,
    '</td></tr></table>',
  ].join('');

/** A letter on its paper. */
function letterHtml({ name, line, postmark, facts, firstLines }: LetterPart): string {
  const written = [
    `<div class="ink" style="font-size:16px;line-height:22px;font-weight:bold;color:${LIGHT.ink}">${escaped(name)}</div>`,
    `<div class="soft" style="font-size:15px;line-height:21px;color:${LIGHT.soft}">${escaped(line)}</div>`,
    ...(facts
      ? [
          `<div class="soft" style="padding-top:8px;font-size:15px;line-height:21px;color:${LIGHT.soft}">${escaped(facts)}</div>`,
        ]
      : []),
  ].join('');
  const stamp = postmark
    ? `<td width="92" align="right" valign="top" style="padding-left:12px">${postmarkHtml(postmark)}</td>`
    : '';
  const lines = firstLines
    ? `<div class="ink" style="padding-top:14px;font-family:${SERIF};font-size:17px;line-height:26px;color:${LIGHT.ink}">${escaped(firstLines).replaceAll('\n', '<br>')}</div>`
    : '';
  return paperHtml(
    `<table ${LAYOUT} width="100%"><tr><td valign="top" style="font-family:${SANS}">${written}</td>${stamp}</tr></table>${lines}`,
  );
}

/** A quote of staff. */
const quoteHtml = ({
  label,
  words,
  source,
}: {
  readonly label: string;
  readonly words: string;
  readonly source: string;
}) =>
  paperHtml(
    [
      `<div class="soft" style="font-family:${SANS};font-size:14px;line-height:20px;color:${LIGHT.soft}">${escaped(label)}</div>`,
      `<div class="ink" style="padding:8px 0;font-family:${SERIF};font-size:17px;line-height:26px;color:${LIGHT.ink}">“${escaped(words).replaceAll('\n', '<br>')}”</div>`,
      `<div class="soft" style="font-family:${SANS};font-size:14px;line-height:20px;color:${LIGHT.soft}">${escaped(source)}</div>`,
    ].join(''),
  );

const paperHtml = (body: string) =>
  `<table ${LAYOUT} width="100%" style="margin:0 0 20px"><tr><td class="letter" bgcolor="${LIGHT.letter}" style="background-color:${LIGHT.letter};border:1px solid ${LIGHT.rule};padding:18px 20px">${body}</td></tr></table>`;

/** A postmark: a bordered cell, round where corners can be, and square in Outlook on Windows. */
const postmarkHtml = ({ words, day, year, tone }: Postmark) =>
  `<table ${LAYOUT}><tr><td class="${tone}" width="76" height="76" align="center" valign="middle" style="width:76px;height:76px;border:2px solid ${LIGHT[tone]};border-radius:40px;font-family:${SANS};font-size:9px;line-height:13px;font-weight:bold;color:${LIGHT[tone]}">${escaped(words.toUpperCase())}<br><span style="font-size:14px;line-height:18px">${escaped(day)}</span><br>${escaped(year)}</td></tr></table>`;

/** Dated lines with a dot each: filled for what happened. */
const stepsHtml = (steps: readonly Step[]) =>
  `<table ${LAYOUT} width="100%" style="margin:0 0 8px">${steps.map(stepHtml).join('')}</table>`;

const stepHtml = ({ title, words, isDone }: Step) =>
  [
    `<tr><td width="24" valign="top" style="padding-top:6px"><table ${LAYOUT}><tr><td class="dot${isDone ? ' done' : ''}" width="8" height="8" aria-hidden="true" style="width:8px;height:8px;border:2px solid ${LIGHT.ink};border-radius:6px;font-size:1px;line-height:8px${isDone ? `;background-color:${LIGHT.ink}` : ''}">&nbsp;</td></tr></table></td>`,
    `<td valign="top" style="padding-bottom:16px;font-family:${SANS}">`,
    `<div class="ink" style="font-size:15px;line-height:22px;font-weight:bold;color:${LIGHT.ink}">${escaped(title)}</div>`,
    `<div class="ink" style="font-size:15px;line-height:22px;color:${LIGHT.ink}">${escaped(words)}</div>`,
    '</td></tr>',
  ].join('');

/** A table of facts, with a header for each row. */
const factsHtml = (facts: readonly Fact[]) =>
  `<table border="0" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 24px">${facts.map(factHtml).join('')}</table>`;

const factHtml = ({ label, value, tone }: Fact) =>
  `<tr><th scope="row" align="left" valign="top" class="soft rule" style="padding:11px 12px 11px 0;border-top:1px solid ${LIGHT.rule};font-family:${SANS};font-size:15px;line-height:21px;font-weight:normal;text-align:left;color:${LIGHT.soft}">${escaped(label)}</th><td align="right" valign="top" class="${tone ?? 'ink'} rule" style="padding:11px 0;border-top:1px solid ${LIGHT.rule};font-family:${SANS};font-size:15px;line-height:21px;font-weight:bold;text-align:right;color:${LIGHT[tone ?? 'ink']}">${escaped(value)}</td></tr>`;

/** The one button: 52 high, and as wide as the text on a phone. Outlook on Windows takes its padding from the cell. */
function buttonHtml({ label, path, isOutlined = false }: Action, { origin }: FrameOptions): string {
  const kind = isOutlined ? 'outline' : 'button';
  const fill = isOutlined ? '' : ` bgcolor="${LIGHT.ink}"`;
  const background = isOutlined ? '' : `background-color:${LIGHT.ink};`;
  const color = isOutlined ? LIGHT.ink : LIGHT.card;
  return [
    `<table ${LAYOUT} class="wide" style="margin:4px 0 20px"><tr>`,
    `<td class="${kind}" align="center"${fill} style="${background}border:1px solid ${LIGHT.ink};border-radius:14px;mso-padding-alt:15px 28px">`,
    `<a class="${kind}-words block" href="${escaped(origin + path)}" style="display:inline-block;padding:15px 28px;font-family:${SANS};font-size:16px;line-height:20px;font-weight:bold;color:${color};text-decoration:none">${escaped(label)}</a>`,
    '</td></tr></table>',
  ].join('');
}

function footerHtml(content: EmailContent, options: FrameOptions): string {
  const { words, links } = footerOf(content, options);
  const shown = links.map(({ label, url }) => linkHtml(label, url));
  return `${escaped(words)}<br>${[...shown, PRODUCT_NAME].join(' · ')}`;
}
