import { z } from "zod";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { Hash, Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

/** Signed by the example key of RFC 8037, as in the example of the public keys. */
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

/** A signed note of the same size and root. */
export const exampleNote = `governance-audit-service/${exampleCheckpoint.organisationId}
4217
az8MnR5acoSwwdLj9AUWJzhJWmt8jZ4PobLD1OX2Bxg=

— governance-audit-service/${exampleCheckpoint.organisationId} jDBTwpQNQ2MMyjmTrFjY/h8nXGjRiSuSIVS2xiIoiMr91vvadcnpWEEBb453HXYdktYDBPC0B5Id+1ziWuUIOBkz9AE=
`;

export const Checkpoint = z
  .object({
    organisationId: Id("organisation"),
    size: z.number().meta({
      type: "integer",
      description: "Number of events covered, which equals the position of the last covered event",
    }),
    headHash: Hash.meta({ description: "`blockHash` of the event at position `size`" }),
    rootHash: Hash.meta({
      description: "RFC 6962 Merkle tree hash over the raw bytes of every `blockHash` up to position `size`",
    }),
    issuedAt: IsoMilliseconds,
    previousCheckpointHash: Hash,
    keyId: z.string().meta({ description: "ID of the signing key, as returned by `GET /v1/verify/keys`" }),
    signature: z.string().meta({ description: "Base64-encoded Ed25519 signature of the checkpoint's canonical JSON" }),
  })
  .meta({ id: "Checkpoint", examples: [exampleCheckpoint] });
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A witness's statement that a checkpoint extends every checkpoint of this chain that it has seen. */
export const Cosignature = z
  .object({
    witness: z.string().meta({ description: "Name of the witness" }),
    key: z
      .string()
      .meta({ description: "The witness's verifier key (vkey). Compare it with the key that the witness publishes." }),
    cosignedAt: IsoMilliseconds,
    signature: z.string().meta({
      description:
        "Base64-encoded signature line of the note: key hash, timestamp and Ed25519 signature (c2sp.org/tlog-cosignature)",
    }),
  })
  .meta({ id: "Cosignature" });
export type Cosignature = z.infer<typeof Cosignature>;

/** An RFC 3161 timestamp of a checkpoint. */
export const CheckpointTimestamp = z
  .object({
    hash: Hash.meta({
      description:
        "The timestamped hash: SHA-256 of the checkpoint's canonical JSON with its signature, as in `previousCheckpointHash`",
    }),
    timestampedAt: IsoMilliseconds,
    token: z.string().meta({ description: "Base64-encoded TimeStampToken (DER)" }),
  })
  .meta({ id: "CheckpointTimestamp" });
export type CheckpointTimestamp = z.infer<typeof CheckpointTimestamp>;

/** By the second test key of RFC 8032, section 7.1. */
const exampleCosignature = {
  witness: "auditor.example/witness",
  key: "auditor.example/witness+455c8f5a+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM",
  cosignedAt: "2026-01-15T10:00:31.000Z",
  signature: "RVyPWgAAAABpaLq/K/+sRL2sHCpHXNwq5Xk8n3JMC97c6IBGL1ImXcsoZkaNjiUcD1VzXulAkLS0NSTGKCzJAdlsLsiZbn7cfnU1Dw==",
};

const examplePublished = {
  ...exampleCheckpoint,
  cosignatures: [exampleCosignature],
  timestamps: [],
  noteKey: `governance-audit-service/${exampleCheckpoint.organisationId}+8c3053c2+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea`,
};

/** The response of `GET /v1/audit/checkpoint`. */
export const PublishedCheckpoint = Checkpoint.extend({
  cosignatures: z.array(Cosignature).meta({ description: "Verified cosignatures of the configured witnesses" }),
  timestamps: z
    .array(CheckpointTimestamp)
    .meta({ description: "Verified RFC 3161 timestamps of the configured authority" }),
  noteKey: z.string().meta({
    description:
      "The verifier key (vkey) of the signed note, for configuring a witness. It changes with the signing key.",
  }),
}).meta({
  id: "PublishedCheckpoint",
  examples: [examplePublished],
});
export type PublishedCheckpoint = z.infer<typeof PublishedCheckpoint>;

export const CheckpointQuery = z.strictObject({
  cosigned: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .meta({
      description:
        "If `true`, returns the latest checkpoint that witnesses have cosigned. The newest events can be missing from this checkpoint.",
    })
    .optional(),
});
export type CheckpointQuery = z.output<typeof CheckpointQuery>;

/** A number of leaves in a query string. */
function TreeSize(description: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be an integer of at least 1")
    .transform(Number)
    .meta({ type: "integer", minimum: 1, description, examples: [4217] });
}

export const InclusionProofQuery = z.strictObject({
  size: TreeSize("Number of events in the tree. Defaults to the size of the last checkpoint.").optional(),
});

export const InclusionProof = z
  .object({
    eventId: Id("auditEvent"),
    leafIndex: z.int().min(0).meta({ description: "Index of the event in the tree, which is `chainPosition` minus 1" }),
    treeSize: z.int().min(1),
    leafHash: Hash.meta({ description: "SHA-256 of 0x00 and the 32 raw bytes of the event's `blockHash`" }),
    hashes: z.array(Hash).meta({ description: "Hashes of the audit path, from the leaf to the root" }),
    checkpoint: Checkpoint.nullable().meta({
      description: "The checkpoint whose `size` equals `treeSize`; `null` if no such checkpoint exists",
    }),
    cosignatures: z
      .array(Cosignature)
      .meta({ description: "Cosignatures of `checkpoint` by the configured witnesses" }),
    timestamps: z.array(CheckpointTimestamp).meta({ description: "RFC 3161 timestamps of `checkpoint`" }),
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
        cosignatures: [exampleCosignature],
        timestamps: [],
      },
    ],
  });
export type InclusionProof = z.infer<typeof InclusionProof>;

export const ConsistencyProofQuery = z.strictObject({
  from: TreeSize("Number of events in the older tree"),
  to: TreeSize("Number of events in the newer tree. Defaults to the size of the last checkpoint.").optional(),
});

export const ConsistencyProof = z
  .object({
    from: z.int().min(1),
    to: z.int().min(1),
    hashes: z.array(Hash).meta({ description: "The RFC 6962 consistency proof; empty if both sizes are equal" }),
  })
  .meta({
    id: "ConsistencyProof",
    examples: [
      { from: 4000, to: 4217, hashes: ["sha256:96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"] },
    ],
  });
export type ConsistencyProof = z.infer<typeof ConsistencyProof>;
