import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { paths } from './paths.ts';
import type { ShellValue } from './shell/shell-context.ts';

/** The addresses of the links of the shell. */
export const shellPaths = (signedIn: boolean): ShellValue['paths'] => ({
  start: signedIn ? paths.dashboard() : paths.home(),
  signIn: paths.login(),
  browse: paths.browse(),
  register: paths.register(),
  settings: paths.settings(),
  help: signedIn ? paths.helpTicket() : paths.profile(SUPPORT_USERNAME),
  install: paths.installApplication(),
  inbox: paths.inbox(),
  outbox: paths.orders(),
  home: paths.dashboard(),
  users: paths.userSearch(),
  profile: paths.myProfile(),
});
