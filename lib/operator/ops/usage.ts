/* In a file of its own, because it is also printed without a stage, when the commands cannot be imported. */

export const USAGE = `npm run ops -- --stage <stage> <command>

  person <username | id | +phone>            shows an account: status, money, payouts, conversations
  conversation <id> [--text --reason "…"]    shows a conversation: money, timeline, ledger; --text adds the messages
  audit [--since 2026-11-01]                 lists what operators did, by default in the last 30 days

  block <username> · unblock <username>      blocks or unblocks an account
  delete-account <username>                  deletes the personal data of a blocked account
  grant <username> <permission>              lets a person do more at the desk: SUPPORT, MODERATOR or FINANCE
  revoke <username> <permission>             takes such a permission away, at once
  desk-link <username>                       prints a link that adds one passkey for the desk

The last six commands print what they would do. They do it with --yes --reason "why". Refunds, reviews and held payouts
are decided at the desk.`;
