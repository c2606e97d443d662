import { division, divisionHeading, type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
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
        "This package was requested without chain proof. It has no checkpoint, no proof of membership and no statement on the model's thread. The chain was still verified when the package was generated; part 1 shows the result. The hashes of each listed event can be recomputed from the attached evidence.",
      ),
    );
  }
  return part(input, "chain-proof", title, [
    divisionHeading(set, "chain-proof", "read", "Events read"),
    ...facts(set, rangeFacts(input)),
    divisionHeading(set, "chain-proof", "checkpoint", "Signed state of the chain"),
    ...checkpointBlocks(input),
    divisionHeading(set, "chain-proof", "algorithm", "How hashes are computed"),
    ...list(set, algorithm),
    divisionHeading(set, "chain-proof", "link", "Example of a link"),
    ...workedLink(input),
  ]);
}

function rangeFacts({ report: { chain, manifest } }: PartInput): Fact[] {
  const { verification, thread, membership } = chain;
  const verified =
    verification.to < verification.from
      ? "No events"
      : `Positions ${count(verification.from)} to ${count(verification.to)}, ${counted(verification.eventsVerified, "event")} of all models`;
  const { listed, withheld, outsidePeriod, erased = 0 } = manifest;
  return [
    ["Verified", verified],
    [
      "Thread of the model",
      thread
        ? `Positions ${count(thread.from)} to ${count(thread.to)}: every event of the model is in the evidence`
        : "No statement is made",
    ],
    [
      "Events in the evidence",
      `${count(listed + withheld + outsidePeriod + erased)}: ${count(listed)} listed, ${count(withheld)} withheld, ${count(outsidePeriod)} outside of the period${erased > 0 ? `, ${count(erased)} erased` : ""}`,
    ],
    [
      "Proof of membership",
      membership
        ? `One for all of them, of ${counted(membership.hashes.length, "hash", "hashes")}, in a tree of ${counted(membership.treeSize, "leaf", "leaves")}`
        : "None",
    ],
  ];
}

function checkpointBlocks({ set, report: { chain } }: PartInput): Block[] {
  const { checkpoint, withoutProof } = chain;
  if (!checkpoint) return paragraph(set, `No checkpoint. ${withoutProof ?? ""}`.trim());
  return [
    ...paragraph(
      set,
      "A checkpoint is a signed statement of the length of the chain, the hash of its last event, and the root of the Merkle tree over all of its events. Checkpoints are signed with a separate key, not the key of this package.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Events", count(checkpoint.size)],
      ["Issued", longTime(checkpoint.issuedAt)],
      ["Hash of the last event", checkpoint.headHash, hash],
      ["Root of the tree", checkpoint.rootHash, hash],
      ["Previous checkpoint", checkpoint.previousCheckpointHash, hash],
      ["Key", checkpoint.keyId, hash],
      ["Signature (Ed25519)", checkpoint.signature, hash],
    ]),
  ];
}

const algorithm = [
  "The content of an event is its actor, its payload, its tags and a random salt. Its hash is the SHA-256 of its canonical JSON (RFC 8785).",
  "The header names the event, its model and organisation, its position in the chain, its times, its type, its severity and its source, the hash of its content, and the hashes of the previous event in the chain and of the previous event of the same model. The block hash is the SHA-256 of the header's canonical JSON.",
  "The Merkle tree follows RFC 6962, over the raw bytes of all block hashes. A proof of membership is the set of hashes needed to compute the root from the events of the package.",
] as const;

