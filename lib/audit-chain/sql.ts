import type { PoolClient } from "pg";
import type { Transaction } from "@/lib/db";

/** How the chain talks to PostgreSQL: the same statements over a bare connection or inside somebody's transaction. */
export interface Sql {
  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

/** A statement with the name under which a connection prepares it once. */
export interface Statement {
  name: string;
  text: string;
}

export function sqlOverConnection(client: Pick<PoolClient, "query">): Sql {
  return {
    async query<Row>({ name, text }: Statement, values: unknown[]): Promise<Row[]> {
      const result = await client.query({ name, text, values });
      return result.rows as Row[];
    },
  };
}

export function sqlInTransaction(tx: Transaction): Sql {
  return {
    query: <Row>({ text }: Statement, values: unknown[]) => tx.$queryRawUnsafe<Row[]>(text, ...values),
  };
}
