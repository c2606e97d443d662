/** How to verify an event independently, in Markdown. A test recomputes the document's example with these formulas. */
export const chainConventions = `
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
