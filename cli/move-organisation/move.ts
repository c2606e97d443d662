import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { getCheckpoint } from "@/lib/domains/audit-chain";
import type { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { systemClock } from "@/lib/platform/core/clock";
import type { OrganisationContext } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { readingFrom, withSessionSettings } from "@/lib/platform/database/db";
import type { Note } from "../support/progress";
import { compareEvents, copyEvents } from "./events";
import { type Databases, deleteExtraRows, differences, syncRows } from "./rows";
import { activate, copyEffects, dropEffects, markMoved, setState, stopWrites } from "./state";
import { chainTables, readTables, type Table } from "./tables";

/** Both databases, with the organisation that this session may write although it moves. */
export interface Move extends Databases {
  organisation: OrganisationContext;
  /** For the signer of checkpoints, and to open the source while other connections are busy. */
  sourcePool: pg.Pool;
}

const poolSize = 4;

/** Connects with the service's roles, for which all triggers and privileges hold. */
export async function connect(
  organisation: OrganisationContext,
  urls: { source: string; target: string },
): Promise<Move & { end(): Promise<void> }> {
  const settingsOf = (url: string) => {
    const moving = new URL(url);
    const given = moving.searchParams.get("options") ?? "";
    moving.searchParams.set("options", `${given} -c gas.moving_organisation=${organisation.id}`.trim());
    return {
      connectionString: withSessionSettings(moving.href),
      application_name: "organisations:move",
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    };
  };
  const sourcePool = new pg.Pool({ ...settingsOf(urls.source), max: poolSize, pipeline: true });
  const [source, target, targetReads] = [urls.source, urls.target, urls.target].map(
    (url) => new pg.Client(settingsOf(url)),
  ) as [pg.Client, pg.Client, pg.Client];
  const clients = [source, target, targetReads];
  // Without a listener, a connection that is cut while idle would end the process. The next statement fails.
  for (const client of clients) client.on("error", () => undefined);
  sourcePool.on("error", () => undefined);
  const end = async () => {
    for (const client of [...clients, sourcePool]) await client.end().catch(() => undefined);
  };
  try {
    for (const client of clients) await client.connect();
  } catch (error) {
    await end();
    throw error;
  }
  return { organisation, source, target, targetReads, sourcePool, end };
}

/**
 * Copies all rows while the source accepts writes. A repeated run copies only changed rows. From the first row on,
 * no process of the target serves the organisation or works for it.
 */
export async function copy(move: Move, note: Note): Promise<void> {
  const { target, organisation } = move;
  const tables = await readTables(target);
  await setState(target, organisation.id, "ARRIVING");
  await inSnapshot(move, async () => {
    for (const table of tables) if (isFirst(table)) await syncRows(move, table, organisation.id);
  });
  await target.query(
    `INSERT INTO chain_heads (organisation_id, position, block_hash)
     SELECT $1, 0, 'sha256:' || repeat('0', 64) WHERE NOT EXISTS (SELECT FROM chain_heads WHERE organisation_id = $1)`,
    [organisation.id],
  );
  const events = tableOf(tables, "audit_events");
  const position = await copyEvents(move, events, organisation.id, (at) => {
    if (at % 10_000 < 500) note(`${at.toLocaleString("en")} events copied`);
  });
  note(`${position.toLocaleString("en")} events are at the target.`);
  const written = await inSnapshot(move, async () => {
    const rest = tables.filter(({ name }) => !chainTables.includes(name));
    for (const table of [...rest].reverse()) await deleteExtraRows(move, table, organisation.id);
    let sum = 0;
    for (const table of rest) sum += await syncRows(move, table, organisation.id, upTo(table, position));
    return sum;
  });
  note(`${written.toLocaleString("en")} other rows inserted or updated.`);
}

/** The events depend on them. */
function isFirst({ name }: Table): boolean {
  return name === "organisations" || name === "models";
}

function tableOf(tables: Table[], name: string): Table {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`The target has no table ${name}.`);
  return table;
}

/** Triggers accept only rows about events that exist. */
function upTo({ name }: Table, position: number): string {
  if (name === "event_erasures") return `recorded_position <= ${position}`;
  return name === "chain_checkpoints" ? `size <= ${position}` : "true";
}

/** Runs reads of the source in one snapshot, so that rows never refer to rows that are missing. */
async function inSnapshot<T>({ source, targetReads }: Databases, work: () => Promise<T>): Promise<T> {
  await source.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  await targetReads.query("BEGIN READ ONLY");
  try {
    return await work();
  } finally {
    await source.query("ROLLBACK");
    await targetReads.query("ROLLBACK");
  }
}

export interface Comparison {
  tables: number;
  rows: number;
  /** The first differences, with their tables. */
  differing: string[];
}

const differencesShown = 20;

/** Compares every row of every table by its hash. */
export async function compare(move: Move): Promise<Comparison> {
  const { target, organisation } = move;
  const tables = await readTables(target);
  const differing: string[] = [];
  const events = await compareEvents(move, tableOf(tables, "audit_events"), organisation.id);
  differing.push(...events.differing.map((range) => `audit_events: ${range}`));
  let { rows } = events;
  await inSnapshot(move, async () => {
    for (const table of tables.filter(({ name }) => name !== "audit_events")) {
      for await (const { kind, key } of differences(move, table, organisation.id)) {
        differing.push(`${table.name} ${key.join(", ")}: ${kind} at the target`);
        if (differing.length >= differencesShown) return;
      }
      const text = `SELECT count(*)::float8 AS rows FROM ${table.name} WHERE ${table.organisation} = $1`;
      rows += (await target.query<{ rows: number }>(text, [organisation.id])).rows[0]?.rows ?? 0;
    }
  });
  return { tables: tables.length, rows, differing };
}

interface Switch {
  address: string;
  closingMs: number;
  note: Note;
  /** Copies the stored files that the target lacks. */
  copyFiles(): Promise<void>;
  /** Verifies the copied chain against the checkpoint, with the target's keys. @throws Error if it does not match. */
  verify(checkpoint: Checkpoint | undefined): Promise<void>;
}

/**
 * Stops the writes, copies and verifies the rest, and marks the organisation as moved. If it throws before that, the
 * caller opens the source again.
 */
export async function switchOver(move: Move, { address, closingMs, note, copyFiles, verify }: Switch): Promise<void> {
  const { source, organisation } = move;
  const startedAt = performance.now();
  await setState(source, organisation.id, "CLOSING");
  await delay(closingMs);
  await stopWrites(source, organisation.id);
  note("Writes are stopped.");
  const checkpoint = await readingFrom(move.sourcePool, () => lastCheckpoint(organisation));
  await copy(move, note);
  await copyFiles();
  const { tables, rows, differing } = await compare(move);
  if (differing.length > 0)
    throw new Error(`The copy differs from the source:\n${differing.map((line) => `  ${line}`).join("\n")}`);
  note(`${rows.toLocaleString("en")} rows in ${tables} tables are identical.`);
  await verify(checkpoint);
  await markMoved(source, organisation.id, address);
  await finish(move);
  note(`Writes were stopped for ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

/**
 * The last steps, which also complete a switch that was interrupted after the source was marked. The effects are copied
 * last, because the target's sweep settles those of an organisation that it does not serve yet.
 */
export async function finish({ source, target, organisation }: Move): Promise<void> {
  await copyEffects(source, target, organisation.id);
  await activate(target, organisation.id);
  await dropEffects(source, organisation.id);
}

async function lastCheckpoint(organisation: OrganisationContext): Promise<Checkpoint | undefined> {
  try {
    return await getCheckpoint({ organisation, clock: systemClock });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    throw error;
  }
}
