import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { beginSecondFactor, confirmSecondFactor, inviteMember } from "@/lib/domains/members";
import { join, newAddress, signIn } from "@/lib/domains/members/testing";
import { createEndpoint } from "@/lib/domains/webhooks";
import { endpointInput, endpointRow, secretsOf } from "@/lib/domains/webhooks/testing/endpoints";
import { env } from "@/lib/platform/config/env";
import type { Context } from "@/lib/platform/core/context";
import { getMail, listMails } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";
import { command } from "./rotate-encryption-key";
import { execute } from "./support/testing";

ownTestDatabase();
let dataDir: string;
let ctx: Context;

beforeAll(async () => {
  dataDir = mkdtempSync(joinPath(tmpdir(), "rotation-"));
  process.env.DATA_DIR = dataDir;
  process.env.ENCRYPTION_KEY = "";
  ctx = await createTestContext(createTestClock());
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const rotate = (...flags: string[]) => execute(command, flags);

test("replaces the key in the data directory and re-encrypts all secrets", async () => {
  const { id, signingSecret } = await createEndpoint(ctx, endpointInput);
  const before = String((await endpointRow(id)).secret);
  const idle = await rotate();
  expect(idle).toMatchObject({
    status: 0,
    out: expect.stringContaining("1 read, 0 re-encrypted, 0 failed"),
  });

  const rotated = await rotate("--new-key");
  expect(rotated).toMatchObject({ status: 0, out: expect.stringContaining("1 read, 1 re-encrypted") });
  const after = String((await endpointRow(id)).secret);
  expect(rotated.out).toContain(`The key ${after.split(".")[1]} replaces ${before.split(".")[1]}`);
  expect(readdirSync(dataDir).sort()).toEqual(["encryption-key", "encryption-key.retired"]);

  rmSync(joinPath(dataDir, "encryption-key.retired"));
  expect((await secretsOf(id)).secret).toBe(signingSecret);
  expect(rotated.out + rotated.err).not.toContain(signingSecret.slice(6));
  expect(rotated.out + rotated.err).not.toContain(readFileSync(joinPath(dataDir, "encryption-key"), "utf8"));
});

test("re-encrypts two-factor secrets and e-mails without changing them", async () => {
  const { email } = await join(ctx);
  const own = await signIn(ctx, { email });
  const { secret } = await beginSecondFactor(own.ctx);
  await inviteMember(ctx, { email: newAddress(), name: "Ben", role: "VIEWER" });
  const [mail] = await listMails({ organisationId: ctx.organisation.id, limit: 1 });
  const said = await getMail(mail?.id ?? "");

  const rotated = await rotate("--new-key");
  expect(rotated).toMatchObject({ status: 0, err: "" });
  expect(rotated.out).toContain("two-factor secrets: 1 read, 1 re-encrypted, 0 failed");
  expect(rotated.out).toMatch(/e-mails: (\d+) read, \1 re-encrypted, 0 failed/);
  rmSync(joinPath(dataDir, "encryption-key.retired"));
  expect(await getMail(mail?.id ?? "")).toEqual(said);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ctx.clock.now() });
  expect((await confirmSecondFactor(own.ctx, { code })).recoveryCodes).toHaveLength(10);
});

test("reports secrets that cannot be decrypted with status 1 and does not change them", async () => {
  const { id } = await createEndpoint(ctx, endpointInput);
  const before = await endpointRow(id);
  writeFileSync(joinPath(dataDir, "encryption-key"), Buffer.alloc(32, "x").toString("base64"));
  const failed = await rotate();
  expect(failed).toMatchObject({ status: 1, out: expect.stringContaining("2 failed") });
  expect(failed.err).toContain(`${id}: The data of`);
  expect(await endpointRow(id)).toEqual(before);
});

test("rejects --new-key if ENCRYPTION_KEY is set", async () => {
  env().ENCRYPTION_KEY = Buffer.alloc(32, "y").toString("base64");
  const refused = await rotate("--new-key");
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("Change the variable instead") });
});
