import type pg from "pg";

/** A `COPY … TO STDOUT`, which takes less time to read than the rows of a query. One message contains one row. */
class CopyOut implements pg.Submittable {
  constructor(
    private readonly text: string,
    private readonly take: (row: Buffer) => void,
    private readonly settle: (error?: Error) => void,
  ) {}

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.take(chunk);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.settle(error);
  }

  handleReadyForQuery(): void {
    this.settle();
  }
}

/**
 * Streams the rows of a query without parameters, as texts as PostgreSQL prints them. `onTurn` is called every
 * {@link rowsOfTurn} rows.
 */
export function copyOut(
  client: pg.Client,
  query: string,
  take: (values: (string | null)[]) => void,
  onTurn: () => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let failure: { error: unknown } | undefined;
    let turn = 0;
    const onEnd = () => reject(new Error("Connection terminated"));
    const takeRow = (row: Buffer) => {
      if (failure) return;
      turn += 1;
      if (turn % rowsOfTurn === 0) onTurn();
      try {
        take(valuesOf(row));
      } catch (error) {
        failure = { error };
      }
    };
    const settle = (error?: Error) => {
      client.off("end", onEnd);
      if (error ?? failure) reject(error ?? failure?.error);
      else resolve();
    };
    client.on("end", onEnd);
    client.query(new CopyOut(`COPY (${query}) TO STDOUT`, takeRow, settle));
  });
}

/** Rows processed before yielding: about four milliseconds of work. */
const rowsOfTurn = 500;

/** The values of a row in the text format of COPY, which ends with a line feed. */
function valuesOf(row: Buffer): (string | null)[] {
  const text = row.toString("utf8", 0, row.length - 1);
  const values = text.split("\t");
  if (!text.includes("\\")) return values;
  return values.map((value) => (value === "\\N" ? null : value.replace(/\\(.)/gs, unescaped)));
}

function unescaped(_: string, letter: string): string {
  return controls[letter] ?? letter;
}

const controls: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
