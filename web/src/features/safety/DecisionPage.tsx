import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePathParameter } from '../../path-parameters.ts';
import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';
import { QueryPage } from '../../shell/QueryPage.tsx';
import { decisionQueries } from './safety-queries.ts';
import type { Statement } from './statement-words.ts';

export type DecisionPageProps = {
  title: string;
  children: (statement: Statement) => ReactNode;
};

/** A page about the decision in its address, which is among the newest that the viewer got. */
export function DecisionPage({ title, children }: DecisionPageProps) {
  const id = usePathParameter('statementId');
  const query = useQuery(decisionQueries().statements);
  return (
    <QueryPage title={title} back={paths.decisions()} query={query}>
      {({ data }) => {
        const statement = data.find((one) => one.id === id);
        return statement ? (
          children(statement)
        ) : (
          <NothingHere
            title="Decision not found"
            back={paths.decisions()}
            wayOut={{ words: 'See your decisions', to: paths.decisions() }}
          >
            There’s no decision of yours at this address.
          </NothingHere>
        );
      }}
    </QueryPage>
  );
}
