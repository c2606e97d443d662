import { expect, onTestFinished, test } from "vitest";
import { exchange } from "@/lib/platform/outgoing/exchange";
import { serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { alertingUrl, ticketsUrl } from "../seed/sample-resources";
import { startReceivers } from "./receivers";

const post = (url: string) =>
  exchange({ url, headers: {}, body: "{}", transport: serviceTransport(), timeoutMs: 10_000 });

test("the demo's endpoints are served on this machine, one of them fails sometimes, and no other name resolves to them", async () => {
  onTestFinished(await startReceivers());
  expect(await post(alertingUrl)).toMatchObject({ outcome: "SUCCEEDED", statusCode: 202 });
  const statuses: (number | null)[] = [];
  for (let n = 0; n < 8; n++) statuses.push((await post(ticketsUrl)).statusCode);
  expect(statuses).toEqual([202, 202, 202, 500, 202, 202, 202, 500]);
  expect(await post("https://localhost/")).toMatchObject({ outcome: "FAILED", error: "address_refused" });
  expect(await post("https://127.0.0.1/")).toMatchObject({ outcome: "FAILED", error: "address_refused" });
});
