import { division, divisionHeading, isWithoutEvents, type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
import { count, counted, longTime } from "@/lib/domains/evidence/pdf/labels";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { code, type Fact, facts, list, note, paragraph, subheading } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

const hash = type.hash;

/** How the events are linked to each other and to a signed state of the chain, with one link as an example. */
export function chainProof(input: PartInput): Part {
  const { set, report } = input;
  const title = "Chain proof";
  if (!report.package.includeChainProof) {
    return part(
      input,
      "chain-proof",
      title,
      paragraph(
        set,
        "This package was requested without the chain proof. It contains no checkpoint, no proof of membership and no statement about the model's thread. The chain was still verified when the package was generated. Part 2 shows the result. The hashes of each listed event can be recomputed from the attached evidence.",
      ),
    );
  }
  return part(input, "chain-proof", title, [
    divisionHeading(set, "chain-proof", "read", "Events read"),
    ...facts(set, rangeFacts(input)),
    divisionHeading(set, "chain-proof", "checkpoint", "Checkpoint"),
    ...checkpointBlocks(input),
    ...(isWithoutEvents(report)
      ? []
      : [
          divisionHeading(set, "chain-proof", "algorithm", "How hashes are computed"),
          ...list(set, algorithm),
          divisionHeading(set, "chain-proof", "link", "Example of a link between events"),
          ...workedLink(input),
        ]),
  ]);
}

function rangeFacts({ report: { chain, manifest } }: PartInput): Fact[] {
  const { verification, thread, membership } = chain;
  const verified =
    verification.to < verification.from
      ? "No events"
      : `Positions ${count(verification.from)} to ${count(verification.to)} (${counted(verification.eventsVerified, "event")} of all models)`;
  const { listed, withheld, outsidePeriod, erased = 0 } = manifest;
  const events = listed + withheld + outsidePeriod + erased;
  return [
    ["Verified", verified],
    [
      "The model's thread",
      thread
        ? `Positions ${count(thread.from)} to ${count(thread.to)}. The evidence contains every event of the model in this range.`
        : "The package does not state whether it contains every event of the model.",
    ],
    [
      "Events in the evidence",
      `${count(events)} (${count(listed)} listed, ${count(withheld)} withheld, ${count(outsidePeriod)} outside the period${erased > 0 ? `, ${count(erased)} erased` : ""})`,
    ],
    [
      "Proof of membership",
      membership && events > 0
        ? `One proof for all events, with ${counted(membership.hashes.length, "hash", "hashes")}, in a Merkle tree with ${counted(membership.treeSize, "leaf", "leaves")}`
        : "None",
    ],
  ];
}

function checkpointBlocks({ set, report: { chain } }: PartInput): Block[] {
  const { checkpoint, withoutProof } = chain;
  if (!checkpoint) return paragraph(set, `The package has no checkpoint. ${withoutProof ?? ""}`.trim());
  return [
    ...paragraph(
      set,
      "A checkpoint is a signed statement of the length of the chain, the hash of its last event, and the root of the Merkle tree over all of its events. The key that signs checkpoints is different from the key that seals this package.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Events covered", count(checkpoint.size)],
      ["Issued", longTime(checkpoint.issuedAt)],
      ["Hash of the last event", checkpoint.headHash, hash],
      ["Merkle root", checkpoint.rootHash, hash],
      ["Previous checkpoint", checkpoint.previousCheckpointHash, hash],
      ["Key", checkpoint.keyId, hash],
      ["Signature (Ed25519)", checkpoint.signature, hash],
    ]),
  ];
}

const algorithm = [
  "The content of an event consists of its actor, payload, tags and a random salt. The content hash is the SHA-256 hash of its canonical JSON (RFC 8785).",
  "The header contains the identifiers of the event, its model and its organisation; its position, times, type, severity and source; its content hash; and the block hashes of the previous event in the chain and of the previous event of the same model. The block hash is the SHA-256 hash of the header's canonical JSON.",
  "The Merkle tree follows RFC 6962 and covers the raw bytes of all block hashes. A proof of membership consists of the hashes needed to compute the Merkle root from the events in the package.",
] as const;

