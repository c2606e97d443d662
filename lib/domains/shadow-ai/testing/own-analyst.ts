import { beforeEach, vi } from "vitest";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { type Analyst, createAnalyst } from "@/lib/domains/shadow-ai/testing/detections";
import { ownTestDatabase } from "@/tools/database/testing";

/** Gives a test file a database, and each test an analyst without logs. */
export function ownAnalyst(given: Partial<CreateOrganisation> = {}): Analyst {
  ownTestDatabase();
  const analyst = {} as Analyst;
  beforeEach(async () => {
    vi.stubEnv("LOG_LEVEL", "silent");
    Object.assign(analyst, await createAnalyst(given));
  });
  return analyst;
}
