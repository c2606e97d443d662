import { type ApiOperation, errorCodeTable, rateLimitTable } from "@/lib/platform/http/openapi";
import { webhooks } from "./webhooks";

/** The API description in Markdown: conventions of every operation. */
export function introduction(operations: ApiOperation[]): string {
  return [
    `
The Governance Audit Service keeps an append-only, hash-linked record of AI model activity for each organisation.
A key gives access only to its own organisation's data. Requests for another organisation's resources return 404.

## Requests

- Bodies are JSON in UTF-8 and require \`Content-Type: application/json\`, unless an operation specifies another media type.
- Unknown body fields and query parameters are rejected (400) and named in the error. NUL characters, lone surrogates,
  numbers outside the range of a double, nesting deeper than 32 levels, duplicate fields and \`__proto__\` keys are rejected too.
- Paths have no trailing slash. \`HEAD\` is supported wherever \`GET\` is, \`OPTIONS\` returns the allowed methods, and any
  other method returns 405 with \`Allow\`.
- You can omit the body if all its fields are optional.
- \`PATCH\` changes only the fields that you send; \`null\` clears a nullable field.

**Values.** Times are RFC 3339 date-times with an offset; responses always use UTC with milliseconds, for example
\`2026-01-15T10:00:00.000Z\`. Leap seconds (\`:60\`) are rejected. An event has two times: \`timestamp\`, when it happened
according to the sender, and \`recordedAt\`, when the service received it; filters and lists use \`timestamp\`. Integers beyond
±2^53 are rejected because a double cannot represent them exactly: send them as strings. Names and labels must be a single
line without control, bidirectional or zero-width characters; joiners are accepted in Persian and Indic scripts. A hash is
\`sha256:\` followed by 64 hexadecimal digits; upper case is accepted and converted to lower case. Identifiers consist of a prefix for
their type (\`evt_\`, \`mdl_\`, \`key_\`, …) and an opaque part, and sort by creation time.

## Authentication

Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. Keys for live organisations start with \`gas_live_\`,
and keys for sandbox organisations with \`gas_test_\`. The last part of a key is a checksum that detects typing errors. A key is shown only
once, when it is created. A missing, malformed, expired or revoked key returns 401. Each operation states the scope it requires. If the key
lacks that scope, the response is 403 with the scope in \`requiredScope\`. For operations that API keys cannot use,
\`requiredScope\` is \`session\`.

The dashboard uses the same operations with a session cookie. A member's role determines the permissions; a 403 response names
the missing permission in \`requiredPermission\`. A request that uses a session to change data must come from the service's own
pages; otherwise, the response is 403 \`origin_mismatch\`. Operations on the member's own sessions, account and views require a session.

## Errors

Every error has the same JSON body. \`error\` is a stable code for programs, \`message\` is a human-readable description, and
\`details\`, if present, lists every problem with its location.

\`\`\`json
{
  "error": "validation_failed",
  "message": "limit: must be a whole number from 1 to 100",
  "requestId": "req_01kahbc2g8m9n4q6r1s7t3v5wx",
  "details": [{ "path": "limit", "message": "must be a whole number from 1 to 100" }]
}
\`\`\`

Every response has an \`X-Request-Id\` header. If you send this header (1 to 64 characters of \`A-Z a-z 0-9 _ -\`), the service uses your ID.
After a 500 or 503 response or a lost connection, repeat the request with the same \`Idempotency-Key\`: the request takes effect at most once.
`,
    errorCodeTable(),
    `
## Rate limits

Limits apply per organisation and bucket, in fixed windows of one minute. Every response to an authenticated caller, including
errors and \`OPTIONS\`, has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds).
Public verification, this document and download URLs are not rate limited. If a limit is exceeded, the response is 429 with
\`Retry-After\` in seconds. Wait that long, and back off further after each repeated 429. Requests without a valid key count towards the
limit for the client's IP address. An organisation can have custom limits.

Requests per minute:
`,
    rateLimitTable(operations),
    `
## Idempotency

Operations that create a resource accept an \`Idempotency-Key\`: up to 255 printable characters, unique for each intended
operation. If you repeat a request with the same key, the first response is returned again, marked \`Idempotent-Replayed: true\`,
and nothing changes. If the first request is still running, the response is 409 \`idempotency_in_progress\` with \`Retry-After\`.
A different request with the same key returns 422 \`idempotency_key_reused\`. A key applies to one method and path of one organisation and is
stored for 24 hours; keys for \`POST /v1/audit\` are stored permanently with their events. Responses with status 401, 403, 429 and 5xx are not
stored, so you can retry with the same key. A replayed response omits values that are shown only once, such as a new API key.

## Lists

Lists return \`data\` and \`pagination\`. Set \`limit\` to the number of items per page (1 to 100, default 25). While \`hasMore\` is
true, pass \`nextCursor\` as \`cursor\` with the same filters to get the next page. Cursors are opaque; an altered cursor, or one
used with other filters, returns 400 \`invalid_cursor\`. \`total\` is exact, and \`offset\` is the number of items before the page.
Items that are added while you page through a list do not appear on later pages. To see them, request the first page again.
`,
    chainConventions,
    evidenceConventions,
    webhookConventions,
    `
## Versioning

Changes to \`/v1\` are backward compatible: they add operations, optional parameters, response fields, and new enum values where the documentation says
that more may be added. Clients must ignore unknown fields. Deprecated operations return \`Deprecation\` and
\`Sunset\` headers before they are removed.
`,
  ]
    .map((part) => part.trim())
    .join("\n\n");
}

