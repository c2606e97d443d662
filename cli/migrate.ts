import { prepareDatabase } from "@/server/database/prepare";
import { resolveDatabase } from "@/server/database/resolve";
import { markRolledBack } from "@/server/database/schema-engine";
import { defineCommand } from "./support/command";

const usage = `Usage: npm run db:migrate [-- --rolled-back <migration>]

Applies pending migrations to the database in DATABASE_URL (with the role in DATABASE_OWNER_URL, if set). Without
DATABASE_URL, applies them to the embedded database in DATA_DIR.

  --rolled-back <migration>   First mark a failed migration as rolled back, so that it is applied again.
  --help                      Show this help.`;

export const command = defineCommand({
  usage,
  flags: { "rolled-back": "string" },
  async run({ "rolled-back": rolledBack }, { out, err, program }) {
    const database = await resolveDatabase({ onProgress: (sentence) => err.write(`${sentence}\n`) });
    program.onExit(database.stop);
    try {
      if (rolledBack !== undefined) await markRolledBack(database.ownerUrl, rolledBack);
      const applied = await prepareDatabase(database.ownerUrl);
      out.write(applied.map((name) => `Applied ${name}\n`).join("") || "The database is up to date.\n");
    } finally {
      await database.stop();
    }
  },
});
