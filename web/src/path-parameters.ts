import { useParams } from 'react-router';

/** The name of a parameter in the paths of the route table. */
export type PathParameter =
  | 'caseId'
  | 'chatId'
  | 'code'
  | 'conversationId'
  | 'inboxId'
  | 'linkId'
  | 'orderId'
  | 'person'
  | 'publicAnswerId'
  | 'queue'
  | 'savedReplyId'
  | 'statementId'
  | 'userId'
  | 'username'
  | 'verificationId';

/** The values of the parameters in a path. */
export type PathParameters = Readonly<Partial<Record<PathParameter, string>>>;

/** A parameter of the current path. Throws on a screen whose path does not have it. */
export function usePathParameter(name: PathParameter): string {
  const value = useParams<PathParameter>()[name];
  if (value === undefined) throw new Error(`the path of this screen has no ${name}`);
  return value;
}
