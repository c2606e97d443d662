import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { LogSource } from "@/lib/domains/shadow-ai/schemas-sources";
import { makeCertificates } from "@/tools/receiver/certificates";
import { detectionOf, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

type Report = Record<string, unknown>;

const running: ChildProcess[] = [];
test.afterEach(async () => {
  for (const child of running.splice(0)) await end(child);
});

async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Runs `npm run syslog` and waits until it listens. */
async function startListener(apiKey: string, argv: string[]) {
  const child = spawn(process.execPath, [".next/service/cli.mjs", "syslog", ...argv], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", GOVERNANCE_API_KEY: apiKey },
  });
  running.push(child);
  const reports: Report[] = [];
  createInterface(child.stdout).on("line", (line) => reports.push(JSON.parse(line) as Report));
  const found = await until("the command listens", async () => reports.find(({ message }) => message === "listening"));
  return { child, reports, tls: String((found.tls as number[])[0]), spoolBytes: found.spoolBytes as number };
}

/** Runs rsyslog, which sends the lines of a file over TLS. */
async function startRsyslog(directory: string, file: string, port: string, framing: string) {
  await mkdir(`${directory}/state`);
  const configuration = `
    global(workDirectory="${directory}/state" defaultNetstreamDriverCAFile="${directory}/authority.pem"
      defaultNetstreamDriverCertFile="${directory}/cert.pem" defaultNetstreamDriverKeyFile="${directory}/key.pem")
    module(load="imfile" mode="inotify")
    input(type="imfile" File="${file}" Tag="squid:" ruleset="forward")
    ruleset(name="forward") {
      action(type="omfwd" target="localhost" port="${port}" protocol="tcp" TCP_Framing="${framing}"
        StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/name" StreamDriverPermittedPeers="localhost"
        template="RSYSLOG_SyslogProtocol23Format" action.resumeRetryCount="-1" action.resumeInterval="1" queue.type="LinkedList")
    }`;
  await writeFile(`${directory}/rsyslog.conf`, configuration);
  running.push(spawn("rsyslogd", ["-n", "-iNONE", "-f", `${directory}/rsyslog.conf`], { stdio: "inherit" }));
}

for (const framing of ["octet-counted", "traditional"])
  test(`rsyslog sends a log over TLS (${framing}), and a killed listener loses nothing`, async ({
    organisation,
    application,
  }) => {
    test.setTimeout(180_000);
    const directory = test.info().outputPath("syslog");
    await mkdir(directory, { recursive: true });
    const { authority, key, cert } = await makeCertificates();
    await writeFile(`${directory}/authority.pem`, authority);
    await writeFile(`${directory}/key.pem`, key);
    await writeFile(`${directory}/cert.pem`, cert);
    const argv = (port: string, seconds: string) => [
      ...["--url", application.url, "--spool", `${directory}/spool`, "--tls", port, "--send-every", seconds],
      ...[
        "--cert",
        `${directory}/cert.pem`,
        "--key",
        `${directory}/key.pem`,
        "--client-ca",
        `${directory}/authority.pem`,
        "--source",
        `proxy=127.0.0.1`,
      ],
    ];
    const first = await startListener(organisation.apiKey.key, argv("0", "3600"));
    const file = `${directory}/access.log`;
    const log = squidLog([{ host: "api.openai.com", calls: 500 }]);
    await writeFile(file, log.slice(0, log.length / 2));
    await startRsyslog(directory, file, first.tls, framing);

    const spooled = async () => {
      const names = await readdir(`${directory}/spool`);
      const texts = names
        .filter((name) => name.includes("~"))
        .map((name) => readFile(`${directory}/spool/${name}`, "utf8"));
      return (await Promise.all(texts)).join("");
    };
    const half = log.slice(0, log.length / 2).split("\n").length - 1;
    await until("half of the lines are stored", async () => (await spooled()).split("\n").length - 1 === half);
    await end(first.child);
    const second = await startListener(organisation.apiKey.key, argv(first.tls, "1"));
    expect(second.spoolBytes).toBeGreaterThan(0);
    await appendFile(file, log.slice(log.length / 2));

    const { api } = organisation;
    const find = async () => {
      const { body } = await api.get<{ data: LogSource[] }>("/v1/sensors/sources");
      return body.data.find(({ records }) => records === 500);
    };
    expect(await until("all lines are imported", find)).toMatchObject({ name: "proxy", format: "squid", rejected: 0 });
    await detectionOf(api, "api.openai.com");
    await until("the spool is empty", async () => (await spooled()) === "");
    await end(second.child, "SIGTERM");
    expect(second.child.exitCode).toBe(0);
    const { message, lines_forwarded, messages_dropped, lines_rejected } = second.reports.at(-1) ?? {};
    const figures = { lines_forwarded: 500, messages_dropped: 0, lines_rejected: 0 };
    expect({ message, lines_forwarded, messages_dropped, lines_rejected }).toEqual({ message: "stopped", ...figures });
  });
