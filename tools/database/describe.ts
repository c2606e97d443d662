import { parseFlags } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
import { describeSchema, writeExpectedSchema } from "@/server/database/expected-schema";
import { copyTemplate, startTestServer } from "./test-server";

const usage = `Usage: npm run db:describe

Applies prisma/migrations to an empty database and writes what they define to lib/platform/database/expected-schema.json,
which verification compares databases with. Run it after every change to the migrations.`;

runProgram(async (program) => {
  if (parseFlags(process.argv.slice(2), { help: "boolean" }).help) {
    console.log(usage);
    return;
  }
  const { server, stop } = await startTestServer();
  program.onExit(stop);
  try {
    const database = await copyTemplate(server);
    try {
      console.log(`Wrote ${await writeExpectedSchema(await describeSchema(database.ownerUrl))}.`);
    } finally {
      await database.drop();
    }
  } finally {
    await stop();
  }
});
