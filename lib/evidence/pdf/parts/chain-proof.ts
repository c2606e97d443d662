import { division, type PartInput, part } from "@/lib/evidence/pdf/parts/part";
import { count, counted, longTime } from "@/lib/evidence/pdf/words";
import { type Fact, facts } from "@/lib/pdf/elements/facts";
import { code } from "@/lib/pdf/elements/note";
import { heading, list, paragraph } from "@/lib/pdf/elements/prose";
import type { Block, Part } from "@/lib/pdf/flow/block";
import { type } from "@/lib/pdf/theme";

const id = "chain-proof";
const hash = type.hash;

/** What ties the events to one another and to a signed state of the chain, with one link worked out. */
export function chainProof(input: PartInput): Part {
  const { set, report } = input;
  const title = "Chain proof";
  if (!report.package.includeChainProof) {
    return part(
      input,
      id,
      title,
      paragraph(
        set,
        "This package was asked for without the proof of the chain. It has no checkpoint, no proof of membership and no statement on the model's thread. The chain was verified all the same when the package was made: part 1 has the result. The hashes of each listed event can be computed again from the attached evidence.",
      ),
    );
  }
  return part(input, id, title, [
    heading(set, "What was read", division(id, "read", "What was read")),
    ...facts(set, rangeFacts(input)),
    heading(set, "Signed state of the chain", division(id, "checkpoint", "Signed state of the chain")),
    ...checkpointBlocks(input),
    heading(set, "How the hashes are made", division(id, "algorithm", "How the hashes are made")),
    ...list(set, algorithm),
    heading(set, "One link, worked out", division(id, "link", "One link, worked out")),
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
export function headerCommand(chainPosition: number): string[] {
  return [
    `jq -cSj '.evidence.events[] | select(.chainPosition == ${chainPosition}) |`,
    '  {schema: "audit-event/1", organisationId, id, chainPosition, previousHash,',
    "   previousModelHash, timestamp, recordedAt, eventType, severity, modelId,",
    "   source, contentHash}' evidence.json | sha256sum",
  ];
}
