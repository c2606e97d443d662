import { webhooks } from "./webhooks";

/** How envelopes are signed, sent, repeated and given up, in Markdown. */
export const webhookConventions = `
## Webhooks

An endpoint is an HTTPS URL of yours that is told what happens, as a \`POST\` of one JSON envelope at a time. \`POST /v1/webhooks\`
makes one and shows its \`signingSecret\`, once; \`POST /v1/webhooks/{id}/test\` sends it an example of any type, with
\`livemode: false\`. Each type is described under *webhooks* in this document:

| Type | Severity | What happened |
|---|---|---|
${webhooks.map(({ name, severity, summary }) => `| \`${name}\` | ${severity} | ${summary} |`).join("\n")}

**Signatures.** Each request carries \`X-Service-Signature: t=<Unix seconds>,v1=<hex>\`. Compute the HMAC-SHA-256 of \`<t>.<raw body>\`
with the whole signing secret, prefix included, as the key, over the bytes as they came, before any parsing. Compare it with
each \`v1\` in constant time, and refuse a \`t\` that is more than 300 seconds away from your clock: a recorded request cannot be
used again later. The same request also carries \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` of
[Standard Webhooks](https://www.standardwebhooks.com), whose libraries take the same secret. Check one of the two.

**Rotation.** \`POST /v1/webhooks/{id}/rotate-secret\` shows a new secret, and for 24 hours, or \`overlapSeconds\`, every request is
signed with both: two \`v1\` values, the new secret's first. Take the new one into use within that time and nothing is refused.

**Attempts.** Any 2xx within 30 seconds is a delivery. Anything else, redirects included, is a failed attempt, and is repeated
with the same envelope, signed anew with the time of the attempt. A \`Retry-After\` of yours lengthens a delay to at most
twice its length. 410 ends the attempts and disables the endpoint. A URL that leads to an address which is not public is never
called: the delivery has failed at once.

| Attempt | When |
|---:|---|
| 1 | at once |
| 2 | 60 seconds after the end of attempt 1 |
| 3 | 300 seconds after the end of attempt 2 |
| 4 | 1,800 seconds after the end of attempt 3 |
| 5 | 10,800 seconds after the end of attempt 4; then the delivery is \`FAILED\` and the account's owner gets a mail |

**Twice, and in any order.** An envelope can come more than once, after an answer that was lost for instance: deduplicate on its
\`id\`, which stays the same over attempts and redeliveries. Envelopes come in no particular order: \`created\` says when each
thing happened, and \`chainPosition\` orders audit events.

**Automatic disabling.** An endpoint of whose deliveries of the last 7 days more than 50 % failed (of at least 20, over at least
24 hours) is disabled; a mail to the account's owner at 40 % comes first. \`disabledReason\` says why. Set \`active: true\` to enable
it again; its record starts anew.

**What was missed.** Nothing is kept for an endpoint while it is not active: what happens then is not delivered to it later, and
deliveries under way end as \`FAILED\`. A delivery that failed can be repeated, one by one with
\`POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver\`, or all of a period with \`POST /v1/webhooks/{id}/recover\`. Audit events
that were never delivered are found by their \`chainPosition\`: read them with \`GET /v1/audit\`.
`;
