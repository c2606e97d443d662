import { restoreDrill } from "./restore-drill/restore-drill";
import { runProgram } from "./support/program";

runProgram(async (program) => {
  let status: number | undefined;
  // Whoever is interrupted has not seen a backup restored.
  program.onExit(() => {
    process.exitCode = status ?? 2;
  });
  status = await restoreDrill(process.argv.slice(2), { out: process.stdout, err: process.stderr, program });
  process.exitCode = status;
});
