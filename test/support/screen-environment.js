import SingleRealmEnvironment from './single-realm-environment.js';

/** How much of the text of a page is told. */
const CHARACTERS = 1_500;
/** How many pages are described: those that were opened last. */
const PAGES = 3;

/** The single-realm environment of browser tests: the message of a failure says what the open pages show. */
export default class ScreenEnvironment extends SingleRealmEnvironment {
  constructor(...config) {
    super(...config);
    globalThis.openBrowsers = new Set();
  }

  async handleTestEvent({ name, error }) {
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
    const pages = [...globalThis.openBrowsers]
      .flatMap((browser) => browser.contexts())
      .flatMap((context) => context.pages());
    if (!(error instanceof Error) || pages.length === 0) return;
    const shown = await Promise.all(pages.slice(-PAGES).map(describePage));
    const { message, stack = '' } = error;
    error.message = [message, ...shown].join('\n\n');
    // Jest prints the stack, which begins with the message.
    error.stack = stack.replace(message, () => error.message);
  }
}

async function describePage(page) {
  const frames = await Promise.all(page.frames().map(describeFrame));
  return frames.join('\n\nIn a frame of it, ').replace(/^/, 'Shown was ');
}

async function describeFrame(frame) {
  try {
    // Without waiting long for a page that does not answer.
    const shown = frame.locator('html').evaluate(whatIsShown, CHARACTERS, { timeout: 10_000 });
    return `${frame.url()}\n${await shown}`;
  } catch (fault) {
    return `${frame.url()}, which does not say what it shows: ${fault.message}`;
  }
}

/** Returns the focused element, what is typed into the fields, and the visible text. Runs in the page. */
function whatIsShown(html, characters) {
  const { activeElement, body } = html.ownerDocument;
  const fields = [...html.querySelectorAll('input:not([type="password"]), textarea, select')];
  const typed = fields.map(({ name, id, type, value }) => `${name || id || type}=${value}`);
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown is told
  const text = (body?.innerText ?? '').replace(/\s*\n\s*/g, '\n').trim();
  return [
    `Focus: ${activeElement?.cloneNode(false).outerHTML ?? 'none'}`,
    `Fields: ${typed.join(', ') || 'none'}`,
    text.slice(0, characters),
  ].join('\n');
}
