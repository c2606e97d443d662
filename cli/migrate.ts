import { prepareDatabase } from "@/server/database/prepare";
import { resolveDatabase } from "@/server/database/resolve";
import { markRolledBack } from "@/server/database/schema-engine";
import { parseFlags } from "./support/flags";
import { runProgram } from "./support/program";

const usage = `Usage: npm run db:migrate [-- --rolled-back <migration>]

Applies the migrations of prisma/migrations that the database has not had yet: the database DATABASE_URL names (with the
role of DATABASE_OWNER_URL, where it is set), otherwise the embedded one in DATA_DIR.

  --rolled-back <migration>   Before that, take note that a migration which failed was undone, so that it is repeated.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { help: "boolean", "rolled-back": "string" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  const database = await resolveDatabase({ onProgress: (sentence) => console.error(sentence) });
  program.onExit(database.stop);
  try {
    const repeated = flags["rolled-back"];
    if (repeated !== undefined) await markRolledBack(database.ownerUrl, repeated);
    const applied = await prepareDatabase(database.ownerUrl);
    for (const name of applied) console.log(`applied ${name}`);
    if (applied.length === 0) console.log("The database has every migration.");
  } finally {
    await database.stop();
  }
});
