import { importFiles } from "./shadow-ai-import/import-files";
import { runProgram } from "./support/program";

runProgram(async (program) => {
  let status: number | undefined;
  // An interrupted import is incomplete.
  program.onExit(() => {
    process.exitCode = status ?? 1;
  });
  const { stdin: input, stdout: out, stderr: err } = process;
  status = await importFiles(process.argv.slice(2), { input, out, err, program });
  process.exitCode = status;
});
