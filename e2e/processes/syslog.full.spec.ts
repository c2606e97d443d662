import { spawn } from "node:child_process";
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { LogSource } from "@/lib/domains/shadow-ai/schemas-sources";
import { makeCertificates } from "@/tools/receiver/certificates";
import { detectionOf, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { end, endStarted, startCommand, started } from "./command";
import { expect, test } from "./fixtures";

test.afterEach(endStarted);

/** Runs `npm run syslog` and waits until it listens. */
async function startListener(apiKey: string, argv: string[]) {
  const { child, reports } = startCommand(["syslog", ...argv], apiKey);
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
  started(spawn("rsyslogd", ["-n", "-iNONE", "-f", `${directory}/rsyslog.conf`], { stdio: "inherit" }));
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
      ...["--cert", `${directory}/cert.pem`, "--key", `${directory}/key.pem`],
      ...["--client-ca", `${directory}/authority.pem`, "--source", "proxy=127.0.0.1"],
    ];
    const first = await startListener(organisation.apiKey.key, argv("0", "3600"));
    const file = `${directory}/access.log`;
    const lines = squidLog([{ host: "api.openai.com", calls: 500 }]).match(/.+\n/g) ?? [];
    await writeFile(file, lines.slice(0, 250).join(""));
    await startRsyslog(directory, file, first.tls, framing);

    const spooled = async () => {
      const names = await readdir(`${directory}/spool`);
      const texts = names
        .filter((name) => name.includes("~"))
        .map((name) => readFile(`${directory}/spool/${name}`, "utf8"));
      return (await Promise.all(texts)).join("");
    };
    await until("half of the lines are stored", async () => (await spooled()).split("\n").length - 1 === 250);
    await end(first.child);
    const second = await startListener(organisation.apiKey.key, argv(first.tls, "1"));
    expect(second.spoolBytes).toBeGreaterThan(0);

    const { api } = organisation;
    const source = async () => (await api.get<{ data: LogSource[] }>("/v1/sensors/sources")).body.data[0];
    // TCP accepts messages for a closed connection until the sender notices.
    await until("rsyslog has connected again", async () => {
      await appendFile(file, squidLog([{ host: "intranet.example", calls: 1 }]));
      return ((await source())?.records ?? 0) > 250;
    });
    await appendFile(file, lines.slice(250).join(""));
    await detectionOf(api, "api.openai.com", ({ details }) => details.estimatedCallVolume === 500);
    expect(await source()).toMatchObject({ name: "proxy", format: "squid", rejected: 0 });
    await until("the spool is empty", async () => (await spooled()) === "");
    await end(second.child, "SIGTERM");
    expect(second.child.exitCode).toBe(0);
    const { message, messages_dropped, lines_rejected } = second.reports.at(-1) ?? {};
    expect({ message, messages_dropped, lines_rejected }).toEqual({
      ...{ message: "stopped", messages_dropped: 0, lines_rejected: 0 },
    });
  });
