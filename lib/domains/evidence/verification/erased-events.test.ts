import { expect, test } from "vitest";
import { erasurePayload } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { StoredEvent } from "@/lib/domains/audit-chain/stored-event";
import { type SampleOptions, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { otherModel, sampleChain, sampleEvents, sampleModel } from "@/lib/domains/evidence/bundle/testing/sample-chain";
import type { EvidenceBundle, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { flipped, opened, rehash, sealedAnew } from "@/lib/domains/evidence/verification/testing/forger";
import { failingQuestions } from "@/lib/domains/evidence/verification/testing/independent-bundle-verifier";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";

/** Packages about events whose content was erased before they were made. */

const plain = sampleChain(sampleEvents(100));
/** An event of the model within the period of sample packages, and one before it. */
const inPeriod = plain.findIndex(
  ({ modelId, timestamp }) => modelId === sampleModel && timestamp > "2026-01-02T06:00:00.000Z",
);

/** Options of a package over a chain in which events at some places were erased, as its last events say. */
function erasing(places: number[], options: SampleOptions = {}): SampleOptions {
  const records = places.map((place, i) => {
    const { id = "", chainPosition = 0, contentHash = "" } = plain[place] ?? {};
    const record = { eventId: id, chainPosition, contentHash, legalBasis: "GDPR_ART_17", reference: `DSR-${i}` };
    return {
      modelId: otherModel,
      eventType: "CONFIG_CHANGE" as const,
      payload: erasurePayload(record),
      recordedAt: "2026-01-31T12:00:00.000Z",
    };
  });
  const damage = (rows: StoredEvent[]) => {
    for (const [i, place] of places.entries()) {
      const { tags: _tags, metadata: _metadata, erasedBy: _by, ...record } = rows[100 + i] as StoredEvent;
      Object.assign(rows[place] as StoredEvent, {
        content: null,
        tags: [],
        metadata: null,
        erasedBy: JSON.stringify(record),
      });
    }
  };
  return { ...options, events: [...sampleEvents(100), ...records], damage };
}

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

test("an erased event stands in a package with its hashes and its record, and the package is intact", async () => {
  const { bytes, bundle, chain } = await sampleBundle(erasing([inPeriod]));
  const event = erasedOf(bundle);
  expect(event).toMatchObject({ id: plain[inPeriod]?.id, evidenceId: null, contentHash: plain[inPeriod]?.contentHash });
  expect(event).not.toHaveProperty("content");
  expect(event.erasure).toMatchObject({ id: chain[100]?.id, chainPosition: 101, eventType: "CONFIG_CHANGE" });
  expect(bundle.evidence.manifest.erased).toBe(1);
  const { report, failed, content } = await verify(bytes);
  expect([report.status, failed]).toEqual(["intact", []]);
  expect(content).toContain("The content of 1 event was erased on a legal request");
  expect(content).toContain("only the service's chain can show");
  expect(report.facts?.counts.erased).toBe(1);
  expect([...failingQuestions(bytes)]).toEqual([]);
  const whole = await sampleBundle();
  expect(bundle.evidence.summary).toEqual(whole.bundle.evidence.summary);
  expect(bundle.evidence.manifest.listed).toBe(whole.bundle.evidence.manifest.listed - 1);
});

test.each<[string, SampleOptions]>([
  ["that withholds reviews", { includeHumanOversight: false }],
  ["without proofs", { includeChainProof: false }],
  ["of an earlier state of the chain", { size: 100 }],
])("a package %s is intact with erased events of every type", async (_what, options) => {
  const places = plain.flatMap(({ modelId }, i) => (modelId === sampleModel ? [i] : []));
  const { bytes, bundle } = await sampleBundle(erasing(places, options));
  expect((await verify(bytes)).failed).toEqual([]);
  expect([...failingQuestions(bytes)]).toEqual([]);
  const { listed, withheld, erased } = bundle.evidence.manifest;
  expect([listed, withheld, (erased ?? 0) > 5]).toEqual([0, 0, true]);
});

test("a content that is missing without a record is listed, and found", async () => {
  const damage = (rows: StoredEvent[]) => Object.assign(rows[inPeriod] as StoredEvent, { content: null, tags: [] });
  const { bytes, bundle } = await sampleBundle({ damage });
  expect(bundle.evidence.events.some(({ disclosure }) => disclosure === "erased")).toBe(false);
  expect((await verify(bytes)).failed).toContain("content");
});

/** What somebody with the seal's key makes of a package with an erased event. */
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
    "a record that stands before it",
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
    "a content after all",
    (event) => {
      event.content = { actor: { type: "USER", id: "x" }, payload: {}, salt: "00", tags: [] };
    },
    "content",
  ],
  [
    "a record beside an event that has its content",
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

test.each(forgeries)("it is noticed that an erased event has %s", async (_what, forge, check) => {
  const { bundle } = await sampleBundle(erasing([inPeriod]));
  const forged = opened(bundle);
  forge(erasedOf(forged), forged);
  const bytes = sealedAnew(forged);
  expect((await verify(bytes)).failed).toContain(check);
  expect(failingQuestions(bytes).size).toBeGreaterThan(0);
});
