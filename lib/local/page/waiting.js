/*
 * The page that waits for the start: asks for the steps twice a second, and loads itself again once the product is ready, which then
 * answers with what was asked for. It is plain JavaScript and not compiled.
 */

const [list, bar, note] = ['steps', 'bar', 'note'].map((id) => document.getElementById(id));
const SAYS = { waiting: 'not begun', running: 'running', done: 'done' };
const patient = note.textContent;
let missed = 0;

function show(steps) {
  for (const [nth, { state, seconds }] of steps.entries()) {
    const row = list.children[nth];
    row.className = state;
    row.querySelector('.hidden').textContent = `, ${SAYS[state]}`;
    row.querySelector('.seconds').textContent =
      seconds === undefined ? '' : `${seconds.toFixed(1)} s${state === 'running' ? ' so far' : ''}`;
  }
  const done = steps.filter(({ state }) => state === 'done').length;
  bar.setAttribute('aria-valuenow', done);
  // A running step counts as half of one, so that the bar moves when it begins.
  const running = steps.some(({ state }) => state === 'running') ? 0.5 : 0;
  bar.firstElementChild.style.inlineSize = `${(100 * (done + running)) / steps.length}%`;
}

async function follow() {
  try {
    const response = await fetch('/_local/start-steps');
    const { ready, steps } = await response.json();
    if (ready) {
      location.reload();
      return;
    }
    missed = 0;
    note.textContent = patient;
    show(steps);
  } catch {
    missed += 1;
    if (missed === 4) note.textContent = 'The start has stopped. The terminal says why.';
  }
  setTimeout(follow, 500);
}

void follow();
