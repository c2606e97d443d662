import { listChains, sealBaseline } from "@/lib/domains/audit-chain";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { requireOrganisation } from "./support/input";

const usage = `Usage: npm run records:seal [-- --organisation <id>]

Seals governed records (such as members, API keys and detections) that are not sealed yet: the command records their state
on the audit chain, so that later changes outside the service are detected. The service also does this every night. Run the
command once after an upgrade, when no process of an earlier version is running. You can run it repeatedly.

  --organisation <id>  Seal only the records of this organisation. Default: all.
  --help               Show this help.`;

export const command = defineCommand({
  usage,
  flags: { organisation: "string" },
  async run({ organisation }, { out, program }) {
    await withServiceDatabase(program, async () => {
      const chosen = organisation === undefined ? await listChains() : [(await requireOrganisation(organisation)).id];
      for (const id of chosen) out.write(`${id}: ${await sealBaseline(id)} records sealed.\n`);
    });
  },
});
