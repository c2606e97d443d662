import { setTimeout as delay } from "node:timers/promises";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import { createRandom, type Random } from "@/tools/seed/random";
import type { Answer, Api } from "./api";

/** A write from the sender's view: the number of events, and the outcome of each attempt. */
export interface Write {
  /** Each event contains this number in its payload, with its index in the write. */
  number: number;
  /** The number of events that it appends: one, or those of a batch. */
  events: number;
  idempotencyKey: string | undefined;
  /** The status of every attempt; undefined if the connection broke and the outcome is unknown. */
  answers: (number | undefined)[];
  /** The messages of the broken connections. */
  errors: string[];
  /** The events acknowledged with 201. */
  acknowledged: AppendedEvent[] | undefined;
  /** Whether an earlier attempt had written it and the response was lost. */
  replayed: boolean;
}

export interface LoadOptions {
  /** The target of the next request. */
  api: () => Api;
  modelIds: [string, ...string[]];
  /** The same seed creates the same writes in the same order. */
  seed: string;
  /** Repeat writes with an Idempotency-Key that fail temporarily or get no response. */
  repeat?: boolean;
}

export interface Load {
  /** Starts no further writes until `resume`. Current writes and their repeats continue. */
  pause(): void;
  resume(): void;
  /** Resolves when the given number of further writes is acknowledged. */
  acknowledgements(count: number): Promise<void>;
  /** Waits for the current writes and returns all writes. */
  stop(): Promise<Write[]>;
}

/** A broken connection, a first request that is still running, a service that cannot write. */
const repeatable = new Set([undefined, 409, 503]);

const connections = 16;

/** The delay before a client retries, or sends another request. */
const patienceMs = 20;

/** Writes single events, batches and writes with keys from several connections, as fast as they are acknowledged. */
export function startLoad({ api, modelIds, seed, repeat = false }: LoadOptions): Load {
  const random = createRandom(seed);
  const writes: Write[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;
  let mayBegin = Promise.resolve();
  let resume = () => {};

  function noteAcknowledgement(): void {
    for (const one of waiting) if (--one.count === 0) one.resolve();
  }

  async function attempt(write: Write, body: unknown): Promise<void> {
    const path = write.events === 1 ? "/v1/audit" : "/v1/audit/batch";
    const headers = write.idempotencyKey === undefined ? {} : { "Idempotency-Key": write.idempotencyKey };
    const answer = await api()
      .post<AppendedEvent & { results: AppendedEvent[] }>(path, body, headers)
      .catch(({ message, cause }: Error) => {
        write.errors.push(cause instanceof Error ? `${message}: ${cause.message}` : message);
      });
    write.answers.push(answer?.status);
    if (answer?.status !== 201) return;
    write.acknowledged = appendedEvents(answer);
    write.replayed = answer.headers.get("idempotent-replayed") === "true";
  }

  async function connection(): Promise<void> {
    for (;;) {
      await mayBegin;
      if (stopped) return;
      const { write, body } = plan(random, writes.length, modelIds);
      writes.push(write);
      await attempt(write, body);
      while (repeat && write.idempotencyKey !== undefined && repeatable.has(write.answers.at(-1))) {
        await delay(patienceMs);
        await attempt(write, body);
      }
      if (write.acknowledged) noteAcknowledgement();
      else await delay(patienceMs);
    }
  }

  const running = Promise.all(Array.from({ length: connections }, connection));
  return {
    pause() {
      mayBegin = new Promise((resolve) => {
        resume = resolve;
      });
    },
    resume: () => resume(),
    acknowledgements: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    async stop() {
      stopped = true;
      resume();
      await running;
      return writes;
    },
  };
}

function plan(random: Random, number: number, modelIds: LoadOptions["modelIds"]): { write: Write; body: unknown } {
  const events = random.chance(0.2) ? random.integer(2, 10) : 1;
  const idempotencyKey = random.chance(0.4) ? `write-${number}-${random.integer(0, 1e9)}` : undefined;
  const bodies = Array.from({ length: events }, (_, index) => ({
    modelId: random.pick(modelIds),
    eventType: random.pick(["INFERENCE", "DATA_ACCESS", "DEPLOYMENT"]),
    payload: { write: number, index, confidence: random.decimal(0, 1, 6), "größe 📏": random.integer(-1e12, 1e12) },
    tags: random.chance(0.5) ? ["load"] : [],
  }));
  const write: Write = {
    number,
    events,
    idempotencyKey,
    answers: [],
    errors: [],
    acknowledged: undefined,
    replayed: false,
  };
  return { write, body: events === 1 ? bodies[0] : { events: bodies } };
}

function appendedEvents({ body }: Answer<AppendedEvent & { results: AppendedEvent[] }>): AppendedEvent[] {
  return "results" in body ? body.results : [body];
}
