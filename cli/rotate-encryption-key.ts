import { reencryptStreamSecrets } from "@/lib/domains/audit-streams";
import { reencryptIntegrationSecrets } from "@/lib/domains/integrations";
import { reencryptSecondFactors } from "@/lib/domains/members";
import { reencryptEndpointSecrets } from "@/lib/domains/webhooks";
import { replaceKeyFile } from "@/lib/platform/crypto/encryption";
import { reencryptMails } from "@/lib/platform/mail";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand, type Surroundings } from "./support/command";
import { createProgress } from "./support/progress";

const usage = `Usage: npm run secrets:rotate [-- --new-key]

Encrypts everything that is stored encrypted anew under the current key. The service may run meanwhile, and a run that
was ended may be repeated.

  --new-key   First puts a new key in the place of the one in DATA_DIR/encryption-key, which still decrypts.
              Not with ENCRYPTION_KEY: set another one there instead.
  --help      This text.

docs/operations/secrets.md says what to do before and after.`;

/** Everything that is stored encrypted, with what encrypts it anew. */
const encrypted = [
  { name: "webhook signing secrets", reencrypt: reencryptEndpointSecrets },
  { name: "secrets of audit streams", reencrypt: reencryptStreamSecrets },
  { name: "secrets of integrations", reencrypt: reencryptIntegrationSecrets },
  { name: "second factors", reencrypt: reencryptSecondFactors },
  { name: "mails", reencrypt: reencryptMails },
];

export const command = defineCommand({
  usage,
  flags: { "new-key": "boolean" },
  async run(flags, surroundings) {
    await withServiceDatabase(surroundings.program, async () => {
      if (flags["new-key"]) {
        const { retiredId, currentId } = replaceKeyFile();
        surroundings.out.write(`The key ${currentId} is in the place of ${retiredId}, which still decrypts.\n`);
      }
      await reencryptAll(surroundings);
    });
  },
});

async function reencryptAll({ out, err }: Surroundings): Promise<void> {
  const progress = createProgress(out);
  let isComplete = true;
  for (const { name, reencrypt } of encrypted) {
    const { seen, changed, failed } = await progress.step(`Encrypting ${name}`, (note) =>
      reencrypt((soFar) => note(`${soFar.changed} of ${soFar.seen} encrypted anew`)),
    );
    for (const { id, reason } of failed) err.write(`${id}: ${reason}\n`);
    out.write(`${name}: ${seen} looked at, ${changed} encrypted anew, ${failed.length} not readable.\n`);
    isComplete &&= failed.length === 0;
  }
  if (!isComplete) throw new Error("Not everything is under the current key: keep the others, and see above.");
}
