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

Keep the \`receipt\` of \`POST /v1/audit\`, or any \`blockHash\`, outside this service. Handed back as \`expectedHash\` to
\`POST /v1/audit/verify\`, it shows a chain that was rewritten as a whole, which no chain can show by itself.
`;
