import { runProgram } from "./support/program";
import { verifyBundleFile } from "./verify-bundle/verify-bundle-file";

runProgram(async (program) => {
  let status: number | undefined;
  // An interrupted run must not report an intact package.
  program.onExit(() => {
    process.exitCode = status ?? 2;
  });
  status = await verifyBundleFile(process.argv.slice(2), { out: process.stdout, err: process.stderr });
  process.exitCode = status;
});
