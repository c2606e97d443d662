/** How anybody can check an event without us, in Markdown. A test recomputes the document's example by these formulas. */
export const chainConventions = `
## Hashes

Each event of an organisation is a block of one chain. Its hash covers its header, the header carries the hash of its content
and the hashes of two predecessors: change anything, and every later block shows it. Nothing but the event's own members, as
the API returns them, is needed to recompute both hashes:

\`\`\`
content     = JCS({ actor, payload, salt: contentSalt, tags })
contentHash = "sha256:" + hex(SHA-256(content))

header      = JCS({ schema: "audit-event/1", organisationId, id, chainPosition,
                    previousHash, previousModelHash, timestamp, recordedAt,
                    eventType, severity, modelId, source, contentHash })
blockHash   = "sha256:" + hex(SHA-256(header))
\`\`\`

- \`JCS\` is the JSON Canonicalization Scheme (RFC 8785): members sorted by their names' UTF-16 code units, no white space,
  numbers and strings as ECMAScript writes them. The hash is taken over its UTF-8 bytes, hexadecimal digits are in lower case.
- \`chainPosition\` begins at 1 and has no gaps. \`previousHash\` is the \`blockHash\` of the event one position before;
  \`previousModelHash\` that of the same model's event before. Where there is none, both are \`sha256:\` and 64 zeros.
- \`contentSalt\` is 16 random bytes in hexadecimal: without it a short payload could be guessed from its hash. Members of
  \`actor\` that were not given are absent, not null; without tags, \`tags\` is \`[]\`. \`metadata\`, \`verified\` and linked tickets are not hashed.
- \`timestamp\` is when it happened, by your word; \`recordedAt\` is when we received it, and never runs backwards in a chain.
- \`verified\` is computed at each read from what is stored; it is not a stored flag.
- Of an event with \`erased\` the content is gone on a legal request, and \`contentHash\` with it as something to recompute: the
  header still hashes to \`blockHash\`. Read the event that \`erased.eventId\` names, further on in the chain: its payload has
  \`kind\` \`EVENT_CONTENT_ERASED\` with the \`eventId\`, \`chainPosition\` and \`contentHash\` of the erased one.

Keep the \`receipt\` of \`POST /v1/audit\`, or any \`blockHash\`, outside this service. Handed back as \`expectedHash\` to
\`POST /v1/audit/verify\`, it shows a chain that was rewritten as a whole, which no chain can show by itself.

## Checkpoints and proofs

A checkpoint is a signed statement of what the chain was: \`GET /v1/audit/checkpoint\`. Keep some, or let webhooks bring them:
a chain that was cut off or rewritten as a whole no longer extends them.

\`\`\`
signed text     = JCS({ schema: "checkpoint/1", organisationId, size, headHash, rootHash, issuedAt,
                        previousCheckpointHash, keyId })
signature       = base64(Ed25519(signed text))
checkpoint hash = "sha256:" + hex(SHA-256(JCS({ ...members of the signed text, signature })))
\`\`\`

- \`headHash\` is the \`blockHash\` of the event at position \`size\`. \`previousCheckpointHash\` is the checkpoint hash of the
  checkpoint before, or \`sha256:\` and 64 zeros.
- \`rootHash\` is the Merkle tree hash of RFC 6962 (RFC 9162) over the 32 raw bytes of each \`blockHash\`, in order of position:
  a leaf is SHA-256(0x00 ‖ bytes), a node SHA-256(0x01 ‖ left ‖ right).
- \`GET /v1/audit/{id}/proof\` is the inclusion proof of an event, \`GET /v1/audit/consistency?from=&to=\` the consistency proof of
  two sizes. Any library for RFC 6962 takes them; a size may be any from 1 to the last checkpoint's.
- \`GET /v1/verify/keys\` has the public keys, also those of earlier checkpoints. \`keyId\` is the beginning of the SHA-256 of the
  key's 32 bytes: 16 hexadecimal digits.
- With \`Accept: text/plain\` a checkpoint is a signed note (C2SP \`tlog-checkpoint\`): the origin
  \`governance-audit-service/<organisationId>\`, size and root, under the key of that name, type 0x01. Its signature is over the
  note's own text, by the key that signs now. \`noteKey\` is its verifier key.
- \`cosignatures\` are statements of independent witnesses that the checkpoint extends every earlier one they saw (C2SP
  \`tlog-cosignature\`); each is also a signature line of the note. \`timestamps\` are RFC 3161 timestamps of the checkpoint hash.
  Neither they nor \`noteKey\` are members of the signed text.
`;
