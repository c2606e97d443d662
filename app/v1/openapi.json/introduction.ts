import { type ApiOperation, errorCodeTable, rateLimitTable } from "@/lib/platform/http/openapi";
import { chainConventions } from "./chain-conventions";
import { evidenceConventions } from "./evidence-conventions";
import { webhookConventions } from "./webhook-conventions";

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
