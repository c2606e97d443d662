import { listChains, sealBaseline } from "@/lib/domains/audit-chain";
import { withServiceDatabase } from "@/server/database/service-database";
import { defineCommand } from "./support/command";
import { requireOrganisation } from "./support/input";

const usage = `Usage: npm run records:seal [-- --organisation <id>]

Records the state of governed records on the audit chain, for organisations whose records are not sealed yet. The service
also does this every night. Run it once after an upgrade, when no process of an earlier version is running. It can be
repeated.

  --organisation <id>  Only this organisation.
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
