import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory, type ErrorRegistry } from "@prisma/driver-adapter-utils";
import type { SchemaEngine, SchemaFilter } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { type EngineDatabase, engineAdapter } from "./adapter";

export const noFilter: SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Runs the work with Prisma's schema engine, which `prisma migrate` uses, in its WebAssembly build, so that nothing must be
 * downloaded. It connects to PostgreSQL through the application's driver.
 *
 * @param datamodels path and content of each Prisma schema file the commands refer to
 * @throws an Error with the engine's message if a command fails
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

/** The engine identifies driver errors without an equivalent only by a number. */
function withCause(error: unknown, registry: ErrorRegistry): unknown {
  const number = error instanceof Error ? /External error id#(\d+)/.exec(error.message)?.[1] : undefined;
  const cause = number === undefined ? undefined : registry.consumeError(Number(number))?.error;
  return cause instanceof Error ? cause : error;
}

let loaded: Promise<void> | undefined;

/** Replaces wasm-bindgen's loader, which imports .wasm files, because Node 20 does not support that. */
async function load(): Promise<void> {
  const directory = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const code = await readFile(join(directory, "schema_engine_bg.wasm"));
  // Without this, promises stay pending after a panic of the engine.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: failLoudly } });
  const { instance } = await WebAssembly.instantiate(code, { "./schema_engine_bg.js": importsOfEngine() });
  call(bindings, "__wbg_set_wasm", instance.exports);
  call(instance.exports, "__wbindgen_start");
}

/** The engine never clears its lock timeout, which must not keep the process running. */
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

/** Calls a function that wasm-bindgen generates without a type declaration. */
function call(holder: object, name: string, ...callArguments: unknown[]): void {
  const member: unknown = Reflect.get(holder, name);
  if (typeof member !== "function")
    throw new Error(`@prisma/schema-engine-wasm has no ${name}. Check the version of the package.`);
  member(...callArguments);
}
