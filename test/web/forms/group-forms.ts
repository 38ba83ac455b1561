import { screen } from '@testing-library/react/pure';
import { viewUserContacts } from '#shared/api/contacts.ts';
import { createGroupChat, renameChat } from '#shared/api/groups.ts';
import { paths } from '#web/paths.ts';
import { group, serveChat } from '../chat/group-fixtures.ts';
import { serve, success } from '../open-screen.ts';
import { ana, contactRow } from '../screen-fixtures.ts';
import { type Form, write } from './form-table.ts';

/* The forms of group chats. */

export const GROUP_FORMS: readonly Form[] = [
  {
    name: 'group chat',
    address: paths.createGroupChat(),
    viewer: ana,
    operation: createGroupChat,
    submit: 'Create Group',
    prepare: () =>
      serve(viewUserContacts, () =>
        success(viewUserContacts, { pageTotal: 1, data: [contactRow(1)] }),
      ),
    fill: async (user) => {
      await write(user, 'Group name', 'Permits');
      await user.click(screen.getByRole('checkbox'));
    },
    wrong: {
      type: (user) => write(user, 'Group name', ''),
      field: 'Group name',
      error: 'Please enter a name',
    },
    refused: { name: 'name', field: 'Group name' },
    kept: { field: 'Group name', text: 'Permits' },
    failed: 'Error while creating group. Please try again.',
    done: () => success(createGroupChat, { data: [group], notAdded: [] }),
    byKey: true,
  },
  {
    name: 'name of a group',
    address: paths.renameChat(group.id),
    viewer: ana,
    operation: renameChat,
    submit: 'Save',
    prepare: () => serveChat(group),
    fill: (user) => write(user, 'Group name', 'Permits and visas'),
    wrong: {
      type: (user) => write(user, 'Group name', ''),
      field: 'Group name',
      error: 'Please enter a name',
    },
    refused: { name: 'name', field: 'Group name' },
    kept: { field: 'Group name', text: 'Permits and visas' },
    failed: 'Error while renaming the group. Please try again.',
    done: () => success(renameChat, { data: [group] }),
    says: 'Group renamed',
    byKey: false,
  },
];
