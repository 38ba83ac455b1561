import { join } from 'node:path';

const built = new Map<string, Promise<string>>();

/** Bundles a script of this folder to plain JavaScript without imports. */
function scriptOf(entry: 'stripe-js' | 'field' | 'authentication-page'): Promise<string> {
  const known = built.get(entry);
  if (known) return known;
  const script = bundle(entry);
  built.set(entry, script);
  return script;
}

async function bundle(entry: string): Promise<string> {
  // Imported on demand, so that tests and simulations without a browser start faster.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `${entry}.ts`)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  });
  return outputFiles[0]?.text ?? '';
}

/** The HTML page in the frame of a card field. */
const FIELD_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Card field</title>
    <style>
      html, body { margin: 0; background: transparent; color-scheme: light only; overflow: hidden; }
      #fields { display: flex; gap: 12px; }
      input {
        flex: 1 1 0; min-width: 0; width: 100%; margin: 0; padding: 0; border: 0; outline: 0; background: transparent;
        font: 400 16px/1.2 system-ui, sans-serif; color: #1a1a1a; appearance: none;
      }
      input[name='cardnumber']:not(:only-child) { flex-grow: 3; }
      input::placeholder { color: #757680; opacity: 1; }
      input[aria-invalid='true'] { color: #c0152f; }
    </style>
  </head>
  <body>
    <div id="fields"></div>
    <script src="field.js"></script>
  </body>
</html>
`;

/** The HTML page of 3-D Secure. */
const AUTHENTICATION_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>3D Secure – test bank</title>
    <style>
      html { color-scheme: light only; background: transparent; }
      body {
        margin: 0; min-height: 100vh; padding: 16px; box-sizing: border-box; display: grid; place-items: center;
        background: rgb(15 23 42 / 0.6); font: 400 16px/1.5 system-ui, sans-serif; color: #0f172a;
      }
      #question {
        box-sizing: border-box; width: 100%; max-width: 420px; padding: 28px; border-radius: 14px; background: #fff;
        box-shadow: 0 20px 50px rgb(15 23 42 / 0.35);
      }
      .bank { display: flex; align-items: center; gap: 10px; margin: 0 0 20px; font-size: 14px; color: #475569; }
      .bank svg { flex: none; }
      h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; }
      p { margin: 0 0 20px; }
      dl { display: flex; justify-content: space-between; margin: 0 0 24px; padding: 12px 0; border-block: 1px solid #e2e8f0; }
      dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
      .choices { display: grid; gap: 10px; }
      button {
        min-height: 48px; padding: 0 16px; border-radius: 10px; border: 1px solid #1d4ed8; font: inherit; font-weight: 600;
        cursor: pointer;
      }
      button:focus-visible { outline: 3px solid #0f172a; outline-offset: 2px; }
      button:disabled { opacity: 0.6; cursor: default; }
      #complete { background: #1d4ed8; color: #fff; }
      #fail { background: #fff; color: #b91c1c; border-color: #fca5a5; }
      #status { margin: 16px 0 0; color: #b91c1c; }
      #status:empty { display: none; }
    </style>
  </head>
  <body>
    <div id="question" role="dialog" aria-modal="true" aria-labelledby="title" aria-describedby="what">
      <p class="bank">
        <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="#1d4ed8" stroke-width="2" aria-hidden="true"><path d="M3 10 12 4l9 6M5 10v8m5-8v8m4-8v8m5-8v8M3 20h18"/></svg>
        3D Secure – test bank
      </p>
      <h1 id="title">Is it you who is paying?</h1>
      <p id="what">A real bank would ask for a code or a fingerprint here. Choose how that ends.</p>
      <dl><dt>Amount</dt><dd id="amount">…</dd></dl>
      <div class="choices">
        <button type="button" id="complete">Complete authentication</button>
        <button type="button" id="fail">Fail authentication</button>
      </div>
      <p id="status" role="alert"></p>
    </div>
    <script src="secure.js"></script>
  </body>
</html>
`;

/** A file for the browser. */
export interface BrowserFile {
  contentType: string;
  text: string;
}

/**
 * Stripe.js (`v3.js`) and the files of its frames, by file name. Serve them from one folder: Stripe.js loads the others
 * relative to its own URL, and calls the API at `../stripe-api`.
 */
export async function stripeJsFiles(): Promise<Record<string, BrowserFile>> {
  const [stripeJs, field, authentication] = await Promise.all([
    scriptOf('stripe-js'),
    scriptOf('field'),
    scriptOf('authentication-page'),
  ]);
  const script = (text: string) => ({ contentType: 'text/javascript; charset=utf-8', text });
  const page = (text: string) => ({ contentType: 'text/html; charset=utf-8', text });
  return {
    'v3.js': script(stripeJs),
    'field.js': script(field),
    'secure.js': script(authentication),
    'field.html': page(FIELD_PAGE),
    'secure.html': page(AUTHENTICATION_PAGE),
  };
}
