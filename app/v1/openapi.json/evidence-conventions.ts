/** How to request, download and verify evidence packages, in Markdown. */
export const evidenceConventions = `
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