/** How to request, download and verify evidence packages, in Markdown. */
const evidenceConventions = `
## Evidence packages

A package documents one model over a period, structured according to a regulatory framework, as a signed PDF or JSON file. It states how
the events in the period support each requirement. It never states that a model is compliant.

1. Request a package with \`POST /v1/evidence/generate\`: model, framework, period and format. The response is 202 with the
   package's \`id\` and \`estimatedCompletionSeconds\`.
2. Poll \`GET /v1/evidence/{id}\` until \`status\` is \`READY\`, or subscribe to the
   \`evidence.ready\` webhook event. If \`status\` is \`FAILED\`, check \`failureReason\` and request another package.
3. Download the file from \`downloadUrl\`. The URL requires no API key, so share it only with the intended recipients. It
   supports \`Range\` and expires after 24 hours (\`evidence.expired\` webhook event). To get a new URL, use
   \`POST /v1/evidence/{id}/download-url\`. The package expires at \`expiresAt\`, after one year by default: the status becomes
   \`EXPIRED\` and the file is deleted. The hash and signature remain available.

\`packageHash\` is the SHA-256 hash of the file's bytes. \`packageSignature\` is the Base64-encoded RSASSA-PKCS1-v1_5 signature of the same bytes with SHA-256,
made with the 4096-bit RSA key whose ID is \`keyId\`. Anyone with the file can verify both with standard tools:

\`\`\`
sha256sum evidence.pdf                        # must match the digits of packageHash
curl -O https://<this service>/v1/verify/keys/<keyId>.pem
base64 -d packageSignature.txt > evidence.sig
openssl dgst -sha256 -verify <keyId>.pem -signature evidence.sig evidence.pdf
\`\`\`

\`GET /v1/verify/{packageHash}\` requires no API key and returns whether this service issued a file with that hash. It reveals
nothing about the content. \`POST /v1/evidence/{id}/verify\` verifies the stored file. A PDF also contains an embedded signature (PAdES) and all evidence
as an attached JSON file. The JSON file contains every event with the inputs to its hashes, and a proof that links the events to a signed
checkpoint of the chain, so you can recompute each event's hashes as described under “Hashes”.

The service records every request, download, failure and expiry of a package as an event of the organisation's system model.
`;

/** How envelopes are signed, delivered and retried, in Markdown. */
const webhookConventions = `
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

/** How to verify an event independently, in Markdown. A test recomputes the document's example with these formulas. */
const chainConventions = `
## Hashes

Each organisation has one chain, and each event is a block of it. The block hash covers the header, which contains the hash of
the content and the hashes of two preceding events, so any change invalidates every later block. You can recompute both hashes
from the event's fields as the API returns them:

