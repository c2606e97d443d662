import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory, type ErrorRegistry } from "@prisma/driver-adapter-utils";
import type { SchemaEngine, SchemaFilter } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { type EngineDatabase, engineAdapter } from "./adapter";

/** Everything in the database is ours to manage. */
export const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Runs the work with Prisma's schema engine: the one behind `prisma migrate`, in its WebAssembly build, so that nothing
 * needs to be downloaded. It reaches PostgreSQL through the driver of the application.
 *
 * @param datamodels path and content of each Prisma schema file the commands refer to
 * @throws an Error in the engine's words when a command fails
 */
export async function withSchemaEngine<T>(
  database: EngineDatabase,
  datamodels: [path: string, content: string][],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= load();
  await loaded;
  const adapter = engineAdapter(database);
  const connections: { dispose(): Promise<void> }[] = [];
  const tracked = {
    ...adapter,
    connect: async () => {
      const connection = await adapter.connect();
      connections.push(connection);
      return connection;
    },
  };
  const bound = bindMigrationAwareSqlAdapterFactory(tracked);
  // The engine panics on an empty list.
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined };
  const engine = await bindings.SchemaEngine.new(options, () => undefined, bound);
  try {
    return await work(engine);
  } catch (error) {
    throw withCause(error, bound.errorRegistry);
  } finally {
    engine.free();
    await Promise.all(connections.map(async (connection) => await connection.dispose()));
  }
}

/** An error of the driver that has no equivalent in the engine is only named by its number there. */
function withCause(error: unknown, registry: ErrorRegistry): unknown {
  const number = error instanceof Error ? /External error id#(\d+)/.exec(error.message)?.[1] : undefined;
  const cause = number === undefined ? undefined : registry.consumeError(Number(number))?.error;
  return cause instanceof Error ? cause : error;
}

let loaded: Promise<void> | undefined;

/** What wasm-bindgen's own loader does; that one relies on importing .wasm files, which Node 20 cannot. */
async function load(): Promise<void> {
  const directory = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const code = await readFile(join(directory, "schema_engine_bg.wasm"));
  // Without this the engine's panics leave its promises unsettled for ever.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: failLoudly } });
  const { instance } = await WebAssembly.instantiate(code, { "./schema_engine_bg.js": importsOfEngine() });
  call(bindings, "__wbg_set_wasm", instance.exports);
  call(instance.exports, "__wbindgen_start");
}

/** The engine limits its wait for a lock by a timer it never clears, which must not keep the process running. */
function importsOfEngine(): WebAssembly.ModuleImports {
  const imports: WebAssembly.ModuleImports = {};
  for (const [name, value] of Object.entries(bindings)) {
    const isTimer = name.startsWith("__wbg_setTimeout_");
    imports[name] = isTimer ? (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref() : value;
  }
  return imports;
}

function failLoudly(message: string): never {
  throw new Error(`Prisma's schema engine panicked: ${message}`);
}

/** Calls a function that wasm-bindgen generates and leaves out of its type declarations. */
function call(holder: object, name: string, ...callArguments: unknown[]): void {
  const member: unknown = Reflect.get(holder, name);
  if (typeof member !== "function") throw new Error(`@prisma/schema-engine-wasm has no ${name}: was it updated?`);
  member(...callArguments);
}
