/* Apart from the commands, because it is also shown where no stage is entered. */

export const USAGE = `npm run ops -- --stage <stage> <command>

  person <username | id | +phone>            an account: status, money, payouts, conversations
  conversation <id> [--text --reason "…"]    a conversation: money, timeline, ledger; with --text what was written
  reports                                    what waits in review, the longest waiting first
  held                                       payouts that are held for a check, the longest held first
  audit [--since 2026-11-01]                 what operators did, of the last 30 days unless said otherwise

  refund <conversation> [--from-recipient]   gives the sender their money back
  review <conversation> --give-back | --keep decides about a reported message
  block <username> · unblock <username>      closes an account, opens it again
  release <username>                         pays out what is held for a check
  delete-account <username>                  forgets whose it was, of an account that is blocked

The last six say what they will do, and do it with --yes --reason "why".`;
