import type { PoolClient } from "pg";
import type { Transaction } from "@/lib/db";

/** A statement with the name under which a connection prepares it once, and its values. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** How the chain talks to PostgreSQL: the same statements over a bare connection or inside somebody's transaction. */
export interface Sql {
  /**
   * Runs statements in their order, each in a snapshot of its own, and gives the rows of each. When one fails, so do
   * those behind it, and the transaction can only be rolled back.
   */
  run(statements: Statement[]): Promise<unknown[][]>;
}

/** Over a pipelining connection the statements travel together: one round trip, however many they are. */
export function sqlOverConnection(connection: Pick<PoolClient, "query">): Sql {
  return {
    async run(statements) {
      const results = await Promise.all(statements.map((statement) => connection.query(statement)));
      return results.map((result) => result.rows);
    },
  };
}

export function sqlInTransaction(tx: Transaction): Sql {
  return {
    async run(statements) {
      const results: unknown[][] = [];
      for (const { text, values } of statements) results.push(await tx.$queryRawUnsafe<unknown[]>(text, ...values));
      return results;
    },
  };
}
