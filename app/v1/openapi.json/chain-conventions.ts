/** How to verify an event independently, in Markdown. A test recomputes the document's example with these formulas. */
export const chainConventions = `
## Hashes

Each event of an organisation is a block of one chain. The block hash covers the header, which contains the hash of the content
and the hashes of two preceding events, so any change invalidates every later block. You can recompute both hashes from the
members of the event as the API returns them:

\`\`\`
content     = JCS({ actor, payload, salt: contentSalt, tags })
contentHash = "sha256:" + hex(SHA-256(content))

header      = JCS({ schema: "audit-event/1", organisationId, id, chainPosition,
                    previousHash, previousModelHash, timestamp, recordedAt,
                    eventType, severity, modelId, source, contentHash })
blockHash   = "sha256:" + hex(SHA-256(header))
\`\`\`

- \`JCS\` is the JSON Canonicalization Scheme (RFC 8785): members sorted by the UTF-16 code units of their names, no white
  space, numbers and strings as in ECMAScript. Hash its UTF-8 bytes; hexadecimal digits are in lower case.
- \`chainPosition\` starts at 1 and has no gaps. \`previousHash\` is the \`blockHash\` of the event at the previous position,
  \`previousModelHash\` the \`blockHash\` of the previous event of the same model. For a first event, it is \`sha256:\` and 64 zeros.
- \`contentSalt\` is 16 random bytes in hexadecimal: without it, a short payload could be guessed from its hash. Unset members
  of \`actor\` are absent, not null; without tags, \`tags\` is \`[]\`. \`metadata\`, \`verified\` and linked tickets are not hashed.
- \`timestamp\` is when the event happened according to the sender; \`recordedAt\` is when the service received it, and never decreases along a chain.
- \`verified\` is computed from the stored event at each read; no flag is stored.
- The content of an event with \`erased\` was deleted on a legal request, so \`contentHash\` can no longer be recomputed; the
  header still hashes to \`blockHash\`. The erasure is recorded in a later event, \`erased.eventId\`: its payload has \`kind\`
  \`EVENT_CONTENT_ERASED\` with the \`eventId\`, \`chainPosition\` and \`contentHash\` of the erased event.

Store the \`receipt\` of \`POST /v1/audit\`, or any \`blockHash\`, outside this service. Pass it as \`expectedHash\` to
\`POST /v1/audit/verify\` to detect a completely rewritten chain, which no chain can reveal by itself.

## Checkpoints and proofs

A checkpoint is a signed statement of the chain's state: \`GET /v1/audit/checkpoint\`. Store checkpoints outside this service, or
receive them by webhook. If the chain is truncated or completely rewritten, it no longer extends them.

\`\`\`
signed text     = JCS({ schema: "checkpoint/1", organisationId, size, headHash, rootHash, issuedAt,
                        previousCheckpointHash, keyId })
signature       = base64(Ed25519(signed text))
checkpoint hash = "sha256:" + hex(SHA-256(JCS({ ...members of the signed text, signature })))
\`\`\`

- \`headHash\` is the \`blockHash\` of the event at position \`size\`. \`previousCheckpointHash\` is the checkpoint hash of the
  previous checkpoint, or \`sha256:\` and 64 zeros.
- \`rootHash\` is the Merkle tree hash of RFC 6962 (RFC 9162) over the 32 raw bytes of each \`blockHash\`, in order of position:
  a leaf is SHA-256(0x00 ‖ bytes), a node SHA-256(0x01 ‖ left ‖ right).
- \`GET /v1/audit/{id}/proof\` returns the inclusion proof of an event, \`GET /v1/audit/consistency?from=&to=\` the consistency proof
  between two sizes. Any RFC 6962 library accepts them. A size is from 1 to the size of the last checkpoint.
- \`GET /v1/verify/keys\` returns the public keys, including those of earlier checkpoints. \`keyId\` is the first 16 hexadecimal
  digits of the SHA-256 of the key's 32 bytes.
- With \`Accept: text/plain\` a checkpoint is a signed note (C2SP \`tlog-checkpoint\`): the origin
  \`governance-audit-service/<organisationId>\`, size and root, under the key of that name, type 0x01. Its signature covers the
  text of the note, by the current key. \`noteKey\` is its verifier key.
- \`cosignatures\` are statements of independent witnesses that the checkpoint extends every earlier checkpoint they saw (C2SP
  \`tlog-cosignature\`); each is also a signature line of the note. \`timestamps\` are RFC 3161 timestamps of the checkpoint hash.
  Cosignatures, timestamps and \`noteKey\` are not part of the signed text.
`;
