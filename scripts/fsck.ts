import { runProgram } from "./cli/program";
import { fsck } from "./fsck/fsck";

runProgram(async (program) => {
  let status: number | undefined;
  // Whoever is interrupted has not found the chains intact.
  program.onExit(() => {
    process.exitCode = status ?? 2;
  });
  status = await fsck(process.argv.slice(2), { out: process.stdout, err: process.stderr, program });
  process.exitCode = status;
});