function workedLink({ set, report: { link } }: PartInput): Block[] {
  if (!link)
    return paragraph(
      set,
      "The package contains no two consecutive events of the model's thread, so no example is shown.",
    );
  const { before, after } = link;
  return [
    ...paragraph(
      set,
      `The event at position ${count(after.chainPosition)} contains the block hash of the previous event of the same model, which is at position ${count(before.chainPosition)}.`,
      { keepWithNext: true },
    ),
    ...together(set, [
      [`1. Event at position ${count(before.chainPosition)}`, before.id, hash],
      ["2. Content hash", before.contentHash, hash],
      ["3. Block hash", before.blockHash, hash],
      [`4. Event at position ${count(after.chainPosition)}`, after.id, hash],
      ["5. Previous block hash", after.previousModelHash, hash],
      ["6. Block hash", after.blockHash, hash],
    ]),
    ...paragraph(
      set,
      `${before.blockHash === after.previousModelHash ? "Lines 3 and 5 match" : "The link is broken because lines 3 and 5 do not match"}. To confirm that line 3 is the hash of the header, use jq to write the canonical header of the event and sha256sum to hash it:`,
      { keepWithNext: true },
    ),
    code(set, headerCommand(before.chainPosition)),
    ...paragraph(
      set,
      `The output must match line 3. If you replace the position in the command with ${after.chainPosition}, the output must match line 6.`,
    ),
  ];
}

/** Facts that stay on the same page as the next block. */
function together(set: PartInput["set"], given: readonly Fact[]): Block[] {
  return facts(set, given).map((fact) => ({ ...fact, keepWithNext: true }));
}

/** A command that writes the canonical header of an event from the bundle and hashes it. */
function headerCommand(chainPosition: number): string[] {
  return [
    `jq -cSj '.evidence.events[] | select(.chainPosition == ${chainPosition}) |`,
    '  {schema: "audit-event/1", organisationId, id, chainPosition, previousHash,',
    "   previousModelHash, timestamp, recordedAt, eventType, severity, modelId,",
    "   source, contentHash}' evidence.json | sha256sum",
  ];
}

interface Step {
  key: string;
  title: string;
  words: string;
  commands: string[];
}

/** How to verify the package with and without the service. */
export function howToVerify(input: PartInput): Part {
  const { set, report } = input;
  const { sealKeyId, chain } = report;
  return part(input, "verify", "How to verify this package", [
    ...paragraph(
      set,
      "You do not need an account to verify the package. Part 2 lists the trust assumptions. In the commands, replace package.pdf with the name of this file, and <service> with the address of the service that issued it.",
    ),
    ...stepsOf(sealKeyId).flatMap((step) => stepBlocks(set, step)),
    note(
      set,
      "Key and hash in the footer",
      `A file cannot contain its own hash. Instead, each page shows the ID of the key that seals the evidence and signs the file (${sealKeyId})${chain.checkpoint ? " and the first twelve digits of the hash of the last event that the checkpoint covers" : ""}. This helps you distinguish pages of different packages, but proves nothing by itself.`,
    ),
  ]);
}

function stepBlocks(set: Typesetter, { key, title, words, commands }: Step): Block[] {
  const hasCommands = commands.length > 0;
  return [
    { ...subheading(set, title), mark: division("verify", key, title, false) },
    ...paragraph(set, words, { gap: space.hair, keepWithNext: hasCommands }),
    ...(hasCommands ? [code(set, commands)] : []),
  ];
}

