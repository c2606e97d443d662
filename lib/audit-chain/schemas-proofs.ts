import { z } from "zod";
import { exampleEvent } from "@/lib/audit-chain/schemas-examples";
import { Hash, Id, IsoMilliseconds } from "@/lib/http/schemas";

/** Signed by the key of RFC 8037, which the example of the public keys shows. */
const exampleCheckpoint = {
  organisationId: exampleEvent.organisationId,
  size: 4217,
  headHash: exampleEvent.blockHash,
  rootHash: "sha256:6b3f0c9d1e5a7284b0c1d2e3f405162738495a6b7c8d9e0fa1b2c3d4e5f60718",
  issuedAt: "2026-01-15T10:00:30.000Z",
  previousCheckpointHash: "sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
  keyId: "21fe31dfa154a261",
  signature: "wyllEPaHdC5ONA1tcav7B3/3QPNt0EHPVBd8JWxnAGJ6PAOMGK9Vm967FErswfvIh/FHYo/axTvIZZ9h1umKAA==",
};

/** A signed note of the same size and root, for documentation. */
export const exampleNote = `governance-audit-service/${exampleCheckpoint.organisationId}
4217
az8MnR5acoSwwdLj9AUWJzhJWmt8jZ4PobLD1OX2Bxg=

— governance-audit-service/${exampleCheckpoint.organisationId} jDBTwpQNQ2MMyjmTrFjY/h8nXGjRiSuSIVS2xiIoiMr91vvadcnpWEEBb453HXYdktYDBPC0B5Id+1ziWuUIOBkz9AE=
`;

/** The answer of `GET /v1/audit/checkpoint`, and what other answers carry of a checkpoint. */
export const Checkpoint = z
  .object({
    organisationId: Id("organisation"),
    size: z.number().meta({ type: "integer", description: "Events of the chain: the position of the last of them" }),
    headHash: Hash.meta({ description: "`blockHash` of the event at that position" }),
    rootHash: Hash.meta({ description: "The RFC 6962 tree hash over the raw bytes of every `blockHash` up to there" }),
    issuedAt: IsoMilliseconds,
    previousCheckpointHash: Hash,
    keyId: z.string().meta({ description: "The key in `GET /v1/verify/keys`" }),
    signature: z.string().meta({ description: "Base64 of the Ed25519 signature over the canonical JSON" }),
  })
  .meta({ id: "Checkpoint", examples: [exampleCheckpoint] });
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A number of leaves in a query string: 1 to 15 digits. */
function TreeSize(description: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be a whole number of at least 1")
    .transform(Number)
    .meta({ type: "integer", minimum: 1, description, examples: [4217] });
}

/** The query of `GET /v1/audit/{id}/proof`. */
export const InclusionProofQuery = z.strictObject({
  size: TreeSize("Leaves of the tree that the event is to be shown in; the last checkpoint's where absent").optional(),
});

/** The answer of `GET /v1/audit/{id}/proof`. */
export const InclusionProof = z
  .object({
    eventId: Id("auditEvent"),
    leafIndex: z.int().min(0).meta({ description: "`chainPosition` less 1" }),
    treeSize: z.int().min(1),
    leafHash: Hash.meta({ description: "SHA-256 of 0x00 and the 32 raw bytes of the event's `blockHash`" }),
    hashes: z.array(Hash).meta({ description: "The audit path, from the leaf up" }),
    checkpoint: Checkpoint.nullable().meta({
      description: "The signed state of exactly this size; null when none was issued of it",
    }),
  })
  .meta({
    id: "InclusionProof",
    examples: [
      {
        eventId: exampleEvent.id,
        leafIndex: exampleEvent.chainPosition - 1,
        treeSize: exampleCheckpoint.size,
        leafHash: "sha256:0b16c10198db4092f544fc3a34f0f37f898bc4128bf5d31973b6cba2c83944dc",
        hashes: ["sha256:96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"],
        checkpoint: exampleCheckpoint,
      },
    ],
  });
export type InclusionProof = z.infer<typeof InclusionProof>;

/** The query of `GET /v1/audit/consistency`. */
export const ConsistencyProofQuery = z.strictObject({
  from: TreeSize("Leaves of the older tree"),
  to: TreeSize("Leaves of the newer tree; the last checkpoint's where absent").optional(),
});

/** The answer of `GET /v1/audit/consistency`. */
export const ConsistencyProof = z
  .object({
    from: z.int().min(1),
    to: z.int().min(1),
    hashes: z
      .array(Hash)
      .meta({ description: "The consistency proof of RFC 6962; empty where both sizes are the same" }),
  })
  .meta({
    id: "ConsistencyProof",
    examples: [
      { from: 4000, to: 4217, hashes: ["sha256:96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"] },
    ],
  });
export type ConsistencyProof = z.infer<typeof ConsistencyProof>;
