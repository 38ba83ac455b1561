import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { viewDeskPerson } from '../../../../../shared/api/desk.ts';
import { call, isRefusal } from '../../../api/client.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { queryLoader } from '../../../api/screen-loader.ts';
import { useNow } from '../../../api/use-now.ts';
import { useWrite } from '../../../forms/use-write.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { List, Row } from '../../../ui/List.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { queuesQueries } from '../desk-queries.ts';
import { ageWords, PERMISSION_WORDS, QUEUE_WORDS } from '../desk-words.ts';

export const loader = queryLoader(queuesQueries, staffGate);

/* `/desk`: the queues of a member of staff, and a search for a person. docs/product/desk.md#queues */
export function Component() {
  return (
    <StaffOnly>
      <Overview />
    </StaffOnly>
  );
}

function Overview() {
  const query = useQuery(queuesQueries().queues);
  const { permissionIds } = useCurrentUser();
  const now = useNow();
  return (
    <DeskPage title="Desk" back={paths.settings()} query={query}>
      {({ data }) => (
        <DeskFrame
          title="Desk"
          back={paths.settings()}
          lead={permissionIds.map((permission) => PERMISSION_WORDS[permission]).join(' · ')}
        >
          <div data-desk-rows>
            <List label="Queues">
              {data.map(({ queue, count, more, oldestAt }) => (
                <Row
                  key={queue}
                  title={QUEUE_WORDS[queue].title}
                  subtitle={
                    oldestAt === null
                      ? 'Nothing waits here'
                      : `The oldest has waited ${ageWords(oldestAt, now)}`
                  }
                  trailing={<span className="tabular-nums">{more ? `${count}+` : count}</span>}
                  render={<Link to={paths.deskQueue(queue.toLowerCase())} />}
                />
              ))}
            </List>
          </div>
          <FindPerson />
          <p className="hidden text-[0.875rem] text-soft wide:block">
            Press ? for the keys of the desk.
          </p>
        </DeskFrame>
      )}
    </DeskPage>
  );
}

function FindPerson() {
  const navigate = useNavigate();
  const [person, setPerson] = useState('');
  const finding = useWrite({
    mutationFn: () => call(viewDeskPerson, { person: person.trim().replace(/^@/, '') }),
    onSuccess: ({ data: [found] }) => found && navigate(paths.deskPerson(found.id)),
  });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        finding.mutate();
      }}
    >
      <Field
        label="Find a person"
        hint="By username, also a former one, or by id."
        error={faultWords(finding.error)}
      >
        <TextInput
          value={person}
          onChange={(event) => setPerson(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
      </Field>
      <Button
        type="submit"
        size="md"
        variant="quiet"
        busy={finding.isPending}
        className="justify-self-start"
      >
        Find
      </Button>
    </form>
  );
}

function faultWords(error: Error | null): string | undefined {
  if (!error) return undefined;
  if (isRefusal(error, 'NOT_FOUND')) return 'There’s no one with this username or id';
  if (isRefusal(error)) return error.fields.person ?? error.message;
  return 'There was an error. Please try again.';
}
