import { listChains, sealBaseline } from "@/lib/domains/audit-chain";
import { explainMissingTables, openServiceDatabase } from "@/server/database/service-database";
import { parseFlags } from "./support/flags";
import { runProgram } from "./support/program";

const usage = `Usage: npm run records:seal [-- --organisation <id>]

Records the state of every governed record on the audit chain, for organisations whose records are not sealed yet. The
service does the same each night. Run it once after an upgrade, when no process of an earlier version is running. You can
repeat it.

  --organisation <id>  Only this organisation.
  --help               Show this text.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { organisation: "string", help: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  const close = await openServiceDatabase(program);
  try {
    const all = await listChains();
    const chosen = flags.organisation === undefined ? all : all.filter((id) => id === flags.organisation);
    if (flags.organisation !== undefined && chosen.length === 0) {
      throw new Error(`--organisation: organisation ${flags.organisation} not found in this database.`);
    }
    for (const organisationId of chosen) {
      console.log(`${organisationId}: ${await sealBaseline(organisationId)} records sealed.`);
    }
  } catch (error) {
    throw explainMissingTables(error);
  } finally {
    await close();
  }
});
