import { hostname } from "node:os";
import type { CreatedWebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import type { DeliveryList } from "@/lib/domains/webhooks/schemas-deliveries";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

test.use({ furtherEnv: { WEBHOOK_ALLOW_PRIVATE_NETWORK: "false" } });

const refusedHosts = [
  "127.0.0.1",
  "127.8.8.8",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "0.0.0.0",
  "10.0.0.8",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "localhost",
  "receiver.localhost",
  "printer.local",
  "metadata.google.internal",
];

for (const host of refusedHosts) {
  test(`an endpoint at ${host} is rejected when it is created and when it is updated`, async ({ organisation }) => {
    const url = `https://${host}:8443/hook`;
    const refusal = { status: 400, body: { error: "validation_failed", details: [{ path: "url" }] } };
    expect(await organisation.api.post("/v1/webhooks", { url, events: ["model.registered"] })).toMatchObject(refusal);
    const { body } = await organisation.api.post<CreatedWebhookEndpoint>("/v1/webhooks", {
      url: "https://example.com/hook",
      events: ["evidence.ready"],
    });
    expect(await organisation.api.patch(`/v1/webhooks/${body.id}`, { url })).toMatchObject(refusal);
  });
}

/**
 * Hosts that pass the check of a URL's text, or were stored before that check. The last one is a name of this machine.
 */
const sneaked = ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0177.0.0.1", "localhost", hostname()];

for (const host of sneaked) {
  test(`an endpoint that was stored with ${host} is not connected to, and its delivery fails immediately`, async ({
    organisation,
    database,
    receiver,
  }) => {
    const { api } = organisation;
    const { body: endpoint } = await api.post<CreatedWebhookEndpoint>("/v1/webhooks", {
      url: "https://example.com/hook",
      events: ["model.registered"],
    });
    const url = `https://${host}:${new URL(receiver.url).port}/sneaked`;
    await database.owner.query("UPDATE webhook_endpoints SET url = $2 WHERE id = $1", [endpoint.id, url]);
    await api.post("/v1/models", { name: "Scoring" });
    const failed = await until("the delivery fails", async () => {
      const { body } = await api.get<DeliveryList>(`/v1/webhooks/${endpoint.id}/deliveries?status=FAILED`);
      return body.data[0];
    });
    expect(failed).toMatchObject({ attempts: 1, failureReason: "address_refused" });
    expect(receiver.received).toEqual([]);
  });
}
