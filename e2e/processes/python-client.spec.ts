import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonWithCryptography } from "@/tools/testing/python";
import { command } from "../support/evidence";
import { expect, test } from "./fixtures";

const folder = join(import.meta.dirname, "../../clients/python");

test("the examples of the Python client's README work as pasted", async ({ organisation, application }) => {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const program = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = ""]) => code).join("\n");
  const python = pythonWithCryptography();
  const { status, out } = await command(python ?? "python3", ["-W", "error", "-c", program], {
    GOVERNANCE_URL: application.url,
    GOVERNANCE_API_KEY: organisation.apiKey.key,
    PYTHONPATH: folder,
  });
  expect(status, out).toBe(0);
  const lines = out.split("\n");
  // The event, and the proof that the signed state of the chain contains it.
  expect(lines).toEqual(expect.arrayContaining(["True []", python ? "[] ok" : "[] not_verified"]));
  expect(out).toMatch(/^422 model_not_registered /m);
  // Signatures require the Python package cryptography.
  expect(out).toMatch(python ? /^intact $/m : /^unusable /m);

  const { body } = await organisation.api.get<{ data: { eventType: string; payload: { logger?: string } }[] }>(
    "/v1/audit?limit=100",
  );
  const types = body.data.filter(({ payload }) => payload.logger === "scoring").map(({ eventType }) => eventType);
  expect(types).toEqual(["DEPLOYMENT", "ALERT"]);
  // One appended first, three by asyncio, and one for each decorated call.
  expect(body.data.filter(({ eventType }) => eventType === "INFERENCE")).toHaveLength(6);
});
