import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { jcs } from "@/lib/jcs";
import type { EvidenceSigner } from "@/lib/signing/evidence-keys";

/**
 * Makes the sealed bundle of the evidence in a file: `{"evidence":…,"headHash":…,"seal":{…}}`, canonical as a whole
 * (RFC 8785). The seal is RSASSA-PKCS1-v1_5 with SHA-256 over the file's bytes as they are; the same ones make the same
 * bundle. Streams: one pass, constant memory. An existing file at `bundlePath` is replaced.
 */
export async function sealBundle(
  evidencePath: string,
  bundlePath: string,
  { headHash, signer }: { headHash: string | null; signer: Pick<EvidenceSigner, "id" | "signDigest"> },
): Promise<void> {
  await pipeline(async function* () {
    yield '{"evidence":';
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(evidencePath, { highWaterMark: chunkBytes })) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    const signature = (await signer.signDigest(hash.digest())).toString("base64");
    const seal = { algorithm: "RSASSA-PKCS1-v1_5-SHA256", keyId: signer.id, signature };
    yield `,"headHash":${jcs(headHash)},"seal":${jcs(seal)}}`;
  }, createWriteStream(bundlePath));
}

const chunkBytes = 256 * 1024;
