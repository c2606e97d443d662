import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseFlags } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { migrationsDirectory, schemaDirectory } from "@/server/database/project";
import { diffSchema } from "@/server/database/schema-engine";
import { migrationFolderName } from "./migration-name";
import { startDisposableServer } from "./test-server";

const usage = `Usage: npm run db:diff -- --name <what_changes>
       npm run db:diff -- --check

Compares prisma/migrations with prisma/schema and writes a migration with the SQL that is missing. Read it, and add what
Prisma cannot express, before you commit it.

  --name <what_changes>   The name of the new migration: lower case letters, digits and underscores.
  --check                 Write nothing; print the SQL and end with status 1 when there is a difference.`;

runProgram(async (program) => {
  const flags = parseFlags(process.argv.slice(2), { help: "boolean", name: "string", check: "boolean" });
  if (flags.help) {
    console.log(usage);
    return;
  }
  if (!flags.check && flags.name === undefined) throw new Error(`--name or --check is required.\n\n${usage}`);
  const existing = await readdir(migrationsDirectory);
  const folder = flags.name === undefined ? undefined : migrationFolderName(flags.name, new Date(), existing);

  const server = await startDisposableServer((sentence) => console.error(sentence));
  program.onExit(server.stop);
  const sql = await diffSchema(server, {
    from: { migrations: migrationsDirectory },
    to: { schema: schemaDirectory },
  }).finally(server.stop);

  if (sql === undefined) {
    console.log("No difference: prisma/migrations match prisma/schema.");
  } else if (flags.check || folder === undefined) {
    console.log(sql);
    console.error(
      "prisma/schema differs from prisma/migrations. Write the migration: npm run db:diff -- --name <what>",
    );
    process.exitCode = 1;
  } else {
    const directory = join(migrationsDirectory, folder);
    await mkdir(directory);
    await writeFile(join(directory, "migration.sql"), sql);
    console.log(`Wrote ${relative(process.cwd(), join(directory, "migration.sql"))}`);
  }
});
