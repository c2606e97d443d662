import { verifyCommand } from "./verify-bundle";

/** The entry of verify-evidence.mjs, which auditors download. Unlike the other commands, it reads no configuration. */
const { stdin: input, stdout: out, stderr: err } = process;
const surroundings = { input, out, err, program: { onExit: () => undefined } };
process.exitCode = await verifyCommand("node verify-evidence.mjs").execute(process.argv.slice(2), surroundings);
