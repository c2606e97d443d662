import { webhooks } from "./webhooks";

/** How envelopes are signed, delivered and retried, in Markdown. */
export const webhookConventions = `
## Webhooks

A webhook endpoint is an HTTPS URL that receives each event as a \`POST\` with one JSON envelope. \`POST /v1/webhooks\` creates
an endpoint and returns its \`signingSecret\` once. \`POST /v1/webhooks/{id}/test\` sends an example of any type, with
\`livemode: false\`. The *webhooks* section of this document describes each type:

| Type | Severity | Event |
|---|---|---|
${webhooks.map(({ name, severity, summary }) => `| \`${name}\` | ${severity} | ${summary} |`).join("\n")}

**Signatures.** Each request has the header \`X-Service-Signature: t=<Unix seconds>,v1=<hex>\`. Compute the HMAC-SHA-256 of
\`<t>.<raw body>\`, keyed with the whole signing secret, including its prefix. Use the raw bytes of the body, before parsing. Compare the
result with each \`v1\` in constant time. To prevent replays, reject a \`t\` that differs from your clock by more than 300 seconds. The request
also has the \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` headers of
[Standard Webhooks](https://www.standardwebhooks.com), whose libraries accept the same secret. You only need to verify one of the signatures.

**Rotation.** \`POST /v1/webhooks/{id}/rotate-secret\` returns a new secret. For \`overlapSeconds\` (24 hours by default), requests are signed
with both secrets: they have two \`v1\` values, starting with that of the new secret. Switch to the new secret within that time.

**Attempts.** A 2xx response within 30 seconds is a successful delivery. Any other outcome, including a redirect, is a failed attempt. The service retries with the same envelope and a new signature and timestamp. A \`Retry-After\`
header in your response can extend a delay to at most twice its length. After a 410 response, the service stops retrying and disables the endpoint. URLs that resolve to a non-public address are never called:
the delivery fails immediately.

| Attempt | When |
|---:|---|
| 1 | immediately |
| 2 | 60 seconds after the end of attempt 1 |
| 3 | 300 seconds after the end of attempt 2 |
| 4 | 1,800 seconds after the end of attempt 3 |
| 5 | 10,800 seconds after the end of attempt 4; if it fails, the delivery is \`FAILED\` and the account owner is notified by e-mail |

**Duplicates and order.** An envelope can arrive more than once, for example after a lost response. Deduplicate on its \`id\`, which
is the same for all attempts and redeliveries. Envelopes arrive in no particular order: \`created\` is the time of the event, and
\`chainPosition\` orders audit events.

**Automatic disabling.** An endpoint is disabled when more than 50% of its deliveries in the last 7 days failed (at least 20
deliveries over at least 24 hours). The account owner receives a warning by e-mail at 40%. \`disabledReason\` gives the reason. To enable the endpoint again, set \`active: true\`; its failure rate
is then calculated from that time.

**Missed events.** Events that occur while an endpoint is disabled are not delivered to it later, and its pending deliveries become \`FAILED\`. Retry a failed delivery with \`POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver\`, or all failed deliveries of
a period with \`POST /v1/webhooks/{id}/recover\`. To find audit events that were never delivered, compare the \`chainPosition\`
values that you received with \`GET /v1/audit\`.
`;
