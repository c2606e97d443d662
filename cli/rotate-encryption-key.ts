import { reencryptStreamSecrets } from "@/lib/domains/audit-streams";
import { reencryptIntegrationSecrets } from "@/lib/domains/integrations";
import { reencryptSecondFactors } from "@/lib/domains/members";
import { reencryptUserKeys } from "@/lib/domains/shadow-ai";
import { reencryptEndpointSecrets } from "@/lib/domains/webhooks";
import { replaceKeyFile } from "@/lib/platform/crypto/encryption";
import { reencryptMails } from "@/lib/platform/mail";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand, type Surroundings } from "./support/command";
import { createProgress } from "./support/progress";

const usage = `Usage: npm run secrets:rotate [-- --new-key]

Re-encrypts all stored secrets with the current key. The service can keep running. If the command is interrupted, run it
again.

  --new-key   First replace the key in DATA_DIR/encryption-key. The old key is kept to decrypt older secrets. If
              ENCRYPTION_KEY is set, don't use this flag: replace the key in ENCRYPTION_KEY instead.
  --help      Show this help.

For the steps before and after, see docs/operations/secrets.md.`;

const encrypted = [
  { name: "webhook signing secrets", reencrypt: reencryptEndpointSecrets },
  { name: "audit stream secrets", reencrypt: reencryptStreamSecrets },
  { name: "integration secrets", reencrypt: reencryptIntegrationSecrets },
  { name: "keys of user pseudonyms", reencrypt: reencryptUserKeys },
  { name: "two-factor secrets", reencrypt: reencryptSecondFactors },
  { name: "e-mails", reencrypt: reencryptMails },
];

export const command = defineCommand({
  usage,
  flags: { "new-key": "boolean" },
  async run(flags, surroundings) {
    await withServiceDatabase(surroundings.program, async () => {
      if (flags["new-key"]) {
        const { retiredId, currentId } = replaceKeyFile();
        surroundings.out.write(
          `The key ${currentId} replaces ${retiredId}, which is still used to decrypt older secrets.\n`,
        );
      }
      await reencryptAll(surroundings);
    });
  },
});

async function reencryptAll({ out, err }: Surroundings): Promise<void> {
  const progress = createProgress(out);
  let isComplete = true;
  for (const { name, reencrypt } of encrypted) {
    const { seen, changed, failed } = await progress.step(`Re-encrypting ${name}`, (note) =>
      reencrypt((soFar) => note(`${soFar.changed} of ${soFar.seen} re-encrypted`)),
    );
    for (const { id, reason } of failed) err.write(`${id}: ${reason}\n`);
    out.write(`${name}: ${seen} read, ${changed} re-encrypted, ${failed.length} failed.\n`);
    isComplete &&= failed.length === 0;
  }
  if (!isComplete)
    throw new Error(
      "Some secrets are not encrypted with the current key. Keep the old keys, and see the errors above.",
    );
}
