import type { TestProject } from "vitest/node";
import { startTestServer } from "./test-server";

let stop: (() => Promise<void>) | undefined;

/** Starts the PostgreSQL server that all test files share. */
export async function setup(project: TestProject): Promise<void> {
  const started = await startTestServer();
  stop = started.stop;
  project.provide("testServer", started.server);
}

export async function teardown(): Promise<void> {
  await stop?.();
}
