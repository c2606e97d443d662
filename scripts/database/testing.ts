import { inject } from "vitest";
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