function stepsOf(keyId: string): Step[] {
  return [
    {
      key: "page",
      title: "Verification page",
      words:
        "Open /verify on the service and choose the file. The browser checks every event and shows any failed checks.",
      commands: [],
    },
    {
      key: "file",
      title: "File hash",
      words:
        "The SHA-256 hash of the file must match the package hash recorded by the service. The response to the second command states whether the service issued the file and whether the package is authentic.",
      commands: ["sha256sum package.pdf", "curl <service>/v1/verify/<package hash>"],
    },
    {
      key: "openssl",
      title: "Detached signature",
      words:
        "In that response, packageSignature contains the Base64-encoded signature of the whole file. Save this value as signature.txt. OpenSSL must print \u201cVerified OK\u201d.",
      commands: [
        `curl -o key.pem <service>/v1/verify/keys/${keyId}.pem`,
        "openssl base64 -d -A -in signature.txt -out signature.bin",
        "openssl dgst -sha256 -verify key.pem -signature signature.bin package.pdf",
      ],
    },
    {
      key: "pdfsig",
      title: "Embedded signature",
      words:
        "PDF viewers that support PAdES show the embedded signature. If the certificate is self-signed, the viewer reports an unknown signer but still shows whether the file was changed. To identify the signer, compare the key in the certificate with the published key.",
      commands: ["pdfsig package.pdf"],
    },
    {
      key: "bundle",
      title: "All events",
      words:
        "The complete evidence is attached to this file as evidence.json. The verifier is a single file that runs offline with Node.js.",
      commands: [
        "curl -O <service>/verify-evidence.mjs -o keys.json <service>/v1/verify/keys",
        "node verify-evidence.mjs package.pdf --keys keys.json",
      ],
    },
  ];
}

/** The seal of the service, and signature lines for the people responsible for the package. */
export function signatures(input: PartInput): Part {
  const { set, report } = input;
  return part(input, "signatures", "Signatures", [
    divisionHeading(set, "signatures", "seal", "System seal", false),
    ...paragraph(
      set,
      "This seal was created automatically. A valid seal shows only that the service issued the evidence and this file, and that both are unchanged. It does not mean that a person has read or approved them.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Signed by", report.signedBy],
      ["Key", report.sealKeyId, type.hash],
      ["Algorithm", "RSA (RSASSA-PKCS1-v1_5) with SHA-256"],
      [
        "Time",
        "The file's signature contains the signing time, which PDF viewers and pdfsig show. The seal does not contain a time.",
      ],
      [
        "Covers",
        "The seal covers the canonical text of the evidence in evidence.json. The PAdES signature covers this file, including the attachment.",
      ],
    ]),
    divisionHeading(set, "signatures", "people", "Human sign-off", false),
    ...paragraph(
      set,
      "The people who prepare and approve this package sign here. Their signatures are separate from the seal.",
      { keepWithNext: true },
    ),
    { ...signOff(set, "Prepared by"), keepWithNext: true },
    signOff(set, "Approved by"),
  ]);
}

function signOff(set: Typesetter, title: string): Block {
  const rows = [
    ["Name", "Role"],
    ["Date", "Signature"],
  ] as const;
  const rowHeight = 46;
  const column = (frame.width - 24) / 2;
  const heading_ = set.set(title, type.subheading, frame.width, 1);
  const lines = rows.flatMap((row, y) =>
    row.map((name, x) => ({
      left: x * (column + 24),
      top: heading_.height + (y + 1) * rowHeight - type.label.leading - 3,
      label: set.set(name.toUpperCase(), type.label, column, 1),
    })),
  );
  return {
    height: heading_.height + rows.length * rowHeight,
    gap: space.huge,
    draw: () => (
      <>
        <Print text={heading_} tag={{ type: "H", level: 4 }} />
        {lines.map(({ left, top, label }) => [
          <Rule key={`${left} ${top}`} left={left} top={top - 3} width={column} tone={color.ink} />,
          <Print key={`${left} ${top} name`} text={label} left={left} top={top} />,
        ])}
      </>
    ),
  };
}
