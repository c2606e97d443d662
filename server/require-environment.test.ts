import { expect, test } from "vitest";
import { parseEnv } from "@/lib/platform/config/env";
import { rsaTestKey } from "@/lib/platform/signing/testing";
import { requireSecrets } from "./require-environment";

const key = Buffer.alloc(32, 1).toString("base64");
const all = { SERVER_SECRET: key, ENCRYPTION_KEY: key, CHECKPOINT_KEY: key, EVIDENCE_KEY: rsaTestKey("one").pem };

function check(changes: Record<string, string | undefined>): void {
  requireSecrets(parseEnv({ DATABASE_URL: "postgresql://localhost/governance", ...all, ...changes }));
}

test.each(Object.keys(all))("a production process does not start without %s", (name) => {
  expect(() => check({ [name]: undefined })).toThrow(
    new RegExp(`^These secrets are not set: ${name}.*ALLOW_GENERATED_SECRETS=true`),
  );
});

test("a production process does not start with the owner's credentials, unless this is allowed", () => {
  const DATABASE_OWNER_URL = "postgresql://localhost/governance";
  expect(() => check({ DATABASE_OWNER_URL })).toThrow(/^DATABASE_OWNER_URL is set.*ALLOW_OWNER_CREDENTIALS=true/);
  expect(() => check({ DATABASE_OWNER_URL, ALLOW_OWNER_CREDENTIALS: "true" })).not.toThrow();
});

test("a production process starts with all secrets, or if missing secrets may be generated", () => {
  expect(() => check({})).not.toThrow();
  expect(() => check({ SERVER_SECRET: undefined, ALLOW_GENERATED_SECRETS: "true" })).not.toThrow();
});
