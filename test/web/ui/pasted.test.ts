import { describe, expect, test } from '@jest/globals';
import { pastedFiles, pastedPictures } from '#web/ui/pasted-files.ts';
import { tidyPasted } from '#web/ui/pasted-html.ts';

const file = (name: string, type: string) => ({ name, type }) as File;
const data = (files: readonly File[], text = '', html = '') => ({
  files: files as unknown as FileList,
  getData: (type: string) => (type === 'text/html' ? html : type === 'text/plain' ? text : ''),
});
const PICTURE = file('image.png', 'image/png');
const PHOTO = file('IMG 0123.jpg', 'image/jpeg');
const WORD =
  '<html><head><style>p{}</style></head><body><!--StartFragment--><p class=MsoNormal>Hello</p><!--EndFragment--></body></html>';

describe('pasted data has', () => {
  test.each([
    ['the text of Word, not the picture of it', data([PICTURE], 'Hello', WORD), []],
    [
      'the cells of Excel, not the picture of them',
      data([PICTURE], 'Item\tPrice\nTea\t3', '<table><tr><td>Item</td></tr></table>'),
      [],
    ],
    ['the text of Numbers without HTML', data([PICTURE], 'Item\tPrice'), []],
    ['HTML without text', data([PICTURE], '', '<p>Hello</p>'), []],
    ['a screenshot', data([PICTURE]), [PICTURE]],
    [
      'a picture of a page',
      data([PICTURE], '', '<meta charset="utf-8"><img src="https://a.example/b.png">'),
      [PICTURE],
    ],
    [
      'a picture of a page with its address',
      data([PICTURE], 'https://a.example/b.png', '<img src="https://a.example/b.png">'),
      [PICTURE],
    ],
    ['a file of Finder, which adds its name', data([PHOTO], 'IMG 0123.jpg'), [PHOTO]],
    ['a file of Finder whose ending is hidden', data([PHOTO], 'IMG 0123'), [PHOTO]],
    [
      'a file of Finder with its address',
      data([PHOTO], 'file:///Users/ana/IMG%200123.jpg'),
      [PHOTO],
    ],
    ['files of Finder', data([PHOTO, PICTURE], 'IMG 0123.jpg\rimage.png'), [PHOTO, PICTURE]],
    ['no file', data([], 'IMG 0123.jpg'), []],
  ])('%s', (_, pasted, files) => expect(pastedFiles(pasted)).toEqual(files));

  test('a picture only among its pictures', () => {
    const paper = file('paper.pdf', 'application/pdf');
    expect(pastedFiles(data([paper, PHOTO], 'paper.pdf\nIMG 0123.jpg'))).toHaveLength(2);
    expect(pastedPictures(data([paper, PHOTO], 'paper.pdf\nIMG 0123.jpg'))).toEqual([PHOTO]);
  });
});

function tidied(html: string): string {
  const inert = document.implementation.createHTMLDocument('');
  const root = inert.createElement('div');
  root.innerHTML = html;
  for (const one of root.querySelectorAll('style, meta')) one.remove();
  tidyPasted(root);
  return root.innerHTML
    .replace(
      / (class|style|lang|width|height|id|dir|border|cellspacing|cellpadding|align|data-[\w-]+)="[^"]*"/g,
      '',
    )
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<\/?(span|colgroup|col|b)>/g, '')
    .trim();
}

const listItem = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

describe('what is pasted from', () => {
  test('Word has its bullets as a list, with the lists in it', () => {
    const html = `<p class=MsoNormal>Bring:</p>${listItem(1, '·', 'the <b>form</b>')}${listItem(2, 'o', 'signed')}${listItem(1, '·', 'a receipt')}<p class=MsoNormal>Thanks</p>`;
    expect(tidied(html).replaceAll('<o:p></o:p>', '')).toBe(
      '<p>Bring:</p><ul><li><p>the form</p><ul><li><p>signed</p></li></ul></li><li><p>a receipt</p></li></ul><p>Thanks</p>',
    );
  });

  test('Word has its numbers as an ordered list', () => {
    const html = `${listItem(1, '1.', 'First')}${listItem(1, '2.', 'Second')}`;
    expect(tidied(html).replaceAll('<o:p></o:p>', '')).toBe(
      '<ol><li><p>First</p></li><li><p>Second</p></li></ol>',
    );
  });

  test('Word through Safari, which drops the marks of its lists, is a list too', () => {
    const html =
      '<p class="MsoListParagraphCxSpFirst"><span>·</span><span>&nbsp;&nbsp;&nbsp;</span>One</p><p class="MsoListParagraphCxSpLast">·&nbsp;&nbsp; Two</p>';
    expect(tidied(html)).toBe('<ul><li><p>One</p></li><li><p>Two</p></li></ul>');
  });

  test('Excel has a line for each row, with its cells apart', () => {
    const html = `<table border=0 cellpadding=0 cellspacing=0 width=174 style='border-collapse:collapse'><col width=87 span=2><!--StartFragment--><tr height=21><td height=21 class=xl65>Item</td><td>Price</td></tr><tr><td>Tea</td><td align=right>3</td></tr><!--EndFragment--></table>`;
    expect(tidied(html)).toBe('<p>Item · Price</p><p>Tea · 3</p>');
  });

  test('Google Sheets, Numbers and a table of Word have lines too', () => {
    expect(
      tidied(
        '<google-sheets-html-origin><table><tbody><tr><td data-sheets-value="1">Item</td><td>Price</td></tr></tbody></table></google-sheets-html-origin>',
      ),
    ).toContain('<p>Item · Price</p>');
    expect(
      tidied(
        '<table><tbody><tr><td><p class="p1">Item</p></td><td><p class="p1">Price</p><p class="p1">in $</p></td></tr></tbody></table>',
      ),
    ).toBe('<p>Item · Price in $</p>');
    expect(
      tidied(
        '<table class=MsoTableGrid><tr><td><p class=MsoNormal>Tea<br>green</p></td><td><p class=MsoNormal>3</p></td></tr></table>',
      ),
    ).toBe('<p>Tea green · 3</p>');
  });

  test('a table of one cell keeps its paragraphs', () => {
    expect(tidied('<table><tr><td><p>One</p><ul><li>Two</li></ul></td></tr></table>')).toBe(
      '<p>One</p><ul><li>Two</li></ul>',
    );
  });

  test('Google Docs keeps its paragraphs and lists', () => {
    const html =
      '<p dir="ltr"><span>One</span></p><ul><li dir="ltr"><p dir="ltr"><span>Two</span></p></li></ul>';
    expect(tidied(html)).toBe('<p>One</p><ul><li><p>Two</p></li></ul>');
  });

  test('elsewhere keeps paragraphs that begin with a dash', () =>
    expect(tidied('<p>– One</p><p>1. Two</p>')).toBe('<p>– One</p><p>1. Two</p>'));
});
