/* Signs the demo staff in with the passkey of this machine, and opens the desk. */

import { enterAs } from './enter.js';

try {
  await enterAs('desk', '/desk');
} catch (fault) {
  document.getElementById('note').textContent = fault.message;
}
