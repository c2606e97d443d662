import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

const events = 300;

/** The number of ended delivery jobs of a process. How many deliveries a job sends depends on the load. */
async function deliveryRunsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  return [...text.matchAll(/^gas_job_runs_total\{[^}]*deliver-webhook[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, runs]) => sum + Number(runs),
    0,
  );
}

test("two processes share the work, and nothing is delivered twice", async ({
  organisation,
  application,
  receiver,
  listen,
  launch,
}) => {
  test.setTimeout(90_000);
  const second = await launch();
  const model = await organisation.model();
  const paths: string[] = [];
  for (let n = 0; n < 4; n++) paths.push((await listen(organisation, ["audit.created"])).path);
  const urls = [application.url, second.url];
  const runsBefore = await Promise.all(urls.map(deliveryRunsOf));
  const body = { modelId: model.id, eventType: "INFERENCE", payload: {} };
  const answers = await Promise.all(
    Array.from({ length: events }, (_, n) =>
      organisation.at(n % 2 === 0 ? application.url : second.url).post<AppendedEvent>("/v1/audit", body),
    ),
  );
  const ids = new Set(answers.map((answer) => answer.body.id));
  const arrivedAt = (path: string) =>
    receiver.at(path).flatMap((request) => {
      const { data } = JSON.parse(request.body) as { data: { id: string } };
      return ids.has(data.id) ? [data.id] : [];
    });
  await until("all deliveries arrive", async () => paths.every((path) => arrivedAt(path).length >= events), {
    timeoutMs: 60_000,
  });
  for (const path of paths) expect(new Set(arrivedAt(path)).size).toBe(arrivedAt(path).length);
  const runs = await Promise.all(urls.map(deliveryRunsOf));
  for (const [at, count] of runs.entries()) expect(count, urls[at]).toBeGreaterThan(runsBefore[at] ?? 0);
});
