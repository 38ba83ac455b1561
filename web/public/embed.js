/*
 * A link to a ReplyPaid profile on another site, as a button or a card. It stores nothing and asks only the site it comes from.
 *
 *   <script src="https://…/embed.js" data-username="ana" data-kind="button" async></script>
 *
 * data-kind: button or card. data-theme: light or dark; by default as the visitor's device. Without an answer of the site it is a
 * plain link. docs/product/links.md#button-and-card
 */
(() => {
  const script = document.currentScript;
  const { username = '', kind, theme } = script?.dataset ?? {};
  if (!/^\w[\w.]*$/.test(username)) return;

  const { origin } = new URL(script.src);
  const profile = `${origin}/${username.toLowerCase()}`;
  const isCard = kind === 'card';

  const element = (name, className, text) => {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  };
  const link = element('a', isCard ? 'card' : 'button', '');
  link.href = `${profile}?via=embed`;
  const name = element('span', 'name', `Ask @${username}`);
  const offer = element('span', 'offer', 'on ReplyPaid');
  link.append(name, ' ', offer);

  const light = '--paper:#fffdf8;--ink:#16233b;--soft:#4d566b;--edge:#8a8f9c;--on:#fffdf8';
  const dark = '--paper:#16202e;--ink:#e9e4d8;--soft:#b4b9c4;--edge:#6f7887;--on:#0f151e';
  const css = `
    :host{all:initial;display:${isCard ? 'block' : 'inline-block'};max-width:100%;${theme === 'dark' ? dark : light}}
    ${theme === 'light' || theme === 'dark' ? '' : `@media(prefers-color-scheme:dark){:host{${dark}}}`}
    a{box-sizing:border-box;display:inline-flex;min-height:44px;max-width:100%;gap:.4em;align-items:center;
      font:16px/1.4 system-ui,sans-serif;overflow-wrap:anywhere;text-decoration:none;border-radius:8px}
    a:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
    .button{padding:10px 18px;background:var(--ink);color:var(--on);border:1px solid var(--ink)}
    .card{display:flex;flex-direction:column;align-items:flex-start;gap:2px;max-width:480px;padding:16px 20px;
      background:var(--paper);color:var(--ink);border:1px solid var(--edge)}
    .name{font-weight:600;text-decoration:underline;text-underline-offset:4px}
    .button .name{text-decoration:none}
    .card .name{font:600 20px/1.3 Georgia,serif}
    .card .offer{color:var(--soft)}
    a:hover .name{text-decoration:underline 2px}`;
  const host = document.createElement('span');
  const root = host.attachShadow({ mode: 'open' });
  try {
    // Sites may forbid style elements.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(element('style', '', css));
  }
  root.append(link);
  script.after(host);

  const facts = `${origin}/oembed?format=json&url=${encodeURIComponent(profile)}`;
  fetch(facts, { credentials: 'omit' })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
    .then(({ author_name: fullName, description }) => {
      if (typeof fullName !== 'string' || typeof description !== 'string') return;
      name.textContent = `Ask ${fullName}`;
      const [price] = /(from )?\$[\d,.]*\d/.exec(description) ?? [];
      if (isCard) offer.textContent = description;
      else if (price) offer.textContent = `· ${price.replace(/\.00$/, '')}`;
    })
    // The link stays as it is.
    .catch(() => undefined);
})();
