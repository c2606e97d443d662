import { division, divisionHeading, type PartInput, part } from "@/lib/domains/evidence/pdf/elements";
import { count, counted, longTime } from "@/lib/domains/evidence/pdf/labels";
import { Print, Rule } from "@/lib/platform/pdf/elements/drawing";
import { code, type Fact, facts, list, note, paragraph, subheading } from "@/lib/platform/pdf/elements/text";
import type { Block, Part } from "@/lib/platform/pdf/flow";
import { color, frame, space, type } from "@/lib/platform/pdf/theme";
import type { Typesetter } from "@/lib/platform/pdf/typeset/typesetter";

const hash = type.hash;

/** What ties the events to one another and to a signed state of the chain, with one link worked out. */
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
        "This package was asked for without the proof of the chain. It has no checkpoint, no proof of membership and no statement on the model's thread. The chain was verified all the same when the package was made: part 1 has the result. The hashes of each listed event can be computed again from the attached evidence.",
      ),
    );
  }
  return part(input, "chain-proof", title, [
    divisionHeading(set, "chain-proof", "read", "What was read"),
    ...facts(set, rangeFacts(input)),
    divisionHeading(set, "chain-proof", "checkpoint", "Signed state of the chain"),
    ...checkpointBlocks(input),
    divisionHeading(set, "chain-proof", "algorithm", "How the hashes are made"),
    ...list(set, algorithm),
    divisionHeading(set, "chain-proof", "link", "One link, worked out"),
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
  if (!checkpoint) return paragraph(set, `There is none. ${withoutProof ?? ""}`.trim());
  return [
    ...paragraph(
      set,
      "A checkpoint signs how long the chain was, what its last event hashes to, and the root of the Merkle tree over all of its events. It is signed under a key of its own, not under that of this package.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Events", count(checkpoint.size)],
      ["Issued", longTime(checkpoint.issuedAt)],
      ["Hash of the last event", checkpoint.headHash, hash],
      ["Root of the tree", checkpoint.rootHash, hash],
      ["Checkpoint before", checkpoint.previousCheckpointHash, hash],
      ["Key", checkpoint.keyId, hash],
      ["Signature (Ed25519)", checkpoint.signature, hash],
    ]),
  ];
}

const algorithm = [
  "The content of an event is its actor, its payload, its tags and a random salt. Its hash is the SHA-256 of its canonical JSON (RFC 8785).",
  "The header names the event, its model and organisation, its place in the chain, its times, its type, its severity and its source, the hash of its content, and the hashes of the event before it in the chain and of the event before it of the same model. The block hash is the SHA-256 of the header's canonical JSON.",
  "The tree is that of RFC 6962 over the raw bytes of all block hashes. A proof of membership is the set of hashes with which its root can be computed from the events of the package.",
] as const;

function workedLink({ set, report: { link } }: PartInput): Block[] {
  if (!link)
    return paragraph(set, "There are no two events in this package that follow each other in the model's thread.");
  const { before, after } = link;
  return [
    ...paragraph(
      set,
      `Event ${count(after.chainPosition)} names event ${count(before.chainPosition)} as the one of the same model before it.`,
      { keepWithNext: true },
    ),
    ...together(set, [
      [`Event ${count(before.chainPosition)}`, before.id, hash],
      ["Hash of its content", before.contentHash, hash],
      ["Its block hash", before.blockHash, hash],
      [`Event ${count(after.chainPosition)}`, after.id, hash],
      ["Names as the one before", after.previousModelHash, hash],
      ["Its block hash", after.blockHash, hash],
    ]),
    ...paragraph(
      set,
      `${before.blockHash === after.previousModelHash ? "The third and the fifth line are the same" : "The third and the fifth line are not the same: the link is broken"}. That the third is the hash of the header can be computed with two common tools. The first command writes the canonical header of event ${count(before.chainPosition)}, the second hashes it:`,
      { keepWithNext: true },
    ),
    code(set, headerCommand(before.chainPosition)),
    ...paragraph(
      set,
      "It has to print the digits of the third line. With the other position it prints those of the sixth.",
      {},
    ),
  ];
}

/** Facts that stay on one page with what follows them. */
function together(set: PartInput["set"], given: readonly Fact[]): Block[] {
  return facts(set, given).map((fact) => ({ ...fact, keepWithNext: true }));
}

/** What writes the canonical header of an event from the bundle, and hashes it. */
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
      "Nobody has to be believed for this, and no account is needed. In the commands, package.pdf is this file, and <service> is the address of the service that issued it.",
    ),
    ...stepsOf(sealKeyId).flatMap((step) => stepBlocks(set, step)),
    note(
      set,
      "The digits at the foot of each page",
      `A file cannot contain its own hash. Instead, each page names the key that seals the evidence and signs the file, ${sealKeyId}, and the first twelve digits of the hash of the last event that the checkpoint has signed${chain.checkpoint ? "" : ", where there is one"}. They tell pages of different packages apart and prove nothing by themselves.`,
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
        "The page /verify of the service takes the file, checks it in the browser event by event, and says which check failed and where.",
      commands: [],
    },
    {
      key: "file",
      title: "The file as a whole",
      words:
        "The SHA-256 of the file has to be the package hash that the service has on record. The answer says whether it issued such a file and still stands by it.",
      commands: ["sha256sum package.pdf", "curl <service>/v1/verify/<package hash>"],
    },
    {
      key: "openssl",
      title: "The detached signature",
      words:
        "The service gives a signature over the whole file as packageSignature, in base64. With it in signature.txt, OpenSSL has to print \u201cVerified OK\u201d.",
      commands: [
        `curl -o key.pem <service>/v1/verify/keys/${keyId}.pem`,
        "openssl base64 -d -A -in signature.txt -out signature.bin",
        "openssl dgst -sha256 -verify key.pem -signature signature.bin package.pdf",
      ],
    },
    {
      key: "pdfsig",
      title: "The signature inside of the file",
      words:
        "Any reader that knows PAdES shows it. Where the certificate is self-signed, a viewer calls the signer unknown: nobody that it knows vouches for the name. Whether anything was changed is a separate answer. Whose key it is follows from comparing it with the published one.",
      commands: ["pdfsig package.pdf"],
    },
    {
      key: "bundle",
      title: "Every event",
      words:
        "The complete evidence is attached to this file. The program that checks it comes with the service's source and asks the service for nothing.",
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
      "A machine made this seal. It says that the evidence and this file left the service as they are, and nothing more: no person has read or approved them by it.",
      { keepWithNext: true },
    ),
    ...facts(set, [
      ["Signed by", report.signedBy],
      ["Key", report.sealKeyId, type.hash],
      ["Algorithm", "RSA (RSASSA-PKCS1-v1_5) with SHA-256"],
      ["Time", longTime(report.package.generatedAt)],
      [
        "Covers",
        "The canonical text of the evidence in evidence.json (its seal), and this file with that attachment (PAdES)",
      ],
    ]),
    divisionHeading(set, "signatures", "people", "Sign-off by people", false),
    ...paragraph(
      set,
      "For whoever prepares the package for its recipient, and whoever approves it. To sign here is a statement about the package by a person, apart from the seal.",
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
