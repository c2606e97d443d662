import { type ApiOperation, errorCodeTable, rateLimitTable } from "@/lib/platform/http/openapi";
import { chainConventions } from "./chain-conventions";
import { evidenceConventions } from "./evidence-conventions";
import { webhookConventions } from "./webhook-conventions";

/** The conventions that hold for every operation, in Markdown: the description of the API as a whole. */
export function introduction(operations: ApiOperation[]): string {
  return [
    `
The Governance Audit Service keeps, for each organisation, an append-only, hash-linked record of what its AI models did.
Everything you see through a key belongs to the key's organisation; what belongs to another one does not exist for you.

## Requests

- Bodies are JSON in UTF-8 and need \`Content-Type: application/json\`. Where an operation takes another media type, it says so.
- Unknown members of a body and unknown query parameters are refused (400) and named, so that a typing error never goes
  unnoticed. NUL characters, lone surrogates, numbers beyond a double, nesting deeper than 32 levels and \`__proto__\` keys
  are refused as well.
- Paths have no slash at the end. \`HEAD\` works wherever \`GET\` does, \`OPTIONS\` tells the methods of a path, and any
  other method is answered 405 with \`Allow\`.
- An operation whose body has only optional members accepts a request without a body.
- A change is partial: \`PATCH\` sets the members you send, and \`null\` clears one that may be empty.

**Values.** Points in time are RFC 3339 date-times with an offset; answers always give UTC with milliseconds,
\`2026-01-15T10:00:00.000Z\`. A leap second (\`:60\`) is refused. An event has two times: \`timestamp\`, when it happened
according to the sender, and \`recordedAt\`, when the service received it; filters and lists use \`timestamp\`. Integers beyond ±2^53 are refused, because
JSON numbers cannot hold them exactly: send them as strings. An object that names a member twice is refused. Names and labels are one
line without control, bidirectional or zero-width characters; joiners are accepted where Persian and Indic scripts are spelled with
them. Hashes are \`sha256:\` and 64 hexadecimal digits; upper case is accepted and folded. Identifiers
are a prefix that tells their kind (\`evt_\`, \`mdl_\`, \`key_\`, …) and an opaque part; they sort by the time they were made.

## Authentication

Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. Keys of a live organisation begin with \`gas_live_\`,
those of a sandbox with \`gas_test_\`; the last part is a checksum, so a mistyped key is recognised as such. A key is shown once,
when it is made. A missing, mistyped, expired or revoked key is answered 401. Each operation names the scope it needs; a key
without it is answered 403, with the scope in \`requiredScope\`. For operations that only people can use, \`requiredScope\` is \`session\`.

People use the same operations through the session of their browser, a cookie; what they may do follows from their role, and
a refusal names the permission in \`requiredPermission\`. A request with a session that changes something has to come from the
service's own pages (403 \`origin_mismatch\`). Operations about one's own session, account and views are for people alone.

## Errors

Every error has the same JSON body. \`error\` is for programs and never changes its meaning, \`message\` is for people, and
\`details\`, where present, lists every problem of the request with the place it is at.

\`\`\`json
{
  "error": "validation_failed",
  "message": "limit: must be a whole number from 1 to 100",
  "requestId": "req_01kahbc2g8m9n4q6r1s7t3v5wx",
  "details": [{ "path": "limit", "message": "must be a whole number from 1 to 100" }]
}
\`\`\`

Each answer, of any status, has an \`X-Request-Id\`. Send one of your own (1 to 64 of \`A-Z a-z 0-9 _ -\`) and it is kept.
An id of another organisation gets the same 404 as one that does not exist. After 503, and after 500 or a lost connection,
repeat the request with the same \`Idempotency-Key\`: whether the first one took effect is then settled for you.
`,
    errorCodeTable(),
    `
## Rate limits

Limits count per organisation and bucket, in windows of one minute that begin with the minute. \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds) are on every answer to a known caller, errors
and \`OPTIONS\` included. Public verification, this document and download URLs are not limited. Beyond the limit the answer is 429 with \`Retry-After\` in seconds. Wait that long, and back off further after each repeated 429.
Requests without a valid key count against the address they come from. An organisation can have figures of its own.

Requests a minute:
`,
    rateLimitTable(operations),
    `
## Idempotency

Operations that create something take an \`Idempotency-Key\`: up to 255 printable characters of your choice, one for each thing
you want to happen. The same key with the same request gives the first answer again, marked \`Idempotent-Replayed: true\`, and
writes nothing. With another request it is 422 \`idempotency_key_reused\`; while the first request still runs, 409
\`idempotency_in_progress\` with \`Retry-After\`. A key belongs to one method and path of one organisation and is kept for 24 hours;
that of \`POST /v1/audit\` is kept with its event for ever. Answers 401, 403, 429 and 5xx are not kept, so the same key can be
tried again. What an answer shows once, such as a new API key, a replay leaves out.

## Lists

Lists answer \`data\` and \`pagination\`. Ask for \`limit\` items (1 to 100, 25 unless you say otherwise), and while \`hasMore\` is
true pass \`nextCursor\` as \`cursor\`, with the same filters, to get the next page. Cursors are opaque; one that was altered or is
used with other filters is 400 \`invalid_cursor\`. \`total\` is exact, and \`offset\` counts the items before the page. Pages stay
stable while things are added: what is new shows in the next list, not on later pages of this one.
`,
    chainConventions,
    evidenceConventions,
    webhookConventions,
    `
## Changes to the API

\`/v1\` only grows: new operations, new optional parameters, new members in answers, new values where a list of values is said to
be open. Write clients that pass over members they do not know. An operation that is to go away first says so with the
\`Deprecation\` and \`Sunset\` headers.
`,
  ]
    .map((part) => part.trim())
    .join("\n\n");
}
