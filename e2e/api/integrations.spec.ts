import type { CreatedIntegration, DeliveryReceipt, Integration } from "@/lib/domains/integrations/schemas";
import { sign } from "@/lib/domains/integrations/testing/deliveries";
import { githubExample } from "@/lib/domains/integrations/testing/github-examples";
import { jiraBodies, mlflowBodies } from "@/lib/domains/integrations/testing/payloads";
import { apiClient } from "../support/api";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

const deliveries = {
  GITHUB: { event: "deployment", body: githubExample("deployment", "created"), eventType: "DEPLOYMENT" },
  JIRA: { body: jiraBodies.transition, eventType: "HUMAN_REVIEW" },
  MLFLOW: { body: mlflowBodies["model_version.created"], eventType: "TRAINING_COMPLETED" },
} as const;

for (const [kind, { eventType, ...sending }] of Object.entries(deliveries)) {
  test(`a delivery of ${kind} creates one event, even if it is sent repeatedly and to several processes`, async ({
    application,
    organisation,
  }) => {
    const { api } = organisation;
    const model = await organisation.model();
    const given = { kind, name: "Ours", defaultModelId: model.id };
    const { id, secret = "" } = (await api.post<CreatedIntegration>("/v1/integrations", given)).body;
    const { headers, body } = sign[kind as keyof typeof deliveries]({ ...sending, secret });
    const nobody = apiClient(application.url);
    const deliver = () => nobody.post<DeliveryReceipt>(`/v1/integrations/${id}/events`, body, headers);

    const answers = await Promise.all(Array.from({ length: 10 }, deliver));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => answer.body.result === "recorded")).toHaveLength(1);
    const [eventId, ...others] = [...new Set(answers.map((answer) => answer.body.eventId))];
    expect(others).toEqual([]);
    const event = await api.get(`/v1/audit/${eventId}`);
    expect(event.body).toMatchObject({
      ...{ eventType, source: kind, modelId: model.id, verified: true },
      actor: { type: "INTEGRATION", id, displayName: "Ours" },
    });
    const seen = await api.get<Integration>(`/v1/integrations/${id}`);
    expect(seen.body).toMatchObject({ status: "CONNECTED", lastSeenAt: expect.any(String) });
    await expectIntactChain(api);
  });
}

test("a ticket that mentions an event is linked to it, and the event is unchanged", async ({ organisation }) => {
  const { api } = organisation;
  const model = await organisation.model();
  const appended = await api.post("/v1/audit", { modelId: model.id, eventType: "INFERENCE", payload: {} });
  const eventId = String(appended.body["id"]);
  const before = await api.get(`/v1/audit/${eventId}`);
  const created = await api.post<CreatedIntegration>("/v1/integrations", { kind: "JIRA", name: "Tickets" });
  const { id, secret = "" } = created.body;
  const comment = { ...jiraBodies.commented, comment: { body: `See ${eventId}.` } };
  const { headers, body } = sign.JIRA({ secret, body: comment });
  const answer = await api.post(`/v1/integrations/${id}/events`, body, headers);
  expect(answer).toMatchObject({ status: 200, body: { result: "ignored", reason: "no_event" } });
  const after = await api.get(`/v1/audit/${eventId}`);
  expect(after.body).toEqual({
    ...before.body,
    linkedTickets: [expect.objectContaining({ system: "JIRA", key: "RISK-42", status: "In Progress" })],
  });
});
