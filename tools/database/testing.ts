import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { initialise } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { copyTemplate, type TestDatabase, type TestServer } from "./test-server";

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * A fresh database with every migration applied, for one test file or one test; `drop()` it at the end. Copying takes
 * tens of milliseconds. Its roles are those of every other database of the server.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyTemplate(inject("testServer"));
}

/**
 * Gives a test file its own database and points the service's code at it; drops it when the file is done, after the
 * file's own `afterAll`. Call it before any `beforeAll` that needs the database; the URLs are available from then on.
 */
export function ownTestDatabase(): TestDatabase {
  const given = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(given, await createTestDatabase());
    process.env.DATABASE_URL = given.applicationUrl;
    process.env.SERVER_SECRET = "a secret that only these tests know";
    process.env.CHECKPOINT_KEY = Buffer.from("a seed that only tests may know!").toString("base64");
    process.env.ENCRYPTION_KEY = Buffer.from("a key that only these tests know").toString("base64");
    process.env.SIGNER_STATE = await mkdtemp(join(tmpdir(), "signer-state-"));
    // Code from an earlier file may have read the environment since then.
    forgetSingletons();
    // A fixed clock also makes organisations new.
    await initialise([], { now: () => 1 });
    // A test file may set variables of its own until it first uses the service.
    forgetSingletons();
  });
  afterAll(async () => {
    await pool().end();
    await rm(process.env.SIGNER_STATE ?? "", { recursive: true, force: true });
    await given.drop();
  });
  return given;
}
