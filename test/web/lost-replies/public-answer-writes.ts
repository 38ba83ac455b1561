import { screen } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import {
  agreeToPublicAnswer,
  declinePublicAnswer,
  proposePublicAnswer,
  reportPublicAnswer,
  revisePublicAnswer,
  withdrawPublicAnswer,
} from '#shared/api/public-answers.ts';
import { paths } from '#web/paths.ts';
import { success } from '../open-screen.ts';
import {
  type Copy,
  PUBLIC_PAGE,
  proposed,
  serveAnsweredLetter,
  serveCopy,
  servePublicPage,
  unproposed,
} from '../public-answers/copy-fixtures.ts';
import { ana, ben, message } from '../screen-fixtures.ts';
import { says, type Write } from './play.ts';

/* What the two people of a letter decide about a public copy of it. */

const { id } = message;
const address = paths.publicCopy(id);
const prepared = (copy: Copy) => () => {
  serveAnsweredLetter(copy.state ?? undefined);
  serveCopy(copy);
};
const read = async (user: UserEvent) =>
  user.click(await screen.findByRole('checkbox', { name: /^I’ve read both texts/ }));

export const PUBLIC_ANSWER_WRITES: readonly Write[] = [
  {
    name: 'The proposal of a public answer',
    operation: proposePublicAnswer,
    address,
    viewer: ana,
    prepare: prepared(unproposed),
    begin: read,
    submit: 'Ask Ben',
    response: () => success(proposePublicAnswer, { data: [{ publicAnswerId: 'X' }] }),
    done: says('Ben reads it and decides'),
  },
  {
    name: 'Changes of a proposed copy',
    operation: revisePublicAnswer,
    address,
    viewer: ben,
    prepare: prepared(proposed),
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: /^on the 30th/ }));
      await user.click(await screen.findByRole('radio', { name: /^Hide it/ }));
      await user.click(screen.getByRole('button', { name: 'Done' }));
      await read(user);
    },
    submit: 'Agree to this',
    response: () => success(revisePublicAnswer, {}),
    done: says('Ana reads your changes next'),
  },
  {
    name: 'The agreement to a public answer',
    operation: agreeToPublicAnswer,
    address,
    viewer: ben,
    prepare: prepared(proposed),
    begin: read,
    submit: 'Agree',
    response: () => success(agreeToPublicAnswer, {}),
    done: says('It’s public now, without your name'),
  },
  {
    name: 'A letter that is kept private',
    operation: declinePublicAnswer,
    address,
    viewer: ben,
    prepare: prepared(proposed),
    begin: () => screen.findByRole('button', { name: 'Keep it private' }),
    submit: 'Keep it private',
    response: () => success(declinePublicAnswer, {}),
    done: says('It stays private'),
  },
  {
    name: 'The withdrawal of a public answer',
    operation: withdrawPublicAnswer,
    address: paths.orderViewer(id),
    viewer: ben,
    prepare: () => serveAnsweredLetter('PUBLIC'),
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
      await screen.findByRole('alertdialog');
    },
    submit: 'Withdraw',
    response: () => success(withdrawPublicAnswer, {}),
    done: says('It’s not public anymore'),
  },
  {
    name: 'A report of a public answer',
    operation: reportPublicAnswer,
    address: PUBLIC_PAGE,
    prepare: servePublicPage,
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Report' }));
      await user.click(await screen.findByRole('radio', { name: 'Bullying or harassment' }));
    },
    submit: 'Send report',
    response: () => success(reportPublicAnswer, {}),
    done: says('Thank you. We look at it, and hide it until we have.'),
  },
];