function workedLink({ set, report: { link } }: PartInput): Block[] {
  if (!link)
    return paragraph(set, "There are no two events in this package that follow each other in the model's thread.");
  const { before, after } = link;
  return [
    ...paragraph(
      set,
      `Event ${count(after.chainPosition)} references event ${count(before.chainPosition)} as the previous event of the same model.`,
      { keepWithNext: true },
    ),
    ...together(set, [
      [`Event ${count(before.chainPosition)}`, before.id, hash],
      ["Hash of its content", before.contentHash, hash],
      ["Its block hash", before.blockHash, hash],
      [`Event ${count(after.chainPosition)}`, after.id, hash],
      ["Previous event of the model", after.previousModelHash, hash],
      ["Its block hash", after.blockHash, hash],
    ]),
    ...paragraph(
      set,
      `${before.blockHash === after.previousModelHash ? "The third and the fifth line match" : "The third and the fifth line do not match: the link is broken"}. You can confirm with two common tools that the third line is the hash of the header. The first command writes the canonical header of event ${count(before.chainPosition)}, the second hashes it:`,
      { keepWithNext: true },
    ),
    code(set, headerCommand(before.chainPosition)),
    ...paragraph(set, "The output must match the third line. With the other position, it must match the sixth.", {}),
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

/** How anyone can check the package, with and without the service that made it. */
export function howToVerify(input: PartInput): Part {
  const { set, report } = input;
  const { sealKeyId, chain } = report;
  return part(input, "verify", "How to verify this package", [
    ...paragraph(
      set,
      "You do not need an account. Part 1 states what you have to trust. In the commands, package.pdf is this file, and <service> is the address of the service that issued it.",
    ),
    ...stepsOf(sealKeyId).flatMap((step) => stepBlocks(set, step)),
    note(
      set,
      "The digits at the foot of each page",
      `A file cannot contain its own hash. Instead, each page names the key that seals the evidence and signs the file, ${sealKeyId}, and the first twelve digits of the hash of the last event covered by the checkpoint${chain.checkpoint ? "" : ", if the package has a checkpoint"}. They distinguish the pages of different packages and prove nothing by themselves.`,
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
      title: "On a page",
      words:
        "Open /verify on the service and choose the file. The browser checks every event and shows which check failed and where.",
      commands: [],
    },
    {
      key: "file",
      title: "The file hash",
      words:
        "The SHA-256 of the file must match the package hash recorded by the service. The response states whether the service issued the file and whether it is still authentic.",
      commands: ["sha256sum package.pdf", "curl <service>/v1/verify/<package hash>"],
    },
    {
      key: "openssl",
      title: "The detached signature",
      words:
        "The service returns a signature of the whole file as packageSignature, in base64. Save it as signature.txt. OpenSSL must print \u201cVerified OK\u201d.",
      commands: [
        `curl -o key.pem <service>/v1/verify/keys/${keyId}.pem`,
        "openssl base64 -d -A -in signature.txt -out signature.bin",
        "openssl dgst -sha256 -verify key.pem -signature signature.bin package.pdf",
      ],
    },
    {
      key: "pdfsig",
      title: "The embedded signature",
      words:
        "PDF viewers that support PAdES show it. If the certificate is self-signed, the viewer reports an unknown signer but still shows whether the file was changed. To identify the signer, compare the key with the published one.",
      commands: ["pdfsig package.pdf"],
    },
    {
      key: "bundle",
      title: "Every event",
      words:
        "The complete evidence is attached to this file. The verifier is part of the service's source code and makes no requests to the service.",
      commands: ["pdfdetach -save 1 -o evidence.json package.pdf", "npm run verify:bundle -- evidence.json"],
    },
  ];
}

/** The seal of the system, and lines for the people who answer for the package. */
export function signatures(input: PartInput): Part {
  const { set, report } = input;
  return part(input, "signatures", "Signatures", [
    divisionHeading(set, "signatures", "seal", "Seal of the system", false),
    ...paragraph(
      set,
      "This seal was created automatically. It states only that the service issued the evidence and this file unchanged. It does not mean that a person has read or approved them.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Signed by", report.signedBy],
      ["Key", report.sealKeyId, type.hash],
      ["Algorithm", "RSA (RSASSA-PKCS1-v1_5) with SHA-256"],
      ["Time", "Stated in the signature of this file. PDF viewers and pdfsig show it. The seal states no time."],
      [
        "Covers",
        "The canonical text of the evidence in evidence.json (its seal), and this file with that attachment (PAdES)",
      ],
    ]),
    divisionHeading(set, "signatures", "people", "Sign-off by people", false),
    ...paragraph(
      set,
      "For the people who prepare the package for its recipient and approve it. Their signatures are separate from the seal.",
      { keepWithNext: true },
    ),
    signOff(set, "Prepared by"),
    signOff(set, "Approved by"),
  ]);
}

function signOff(set: Typesetter, title: string): Block {
  const rows = [
    ["Name", "Role"],
    ["Date", "Signature"],
  ] as const;
  const rowHeight = 50;
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
        <Print text={heading_} />
        {lines.map(({ left, top, label }) => [
          <Rule key={`${left} ${top}`} left={left} top={top - 3} width={column} tone={color.ink} />,
          <Print key={`${left} ${top} name`} text={label} left={left} top={top} />,
        ])}
      </>
    ),
  };
}
