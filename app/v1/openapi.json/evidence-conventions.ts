/** How evidence packages are asked for, fetched and checked, in Markdown. */
export const evidenceConventions = `
## Evidence packages

A package shows what one model did over a period, along the lines of a regulatory framework, as a signed PDF or JSON file. It says
how the events of the period bear on each requirement; that a model complies with anything it never says.

1. \`POST /v1/evidence/generate\` takes the request: model, framework, period and format. It answers 202 with the package's \`id\`
   and \`estimatedCompletionSeconds\`.
2. Poll \`GET /v1/evidence/{id}\` until \`status\` is \`READY\`, or listen to \`evidence.ready\`. \`FAILED\` comes with a \`failureReason\`;
   request another package then.
3. Follow \`downloadUrl\`. It needs no API key, so give it only to whom the file is for. It gives any part of the file too
   (\`Range\`), and stops working after 24 hours, of which \`evidence.expired\` tells. \`POST /v1/evidence/{id}/download-url\` issues a
   new one for as long as the package is kept (\`expiresAt\`, a year unless your organisation agreed otherwise); after that it is
   \`EXPIRED\`, its file is removed, and its hash and signature remain.

\`packageHash\` is the SHA-256 of the file's bytes and \`packageSignature\` the base64 of their RSASSA-PKCS1-v1_5 signature, by the key
\`keyId\` (RSA, 4096 bits). Whoever has the file can check both with nothing of ours installed:

\`\`\`
sha256sum evidence.pdf                        # the digits of packageHash
curl -O https://<this service>/v1/verify/keys/<keyId>.pem
base64 -d packageSignature.txt > evidence.sig
openssl dgst -sha256 -verify <keyId>.pem -signature evidence.sig evidence.pdf
\`\`\`

\`GET /v1/verify/{packageHash}\` tells anybody whether a file with that hash was issued here, without a key and without a word about
its content. \`POST /v1/evidence/{id}/verify\` reads the stored file anew for you. A PDF also carries its signature inside (PAdES),
and the whole evidence as an attached JSON file. The JSON carries every event with what its hashes are computed from, and the proof
that ties them to a signed checkpoint of the chain: it can be verified event by event, with the formulas above.

Every request, download, failure and expiry of a package is an event on your chain, on the organisation's system model.
`;
