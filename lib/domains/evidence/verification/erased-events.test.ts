import { expect, test } from "vitest";
import type { StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { erasing, inPeriod, plain } from "@/lib/domains/evidence/bundle/testing/erased-events";
import { type SampleOptions, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { sampleModel } from "@/lib/domains/evidence/bundle/testing/sample-chain";
import type { EvidenceBundle, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { flipped, opened, rehash, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { failingIndependently } from "@/lib/domains/evidence/verification/testing/independent-bundle-verifier";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";

async function verify(bytes: Uint8Array) {
  const report = await verifyBundle(bytes);
  const failed = report.checks.filter(({ status }) => status === "failed").map(({ id }) => id);
  return { report, failed, content: report.checks.find(({ id }) => id === "content")?.detail ?? "" };
}

function erasedOf({ evidence }: EvidenceBundle): EvidenceEvent {
  const found = evidence.events.find(({ disclosure }) => disclosure === "erased");
  if (!found) throw new Error("no event is erased");
  return found;
}

test("a package with an erased event contains its hashes and erasure record and is intact", async () => {
  const { bytes, bundle, chain } = await sampleBundle(erasing([inPeriod]));
  const event = erasedOf(bundle);
  expect(event).toMatchObject({ id: plain[inPeriod]?.id, evidenceId: null, contentHash: plain[inPeriod]?.contentHash });
  expect(event).not.toHaveProperty("content");
  expect(event.erasure).toMatchObject({ id: chain[100]?.id, chainPosition: 101, eventType: "CONFIG_CHANGE" });
  expect(bundle.evidence.manifest.erased).toBe(1);
  const { report, failed, content } = await verify(bytes);
  expect([report.status, failed]).toEqual(["intact", []]);
  expect(content).toContain("The content of 1 event was erased following a legal request");
  expect(content).toContain("only the chain of the service can show");
  expect(report.facts?.counts.erased).toBe(1);
  expect([...failingIndependently(bytes)]).toEqual([]);
  const whole = await sampleBundle();
  expect(bundle.evidence.summary).toEqual(whole.bundle.evidence.summary);
  expect(bundle.evidence.manifest.listed).toBe(whole.bundle.evidence.manifest.listed - 1);
});

test.each<[string, SampleOptions]>([
  ["that withholds reviews", { includeHumanOversight: false }],
  ["without proofs", { includeChainProof: false }],
  ["of an earlier state of the chain", { size: 100 }],
])("a package %s is intact with erased events of every type", async (_what, options) => {
  const indexes = plain.flatMap(({ modelId }, i) => (modelId === sampleModel ? [i] : []));
  const { bytes, bundle } = await sampleBundle(erasing(indexes, options));
  expect((await verify(bytes)).failed).toEqual([]);
  expect([...failingIndependently(bytes)]).toEqual([]);
  const { listed, withheld, erased } = bundle.evidence.manifest;
  expect([listed, withheld, (erased ?? 0) > 5]).toEqual([0, 0, true]);
});

test("missing content without an erasure record is detected", async () => {
  const damage = (rows: StoredEvent[]) => Object.assign(rows[inPeriod] as StoredEvent, { content: null, tags: [] });
  const { bytes, bundle } = await sampleBundle({ damage });
  expect(bundle.evidence.events.some(({ disclosure }) => disclosure === "erased")).toBe(false);
  expect((await verify(bytes)).failed).toContain("content");
});

/** Forgeries by an attacker with the sealing key. */
const forgeries: [string, (event: EvidenceEvent, bundle: EvidenceBundle) => void, string][] = [
  ["no record", (event) => delete event.erasure, "order"],
  [
    "a record of another event",
    ({ erasure }) => {
      if (!erasure) return;
      erasure.contentText = erasure.contentText.replace('"kind"', '"kind" ');
    },
    "content",
  ],
  [
    "a record with another hash",
    ({ erasure }) => {
      if (erasure) erasure.blockHash = flipped(erasure.blockHash);
    },
    "content",
  ],
  [
    "a record of another organisation",
    ({ erasure }) => {
      if (!erasure) return;
      erasure.organisationId = "org_other";
      rehashRecord(erasure);
    },
    "content",
  ],
  [
    "a record before the event",
    ({ erasure }) => {
      if (!erasure) return;
      erasure.chainPosition = 1;
      rehashRecord(erasure);
    },
    "content",
  ],
  [
    "a record of another type",
    ({ erasure }) => {
      if (!erasure) return;
      erasure.eventType = "ALERT";
      rehashRecord(erasure);
    },
    "content",
  ],
  [
    "content",
    (event) => {
      event.content = { actor: { type: "USER", id: "x" }, payload: {}, salt: "00", tags: [] };
    },
    "content",
  ],
  [
    "a record for an event with content",
    (event, { evidence }) => {
      const listed = evidence.events.find(({ disclosure }) => disclosure === "listed");
      if (listed) listed.erasure = event.erasure;
    },
    "content",
  ],
];

function rehashRecord(erasure: NonNullable<EvidenceEvent["erasure"]>): void {
  const { contentText: _text, ...header } = erasure;
  const event = { ...header, evidenceId: null, disclosure: "erased" } as EvidenceEvent;
  rehash(event);
  erasure.blockHash = event.blockHash;
}

test.each(forgeries)("detects an erased event with %s", async (_what, forge, check) => {
  const { bundle } = await sampleBundle(erasing([inPeriod]));
  const forged = opened(bundle);
  forge(erasedOf(forged), forged);
  const bytes = resealed(forged);
  expect((await verify(bytes)).failed).toContain(check);
  expect(failingIndependently(bytes).size).toBeGreaterThan(0);
});
