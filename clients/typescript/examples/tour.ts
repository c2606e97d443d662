import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { ApiError, GovernanceClient, type Schemas, verifyEvent, verifyWebhook } from "@governance-audit/client";
import { isPackageSignature, verifyBundle } from "@governance-audit/client/bundle";

/**
 * Calls each part of the client once, against the service at GOVERNANCE_URL, with the GOVERNANCE_API_KEY of an organisation that may
 * register another model. Requires the scopes of models, audit and evidence. Prints the results as JSON.
 */
const { GOVERNANCE_URL = "http://localhost:3000", GOVERNANCE_API_KEY = "" } = process.env;
const client = new GovernanceClient({ baseUrl: GOVERNANCE_URL, apiKey: GOVERNANCE_API_KEY });

// Append: each event once, however often the network fails.
const model = await client.models.create({ name: "Tour", provider: "in-house", riskTier: "HIGH" });
const confidences = Array.from({ length: 30 }, (_, n) => 0.9 + n / 1000);
const appended = await Promise.all(
  confidences.map((confidence) =>
    client.audit.append({ modelId: model.id, eventType: "INFERENCE", payload: { confidence }, tags: ["tour"] }),
  ),
);

// Iterate: three pages of ten.
const found: string[] = [];
for await (const { id } of client.audit.list({ modelId: model.id, tags: "tour", limit: 10 })) found.push(id);
assert.deepEqual([...found].sort(), appended.map(({ id }) => id).sort());

// Verify an event without trusting the service: its hashes, and its saved receipt.
const [first] = appended;
assert(first);
const event = await client.audit.get(first.id);
const check = await verifyEvent(event, { receipt: first.receipt });
assert.deepEqual(check.problems, []);
// Responses have the same string unions as requests.
const severity: Schemas["Severity"] = event.severity;
assert.equal(severity, "INFO");
const forged = await verifyEvent({ ...event, payload: { confidence: 0.1 } }, { receipt: first.receipt });
assert.deepEqual(forged.problems, ["content_changed"]);

// Rejected requests throw errors with a code.
const refusal = await client.audit.get("evt_of_nobody").catch((error: unknown) => error);
assert(refusal instanceof ApiError && refusal.code === "not_found");

// A webhook, signed here as the service would sign it, because no endpoint is listening.
const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const body = JSON.stringify({ id: "we_1", type: "model.registered", data: model });
const seconds = Math.floor(Date.now() / 1000);
const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
const headers = { "x-service-signature": `t=${seconds},v1=${signature}` };
const envelope = await verifyWebhook({ secret, headers, body });
assert(envelope.type === "model.registered" && envelope.data.name === "Tour");
await assert.rejects(verifyWebhook({ secret, headers, body: `${body} ` }), { reason: "wrong_signature" });

// Evidence: request a package, wait for it, download it with its hash checked, and verify it with the published keys.
const { id: packageId } = await client.evidence.generate({
  modelId: model.id,
  framework: "EU_AI_ACT_ANNEX_IV",
  format: "JSON",
  dateRange: { from: "2020-01-01T00:00:00Z", to: new Date(Date.now() + 60_000).toISOString() },
});
const signal = AbortSignal.timeout(120_000);
const ready = await client.evidence.waitFor(packageId, { signal });
const file = new Uint8Array(await (await client.evidence.download(packageId)).arrayBuffer());
const keys = [await client.verify.keys()];
const report = await verifyBundle(file, { keys, expectHead: JSON.stringify(first.receipt) });
assert.equal(report.status, "intact", JSON.stringify(report.checks));
assert.equal(report.packageHash, ready.packageHash);
assert(await isPackageSignature(file, ready.packageSignature ?? "", keys));

console.log(
  JSON.stringify({
    modelId: model.id,
    appended: appended.length,
    found: found.length,
    event: check.isIntact,
    webhook: envelope.type,
    bundle: report.status,
    listed: report.facts?.counts.listed,
    checks: Object.fromEntries(report.checks.map(({ id, status }) => [id, status])),
  }),
);
