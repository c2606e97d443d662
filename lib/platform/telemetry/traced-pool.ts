import { AsyncResource } from "node:async_hooks";
import pg from "pg";
import { errorTypeOf, tracing } from "@/lib/platform/telemetry/tracing";

type Query = (...given: unknown[]) => unknown;
type Connected = Parameters<pg.Pool["connect"]>[0];

/** A pool that traces its statements as children of the active span. Without an active span, they are not traced. */
export class TracedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: TracedClient });
  }

  /** A waiting caller gets its connection in the async context of the caller that releases it, so the context is restored. */
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect(AsyncResource.bind(connected));
    return undefined;
  }
}

class TracedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // pg declares a dozen overloads, which an override would have to repeat.
    const query = this.query.bind(this) as Query;
    this.query = ((...given: unknown[]) => traced(query, given)) as typeof this.query;
  }
}

function traced(query: Query, given: unknown[]): unknown {
  const tracer = tracing();
  const text = tracer?.active()?.isRecording ? textOf(given[0]) : undefined;
  if (!tracer || text === undefined) return query(...given);
  const { name, operation, target } = summaryOf(text);
  const span = tracer.begin({
    name,
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.collection.name": target,
      "db.query.summary": name,
      "db.query.text": text,
    },
  });
  const end = (error: unknown) => {
    if (error) {
      const { code } = error as { code?: unknown };
      span.set({ "db.response.status_code": typeof code === "string" ? code : undefined });
      span.fail(errorTypeOf(error));
    }
    span.end();
  };
  const callback = given.at(-1);
  if (typeof callback === "function") {
    const ended = (error: unknown, result: unknown) => {
      end(error);
      callback(error, result);
    };
    return query(...given.slice(0, -1), ended);
  }
  const result = query(...given);
  if (result instanceof Promise) result.then(() => end(undefined), end);
  else end(undefined);
  return result;
}

/** Statements use placeholders for values; quoted text is removed as well. */
function textOf(config: unknown): string | undefined {
  const text = typeof config === "string" ? config : (config as { text?: unknown } | null)?.text;
  return typeof text === "string"
    ? text
        .replaceAll(/'(?:[^']|'')*'/g, "?")
        .replaceAll(/\s+/g, " ")
        .trim()
    : undefined;
}

function summaryOf(text: string): { name: string; operation: string; target: string | undefined } {
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? "SQL";
  const [, target] = /\b(?:from|into|update)\s+(?:only\s+)?((?:"?\w+"?\.)?"?[a-z_]\w*"?)/i.exec(text) ?? [];
  const bare = target?.replaceAll('"', "").replace(/^public\./, "");
  return { name: bare === undefined ? operation : `${operation} ${bare}`, operation, target: bare };
}
