import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { User } from '#functions/storage/accounts/users.ts';
import { clientOf } from './engine.ts';

/** A person as the page below /_local names them. */
export type Known = {
  readonly id: string;
  readonly username: string;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly phoneNumber: string;
  readonly email?: string;
};

/** How often (ms) the accounts are read again for somebody who is not among them. */
const PATIENCE = 2_000;

/**
 * Everybody who has an account on this machine, by id, phone number and email address. It scans the table, which only the local system may
 * do, and only again when somebody is looked for who is not known.
 */
export class Directory {
  readonly #engineUrl: string;
  readonly #tableName: string;
  #known: readonly Known[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(engineUrl: string, tableName: string) {
    this.#engineUrl = engineUrl;
    this.#tableName = tableName;
  }

  /** Returns who has these ids, phone numbers and email addresses; unknown ones are missing. */
  async whose(names: readonly (string | undefined)[]): Promise<ReadonlyMap<string, Known>> {
    const wanted = names.filter((name) => name !== undefined);
    const found = this.#find(wanted);
    if (wanted.every((name) => found.has(name))) return found;
    await this.#read();
    return this.#find(wanted);
  }

  /** Everybody, in the order in which they registered. */
  async all(): Promise<readonly Known[]> {
    await this.#read();
    return this.#known;
  }

  #find(names: readonly string[]): Map<string, Known> {
    const byName = new Map(
      this.#known.flatMap((person) =>
        [person.id, person.phoneNumber, person.email].map((name) => [name, person] as const),
      ),
    );
    return new Map(
      names.flatMap((name) => {
        const person = byName.get(name);
        return person ? [[name, person] as const] : [];
      }),
    );
  }

  /** Reads the accounts, unless they were read just now. Callers at the same time wait for one reading. */
  async #read(): Promise<void> {
    if (performance.now() - this.#readAt < PATIENCE) return;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
      this.#readAt = performance.now();
    });
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    const client = clientOf(this.#engineUrl);
    const users: User[] = [];
    try {
      const request = {
        TableName: this.#tableName,
        FilterExpression: 'sk = :user AND attribute_exists(username)',
        ExpressionAttributeValues: { ':user': 'USER' },
      };
      for await (const { Items = [] } of paginateScan(
        { client: DynamoDBDocumentClient.from(client) },
        request,
      ))
        users.push(...(Items as User[]));
    } finally {
      client.destroy();
    }
    this.#known = users
      .map(({ id, username, fullName, avatarUrl = null, phoneNumber, email }) => ({
        id,
        username,
        fullName,
        avatarUrl,
        phoneNumber,
        ...(email !== undefined && { email }),
      }))
      .sort((one, other) => one.id.localeCompare(other.id));
  }
}
