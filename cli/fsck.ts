import { fsck } from "./fsck/fsck";
import { runProgram } from "./support/program";

runProgram(async (program) => {
  let status: number | undefined;
  // Whoever is interrupted has not found the chains intact.
  program.onExit(() => {
    process.exitCode = status ?? 2;
  });
  status = await fsck(process.argv.slice(2), { out: process.stdout, err: process.stderr, program });
  process.exitCode = status;
});
