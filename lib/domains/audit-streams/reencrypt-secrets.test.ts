import { expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { createStream, reencryptStreamSecrets, rotateStreamSecret } from "@/lib/domains/audit-streams";
import { CreateAuditStream } from "@/lib/domains/audit-streams/schemas";
import { secretContext } from "@/lib/domains/audit-streams/store";
import { scopes } from "@/lib/platform/core/roles";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { decryptSecret } from "@/lib/platform/crypto/encryption";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");
const run = () => reencryptStreamSecrets(() => {});

/** Restarts the service with another key, with the previous keys retired. */
function restartWith(...[current, ...retired]: [string, ...string[]]): void {
  process.env.ENCRYPTION_KEY = key(current);
  process.env.ENCRYPTION_KEYS_RETIRED = retired.map(key).join();
  forgetSingletons("env");
}

test("re-encrypts both signing secrets and the authorization under the current key, and a second run changes nothing", async () => {
  restartWith("a");
  const ctx = { ...(await createTestContext(createTestClock())), scopes: new Set(scopes) };
  const given = { name: "SIEM", url: "https://siem.example.com/", authorization: "Splunk token", status: "PAUSED" };
  const { id, signingSecret: first } = await createStream(ctx, CreateAuditStream.parse(given));
  const { signingSecret: second } = await rotateStreamSecret(ctx, id, { overlapSeconds: 3_600 });

  restartWith("b", "a");
  expect(await run()).toMatchObject({ seen: 1, changed: 1, failed: [] });
  expect(await run()).toMatchObject({ seen: 1, changed: 0, failed: [] });

  restartWith("b");
  const { rows } = await pool().query<{ secret: string; previous: string; authorization: string }>(
    `SELECT secret, previous_secret AS previous, "authorization" FROM audit_streams WHERE id = $1`,
    [id],
  );
  const open = (sealed = "", kind: "signing" | "authorization" = "signing") =>
    decryptSecret(sealed, secretContext(ctx.organisation.id, id, kind));
  expect(open(rows[0]?.secret)).toBe(second);
  expect(open(rows[0]?.previous)).toBe(first);
  expect(open(rows[0]?.authorization, "authorization")).toBe("Splunk token");
});
