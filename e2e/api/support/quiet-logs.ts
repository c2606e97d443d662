import { expect } from "@playwright/test";
import type { TestOrganisation } from "../../support/organisation";

/**
 * Sends two logs of separate sources without AI traffic, which trigger no background work. Returns the import of the
 * newer one.
 */
export async function sendQuietLogs({ api }: TestOrganisation): Promise<string> {
  let importId = "";
  for (const source of ["edge", "branch"]) {
    const line = { at: new Date().toISOString(), host: "intranet.example.com", method: "GET", url: `/${source}` };
    const headers = { "Content-Type": "application/x-ndjson" };
    const path = `/v1/sensors/observations?source=${source}`;
    const sent = await api.post<{ importId: string }>(path, `${JSON.stringify(line)}\n`, headers);
    expect(sent).toMatchObject({ status: 202, body: { accepted: 1 } });
    importId = sent.body.importId;
  }
  return importId;
}
