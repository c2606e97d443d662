import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import type { AppendedEvent } from "@/lib/domains/audit-chain/schemas";
import type { Model } from "@/lib/domains/models/schemas";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import type { Envelope } from "@/lib/domains/webhooks/schemas-events";
import type { Received } from "@/tools/receiver/https-receiver";
import { tamper } from "../support/tamper";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

const { webhooks: stripe } = new Stripe("sk_test_none");

/** The libraries that receivers use. Each throws for requests that it does not accept. */
const libraries: Record<string, (request: Received, secret: string) => unknown> = {
  stripe: ({ body, headers }, secret) => stripe.constructEvent(body, String(headers["x-service-signature"]), secret),
  standardwebhooks: ({ body, headers }, secret) => new Webhook(secret).verify(body, headers as Record<string, string>),
};

function envelopeOf({ body }: Received): Envelope {
  return JSON.parse(body) as Envelope;
}

/** The same request with one changed byte in its body. */
function altered(request: Received): Received {
  return { ...request, body: request.body.replace('"data":{', '"data": {') };
}

test("every event arrives signed, and both libraries accept it only unmodified", async ({
  organisation,
  database,
  receiver,
  listen,
}) => {
  const { path, signingSecret } = await listen(organisation, [...webhookEventTypes]);
  const model = (await organisation.api.post<Model>("/v1/models", { name: "Scoring" })).body;
  const append = async (severity: string) =>
    (
      await organisation.api.post<AppendedEvent>("/v1/audit", {
        modelId: model.id,
        eventType: "INFERENCE",
        payload: {},
        severity,
      })
    ).body;
  const ordinary = await append("INFO");
  const severe = await append("CRITICAL");
  const find = (type: string, id: string) =>
    until(`${type} of ${id} arrives`, async () =>
      receiver.at(path).find((request) => {
        const envelope = envelopeOf(request);
        return envelope.type === type && JSON.stringify(envelope.data).includes(id);
      }),
    );
  const arrived = [
    await find("model.registered", model.id),
    await find("audit.created", ordinary.id),
    await find("audit.created", severe.id),
    await find("audit.high_severity", severe.id),
  ];
  await tamper(database.owner, "audit_events", "UPDATE audit_events SET severity = 'INFO' WHERE id = $1", [severe.id]);
  await organisation.api.post("/v1/audit/verify", { eventId: severe.id });
  await organisation.api.post("/v1/audit/verify", { eventId: severe.id });
  const failure = await find("chain.integrity_failure", severe.id);
  expect(envelopeOf(failure)).toMatchObject({
    apiVersion: "2026-11-20",
    livemode: true,
    organisationId: organisation.id,
    data: { eventId: severe.id, error: "hash_mismatch", storedHash: severe.blockHash },
  });
  expect(envelopeOf(arrived[0] as Received).data).toEqual(model);
  expect(envelopeOf(arrived[2] as Received).data).toEqual({
    id: severe.id,
    chainPosition: severe.chainPosition,
    blockHash: severe.blockHash,
    timestamp: severe.timestamp,
    eventType: "INFERENCE",
    severity: "CRITICAL",
    modelId: model.id,
    verified: true,
  });

  for (const request of [...arrived, failure]) {
    const envelope = envelopeOf(request);
    expect(request.headers).toMatchObject({ "content-type": "application/json", "webhook-id": envelope.id });
    for (const [library, verify] of Object.entries(libraries)) {
      expect(verify(request, signingSecret), library).toEqual(envelope);
      expect(() => verify(altered(request), signingSecret), library).toThrow();
    }
  }
  const envelopes = receiver.at(path).map(envelopeOf);
  expect(envelopes.filter(({ type }) => type === "chain.integrity_failure")).toHaveLength(1);
  expect(new Set(envelopes.map(({ id }) => id)).size).toBe(envelopes.length);
});

test("an endpoint receives only its subscribed types, and only of its own organisation", async ({
  organisation,
  otherOrganisation,
  receiver,
  listen,
}) => {
  const severe = await listen(organisation, ["audit.high_severity"]);
  const models = await listen(organisation, ["model.registered"]);
  const foreign = await listen(otherOrganisation, ["audit.created", "model.registered"]);
  const model = (await organisation.api.post<Model>("/v1/models", { name: "Scoring" })).body;
  const event = { modelId: model.id, eventType: "ALERT", payload: {} };
  for (const severity of ["INFO", "HIGH", "MEDIUM"]) await organisation.api.post("/v1/audit", { ...event, severity });
  const typesAt = (path: string) => receiver.at(path).map((request) => envelopeOf(request).type);
  await until("both are notified", async () => typesAt(severe.path).length > 0 && typesAt(models.path).length > 0);
  await otherOrganisation.api.post<Model>("/v1/models", { name: "Last" });
  await until("the last delivery arrives", async () => typesAt(foreign.path).includes("model.registered"));
  expect(typesAt(severe.path)).toEqual(["audit.high_severity"]);
  expect(typesAt(models.path)).toEqual(["model.registered"]);
  for (const request of receiver.at(foreign.path)) {
    expect(envelopeOf(request).organisationId).toBe(otherOrganisation.id);
  }
});

test("a test event of every type arrives with its documented data, marked with livemode false", async ({
  organisation,
  receiver,
  listen,
}) => {
  const { id, path, signingSecret } = await listen(organisation, ["audit.created"]);
  for (const type of webhookEventTypes) {
    expect(await organisation.api.post(`/v1/webhooks/${id}/test`, { type })).toMatchObject({ status: 201 });
  }
  await until("all test events arrive", async () =>
    webhookEventTypes.every((type) => receiver.at(path).some((request) => envelopeOf(request).type === type)),
  );
  const marked = receiver.at(path).filter((one) => !envelopeOf(one).livemode);
  expect(new Set(marked.map((one) => envelopeOf(one).type))).toEqual(new Set(webhookEventTypes));
  for (const request of marked) {
    expect(Object.keys(envelopeOf(request).data).length).toBeGreaterThan(2);
    for (const verify of Object.values(libraries)) verify(request, signingSecret);
  }
});

test("after a rotation both secrets verify deliveries until the overlap ends", async ({
  organisation,
  receiver,
  listen,
}) => {
  const { id, path, signingSecret: old } = await listen(organisation, ["model.registered"]);
  const arrives = async () => {
    const before = receiver.at(path).length;
    await organisation.api.post("/v1/models", { name: "Scoring" });
    return await until("the delivery arrives", async () => receiver.at(path)[before]);
  };
  const rotate = async (overlapSeconds: number) =>
    (await organisation.api.post<{ signingSecret: string }>(`/v1/webhooks/${id}/rotate-secret`, { overlapSeconds }))
      .body.signingSecret;

  const fresh = await rotate(3600);
  const during = await arrives();
  expect(String(during.headers["x-service-signature"])).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  const last = await rotate(0);
  const after = await arrives();
  for (const verify of Object.values(libraries)) {
    verify(during, old);
    verify(during, fresh);
    verify(after, last);
    expect(() => verify(after, fresh)).toThrow();
  }
});
