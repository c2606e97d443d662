import { parseFlags, parseWholeNumber } from "@/cli/support/flags";
import { runProgram } from "@/cli/support/program";
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

const usage = `Usage: npm run hammer -- [--writers <n>] [--seconds <s>] [--instances <m>] [--kill-every <s>]
       npm run hammer -- --url <url,…> --key <key> [--writers <n>] [--seconds <s>]

Runs a load test and verifies the results. Writers append single events and batches, and repeat requests with their
Idempotency-Key, including requests whose response was lost. Readers check that checkpoints are consistent and contain
acknowledged events (RFC 6962). At the end, the command verifies the full chain, which must contain exactly the
acknowledged events.

  --url <url,…>      Instances of a running service. Default: start instances of the build with a temporary database.
  --key <key>        API key with audit:write, audit:read, models:read and, if there is no model, models:write.
  --writers <n>      Number of writers. Default: 16.
  --readers <n>      Number of readers. Default: 2.
  --seconds <s>      Duration of writing. Default: 60.
  --instances <m>    Number of instances to start. Default: 2.
  --kill-every <s>   Kill one of the instances (SIGKILL) at this interval in seconds, and restart it.
  --help             Show this help.

Exit status: 0 if all checks passed, 1 if there were problems, 2 if the test could not run.`;

interface HammerArguments {
  urls: string[] | undefined;
  key: string;
  writers: number;
  readers: number;
  seconds: number;
  instances: number;
  killEverySeconds: number | undefined;
}

/** @throws Error with a message for the user. */
function parseArguments(argv: string[]): HammerArguments | "help" {
  const flags = parseFlags(argv, {
    url: "string",
    key: "string",
    writers: "string",
    readers: "string",
    seconds: "string",
    instances: "string",
    "kill-every": "string",
    help: "boolean",
  });
  if (flags.help) return "help";
  const urls = flags.url?.split(",").map((url) => url.replace(/\/+$/, ""));
  if (urls?.some((url) => !/^https?:\/\/[^/]+/.test(url)))
    throw new Error("--url must start with http:// or https://.");
  if (urls && flags.key === undefined) throw new Error("--url requires --key.");
  const kills = flags["kill-every"];
  if (urls && (kills !== undefined || flags.instances !== undefined)) {
    throw new Error("--kill-every and --instances cannot be used with --url.");
  }
  return {
    urls,
    key: flags.key ?? "",
    writers: count("--writers", flags.writers, 16, 1_000),
    readers: count("--readers", flags.readers, 2, 100),
    seconds: count("--seconds", flags.seconds, 60, 86_400),
    instances: count("--instances", flags.instances, 2, 32),
    killEverySeconds: kills === undefined ? undefined : count("--kill-every", kills, 5, 3_600),
  };
}

function count(flag: string, text: string | undefined, otherwise: number, high: number): number {
  return text === undefined ? otherwise : parseWholeNumber(flag, text, 1, high);
}
