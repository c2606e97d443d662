import { commands } from "./commands";
import { runCommand } from "./support/command";

const width = Math.max(...Object.keys(commands).map((name) => name.length));
const overview = `Usage: npm run <command> -- [flags]

${Object.entries(commands)
  .map(([name, [summary]]) => `  ${name.padEnd(width)}  ${summary}`)
  .join("\n")}

To list the flags of a command, run npm run <command> -- --help.`;

const [name = "help", ...argv] = process.argv.slice(2);
const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (found) runCommand(async () => (await found[1]()).command, argv);
else if (name === "help" || name === "--help") console.log(overview);
else {
  console.error(`Unknown command: ${name}.\n\n${overview}`);
  process.exitCode = 2;
}
