import { parseFlags } from "@/cli/support/flags";

export const usage = `Usage: npm run hammer -- [--writers <n>] [--seconds <s>] [--instances <m>] [--kill-every <s>]
       npm run hammer -- --url <url,…> --key <key> [--writers <n>] [--seconds <s>]

Load with proof. Writers append events, one by one and in batches, and repeat requests with their Idempotency-Key, also
those whose answer was lost. Meanwhile readers check checkpoints, and that acknowledged events are in them (RFC 6962). At
the end the whole chain is verified, and has exactly the events that were acknowledged.

  --url <url,…>      Instances of a running service. Without it, some of the build are started, on a database of their own.
  --key <key>        An API key with audit:write, audit:read, models:read and, if there is no model, models:write.
  --writers <n>      Default: 16.
  --readers <n>      Default: 2.
  --seconds <s>      How long the writers write. Default: 60.
  --instances <m>    Processes of the service to start. Default: 2.
  --kill-every <s>   Kill one of them (SIGKILL) every so many seconds, and start it again.
  --help             This text.

Ends with 0 when everything was proved, 1 when something was disproved, 2 when it could not be tried.`;

export interface HammerArguments {
  urls: string[] | undefined;
  key: string;
  writers: number;
  readers: number;
  seconds: number;
  instances: number;
  killEverySeconds: number | undefined;
}

/** What the command line asks for. Throws an Error with a sentence for its reader. */
export function parseArguments(argv: string[]): HammerArguments | "help" {
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
    throw new Error("--url must begin with http:// or https://.");
  if (urls && flags.key === undefined) throw new Error("--url needs --key.");
  const kills = flags["kill-every"];
  if (urls && (kills !== undefined || flags.instances !== undefined)) {
    throw new Error("--kill-every and --instances are about processes that this command starts: leave --url out.");
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
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > high) {
    throw new Error(`${flag} must be a whole number from 1 to ${high}, not ${text}.`);
  }
  return value;
}
