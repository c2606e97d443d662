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
 * A new, migrated database for a test file or a test. Call `drop()` at the end. Copying it takes tens of milliseconds.
 * All databases of the server share its roles.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyTemplate(inject("testServer"));
}

/**
 * Creates a database for a test file, configures the service to use it, and drops it after the file's own `afterAll`.
 * Call it before any `beforeAll` that needs the database. The URLs are available in it and later.
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
    // With a fixed clock, all organisations count as new.
    await initialise([], { now: () => 1 });
    // A test file may set its own variables before it first uses the service.
    forgetSingletons();
  });
  afterAll(async () => {
    await pool().end();
    await rm(process.env.SIGNER_STATE ?? "", { recursive: true, force: true });
    await given.drop();
  });
  return given;
}
