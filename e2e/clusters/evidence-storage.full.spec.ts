import { startS3Server } from "@/lib/platform/storage/testing/s3-server";
import { download, generate, history, sha256 } from "../support/evidence";
import { test as base, expect } from "./webhook-fixtures";

const test = base.extend({
  furtherEnv: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const server = await startS3Server();
      await use(server.env);
      await server.close();
    },
    { scope: "worker" },
  ],
});

test.describe.configure({ timeout: 180_000 });

test("with an S3 server configured, packages are stored there and served completely or in part", async ({
  organisation,
}) => {
  const { id: modelId } = await organisation.model();
  await organisation.api.post("/v1/audit/batch", { events: history(modelId, 300) });
  for (const format of ["PDF", "JSON"] as const) {
    const { made, file } = await generate(organisation.api, { modelId, format });
    expect(sha256(file)).toBe(made.packageHash);
    expect(sha256(await download(made.downloadUrl))).toBe(made.packageHash);
    const part = await fetch(made.downloadUrl ?? "", { headers: { Range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100, 200))).toBe(true);
    const verified = await organisation.api.post(`/v1/evidence/${made.id}/verify`, { packageHash: made.packageHash });
    expect(verified.body).toMatchObject({ authentic: true });
  }
});
