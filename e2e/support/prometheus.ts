import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/server/database/embedded/server";
import { until } from "./until";

export interface Prometheus {
  /** The firing alerts with their labels, for example `GovernanceProcessDown {"instance":"web-1",…}`. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * A Prometheus server that scrapes processes every five seconds and evaluates the shipped alert rules, without their `for`
 * durations.
 *
 * @param processes The addresses of the processes by name, which is their `instance` label.
 */
export async function startPrometheus(processes: Record<string, string>): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), "prometheus-"));
  const file = (name: string) => join(directory, name);
  const rules = await readFile("deploy/prometheus-rules.yaml", "utf8");
  await writeFile(file("rules.yaml"), rules.replace(/^ +for: .*\n/gm, ""));
  const targets = Object.entries(processes).map(([instance, url]) => ({
    targets: [new URL(url).host],
    labels: { instance },
  }));
  const configuration = {
    global: { scrape_interval: "5s", evaluation_interval: "1s" },
    rule_files: ["rules.yaml"],
    scrape_configs: [{ job_name: "governance", metrics_path: "/api/metrics", static_configs: targets }],
  };
  // JSON is YAML.
  await writeFile(file("prometheus.yaml"), JSON.stringify(configuration));
  const address = `127.0.0.1:${await findFreePort(undefined)}`;
  const flags = {
    "config.file": file("prometheus.yaml"),
    "storage.tsdb.path": file("data"),
    "web.listen-address": address,
  };
  const server = spawn(
    "prometheus",
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { stdio: "ignore" },
  );
  const ended = once(server, "exit");
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("Prometheus (Debian: apt-get install prometheus) is ready", isReady);
  return {
    async firing() {
      const response = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: Record<string, string> }[] };
      };
      return data.alerts
        .filter(({ state }) => state === "firing")
        .map(({ labels: { alertname, ...labels } }) => `${alertname} ${JSON.stringify(labels)}`);
    },
    async close() {
      server.kill();
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}
