import { callBody, callFunction } from "@/lib/platform/jobs/testing/inngest-calls";
import { expect, test } from "./fixtures";

test("the embedded job engine exposes no endpoint", async ({ application }) => {
  const event = { id: "1", name: "webhooks/delivery.failed", data: {} };
  const signed = await callFunction(application.url, "governance-audit-service-send-mail", callBody(event));
  expect(signed.status).toBe(404);
  for (const method of ["GET", "PUT", "POST"]) {
    const response = await fetch(`${application.url}/api/inngest`, { method });
    expect([response.status, await response.json()]).toMatchObject([404, { error: "not_found" }]);
  }
});