\`\`\`
content     = JCS({ actor, payload, salt: contentSalt, tags })
contentHash = "sha256:" + hex(SHA-256(content))

header      = JCS({ schema: "audit-event/1", organisationId, id, chainPosition,
                    previousHash, previousModelHash, timestamp, recordedAt,
                    eventType, severity, modelId, source, contentHash })
blockHash   = "sha256:" + hex(SHA-256(header))
\`\`\`

- \`JCS\` is the JSON Canonicalization Scheme (RFC 8785): fields are sorted by the UTF-16 code units of their names,
  there is no whitespace, and numbers and strings are serialised as in ECMAScript. Hash the UTF-8 bytes. Hexadecimal digits are
  in lower case.
- \`chainPosition\` starts at 1 and has no gaps. \`previousHash\` is the \`blockHash\` of the event at the previous position, and
  \`previousModelHash\` is the \`blockHash\` of the previous event of the same model. If there is no previous event, the hash is \`sha256:\`
  followed by 64 zeros.
- \`contentSalt\` is 16 random bytes in hexadecimal: without it, a short payload could be guessed from its hash. Unset fields
  of \`actor\` are absent, not null. If there are no tags, \`tags\` is \`[]\`. \`metadata\`, \`verified\` and linked tickets are not hashed.
- \`timestamp\` is when the event happened according to the sender; \`recordedAt\` is when the service
  received it. \`recordedAt\` never decreases along a chain.
- \`verified\` is recomputed from the stored event on every read. It is never stored.
- If \`erased\` is present, the event's content was deleted following a legal request, so \`contentHash\` can no longer be recomputed.
  The header still hashes to \`blockHash\`. The erasure is recorded in a later event, \`erased.eventId\`: its payload contains
  \`kind\` (\`EVENT_CONTENT_ERASED\`) and the \`eventId\`, \`chainPosition\` and \`contentHash\` of the erased event.

Store the \`receipt\` of \`POST /v1/audit\`, or any \`blockHash\`, outside this service. Pass it as \`expectedHash\` to
\`POST /v1/audit/verify\` to detect a completely rewritten chain. The chain alone cannot reveal a complete rewrite.

## Checkpoints and proofs

A checkpoint is a signed statement of the chain's state, returned by \`GET /v1/audit/checkpoint\`. Store checkpoints outside this
service, or receive them by webhook. A chain that was truncated or completely rewritten no longer extends them.

\`\`\`
signed text     = JCS({ schema: "checkpoint/1", organisationId, size, headHash, rootHash, issuedAt,
                        previousCheckpointHash, keyId })
signature       = base64(Ed25519(signed text))
checkpoint hash = "sha256:" + hex(SHA-256(JCS({ ...fields of the signed text, signature })))
\`\`\`

- \`headHash\` is the \`blockHash\` of the event at position \`size\`. \`previousCheckpointHash\` is the checkpoint hash of the
  previous checkpoint, or \`sha256:\` followed by 64 zeros for the first one.
- \`rootHash\` is the Merkle tree hash of RFC 6962 (RFC 9162) over the 32 raw bytes of each \`blockHash\`, in order of position:
  a leaf is SHA-256(0x00 ‖ bytes), and a node is SHA-256(0x01 ‖ left ‖ right).
- \`GET /v1/audit/{id}/proof\` returns the inclusion proof of an event, and \`GET /v1/audit/consistency?from=&to=\` returns the
  consistency proof between two sizes. Any RFC 6962 library accepts these proofs. Sizes range from 1 to the size of the last
  checkpoint.
- \`GET /v1/verify/keys\` returns the public keys, including those of earlier checkpoints. \`keyId\` is the first 16 hexadecimal
  digits of the SHA-256 of the key's 32 bytes.
- With \`Accept: text/plain\`, a checkpoint is returned as a signed note (C2SP \`tlog-checkpoint\`) that contains the origin
  \`governance-audit-service/<organisationId>\`, the size and the root. The name of the key is the origin, and its type is 0x01.
  The service signs the text of the note with its current key. \`noteKey\` is the verifier key.
- \`cosignatures\` are statements by independent witnesses that the checkpoint extends every earlier checkpoint they saw (C2SP
  \`tlog-cosignature\`); each is also a signature line of the note. \`timestamps\` are RFC 3161 timestamps of the checkpoint hash.
  Cosignatures, timestamps and \`noteKey\` are not part of the signed text.
`;
