import type { AlertPolicy, AlertRulePreview } from "@/lib/domains/alert-policies/schemas";
import type { TestOrganisation } from "../support/organisation";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

const rule = { eventTypes: ["INFERENCE"], payload: { path: "confidence", operator: "LESS_THAN", threshold: 0.6 } };

interface Stored {
  id: string;
  eventType: string;
  severity: string;
  modelId: string;
  payload: Record<string, unknown>;
}

/** The alert events that policies raised, newest first. */
async function alertsOf({ api }: TestOrganisation): Promise<Stored[]> {
  return (await api.get<{ data: Stored[] }>("/v1/audit?eventType=ALERT&tags=alert-policy&limit=100")).body.data;
}

test("an event that matches a rule raises an alert on the chain and by e-mail, and is counted", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const given = { name: "Low confidence", rule, severity: "HIGH", recipients: ["model-risk@example.com"] };
  const created = await api.post<AlertPolicy>("/v1/alert-policies", given);
  expect(created).toMatchObject({ status: 201, body: { ...given, enabled: true, cooldownMinutes: 60 } });
  const location = created.headers.get("location") ?? "";

  const append = async (confidence: number) =>
    (await api.post<{ id: string }>("/v1/audit", { modelId, eventType: "INFERENCE", payload: { confidence } })).body.id;
  await append(0.9);
  const eventId = await append(0.41);
  await append(0.2);
  await expect
    .poll(() => alertsOf(organisation), { timeout: 10_000 })
    .toMatchObject([
      {
        severity: "HIGH",
        modelId,
        payload: { policyId: created.body.id, eventId, message: "confidence was 0.41, below 0.6", value: 0.41 },
      },
    ]);
  const figures = async () => (await api.get<AlertPolicy>(location)).body.figures;
  await expect.poll(figures, { timeout: 10_000 }).toMatchObject({ alerts: 1, suppressed: 1, muted: 0 });
  const mails = await api.get<{ data: unknown[] }>("/v1/mails");
  expect(mails.body.data).toMatchObject([
    {
      recipient: "model-risk@example.com",
      template: "alert-triggered",
      subject: "High-severity alert: Low confidence",
    },
  ]);

  const preview = await api.post<AlertRulePreview>("/v1/alert-policies/preview", { rule, cooldownMinutes: 60 });
  expect(preview).toMatchObject({ status: 200, body: { matched: 2, alerts: 1, suppressed: 1, events: [{ eventId }] } });
  await expectIntactChain(api);
});

test("a muted policy sends no notifications, and a deleted policy is not evaluated", async ({ organisation }) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const mutedUntil = new Date(Date.now() + 600_000).toISOString();
  const muted = await api.post<AlertPolicy>("/v1/alert-policies", { name: "Muted", rule, mutedUntil });
  const deleted = await api.post<AlertPolicy>("/v1/alert-policies", { name: "Deleted", rule });
  expect((await api.delete(`/v1/alert-policies/${deleted.body.id}`)).status).toBe(204);
  await api.post("/v1/audit", { modelId, eventType: "INFERENCE", payload: { confidence: 0.1 } });
  const figures = async () => (await api.get<AlertPolicy>(`/v1/alert-policies/${muted.body.id}`)).body.figures;
  await expect.poll(figures, { timeout: 10_000 }).toMatchObject({ alerts: 0, muted: 1 });
  expect(await alertsOf(organisation)).toEqual([]);
});
