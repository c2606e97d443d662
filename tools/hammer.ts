import { runProgram } from "@/cli/support/program";
import { parseArguments, usage } from "./hammer/arguments";
import { hammer } from "./hammer/hammer";
import { connectSubject, startSubject } from "./hammer/subjects";

runProgram(async (program) => {
  const given = parseArguments(process.argv.slice(2));
  if (given === "help") {
    console.log(usage);
    return;
  }
  let status = 2;
  program.onExit(() => {
    process.exitCode = status;
  });
  try {
    const subject = given.urls
      ? await connectSubject(given.urls, given.key)
      : await startSubject(given.instances, program);
    try {
      status = (await hammer(subject, given, (line) => console.log(line))) ? 0 : 1;
    } finally {
      await subject.stop();
    }
  } catch (error) {
    console.error(`hammer: ${error instanceof Error ? error.message : String(error)}`);
  }
  process.exitCode = status;
});
