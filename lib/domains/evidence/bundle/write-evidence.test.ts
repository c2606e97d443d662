import { createHash, verify } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoredEvent } from "@/lib/domains/audit-chain";
import { type SampleOptions, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { sampleChain, sampleEvents, sampleModel } from "@/lib/domains/evidence/bundle/testing/sample-chain";
import { sampleKeys } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { type EvidenceFrame, writeEvidence } from "@/lib/domains/evidence/bundle/write-evidence";
import { EvidenceCollector } from "@/lib/domains/evidence/collect/collector";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import { sealBundle } from "@/lib/domains/evidence/generation/sign";
import { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import { propertyRuns } from "@/lib/platform/core/testing";
import { jcs } from "@/lib/platform/crypto/jcs";

const whole = { from: "2026-01-01T00:00:00.000Z", to: "2036-01-01T00:00:00.000Z" };

let frame: EvidenceFrame;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "write-evidence-"));
  const { bundle } = await sampleBundle({ dateRange: whole });
  const { chain, package: about, keys, limits, generator } = bundle.evidence;
  frame = {
    chain,
    package: about,
    keys,
    limits,
    generator,
    chainSize: 100,
    firstRecordedAt: { chain: null, model: null },
  };
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

async function* pagesOf(events: StoredEvent[], size = 1_000) {
  for (let from = 0; from < events.length; from += size) yield events.slice(from, from + size);
}

async function written(given: EvidenceFrame, events: StoredEvent[], pageSize?: number) {
  const { sections, dateRange: period, includeHumanOversight } = given.package;
  const framework = frameworkOf("ISO_42001");
  const collector = new EvidenceCollector({ framework, sections, period, includeHumanOversight });
  const chunks: Uint8Array[] = [];
  const counts: number[] = [];
  const result = await writeEvidence(
    given,
    pagesOf(events, pageSize),
    collector,
    async (chunk) => void chunks.push(chunk),
    (count) => counts.push(count),
  );
  return { ...result, chunks, counts, bytes: Buffer.concat(chunks) };
}

const ofModel = (count: number) =>
  sampleChain(sampleEvents(count).map((event) => ({ ...event, modelId: sampleModel })));

describe("a bundle is canonical JSON and matches the schema:", () => {
  test.each<[string, SampleOptions]>([
    ["with events of every type", {}],
    ["with withheld reviews", { includeHumanOversight: false }],
    ["without proofs", { includeChainProof: false }],
    ["without events", { modelId: "mdl_none" }],
    [
      "with altered rows",
      {
        damage: (rows) => {
          const content = (i: number, text: string) => Object.assign(rows[i] ?? {}, { content: text });
          content(24, "");
          content(27, '{"tags":[],"salt":"","payload":{},"actor":{"type":"","id":""}}');
          content(30, `${"[".repeat(50_000)}${"]".repeat(50_000)}`);
          content(33, '{"actor":{"id":"\\ud800","type":"😀"},"payload":{"a":1.0},"salt":"","tags":[]}');
          Object.assign(rows[36] ?? {}, { severity: '"\\\u0000\u2028', source: "😀", id: "" });
        },
      },
    ],
  ])("%s", async (_what, options) => {
    const { bytes, bundle } = await sampleBundle(options);
    const text = bytes.toString("utf8");
    expect(jcs(JSON.parse(text))).toBe(text);
    expect(canonicalize(JSON.parse(text))).toBe(text);
    expect(EvidenceBundle.parse(bundle)).toEqual(bundle);
  });

  test("with any content, and contains the stored texts of altered rows", async () => {
    const json = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), { maxKeys: 5 });
    const row = fc.record({ payload: json, content: fc.option(fc.string({ unit: "binary" })), source: fc.string() });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        const recordedAt = "2026-01-02T00:00:00.000Z";
        const events = sampleChain(rows.map(({ payload }) => ({ modelId: sampleModel, payload, recordedAt })));
        for (const [i, { content, source }] of rows.entries()) {
          if (content !== null) Object.assign(events[i] ?? {}, { content: content.toWellFormed(), source });
        }
        const { bytes } = await written(frame, events);
        const text = bytes.toString("utf8");
        expect(jcs(JSON.parse(text))).toBe(text);
        const { events: shown } = JSON.parse(text) as EvidenceBundle["evidence"];
        expect(shown.map(({ content, contentText }) => contentText ?? jcs(content))).toEqual(
          events.map(({ content }) => content),
        );
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

test("the page size does not change the bytes of a bundle", async () => {
  const events = ofModel(50);
  const [one, other, third] = [
    await written(frame, events),
    await written(frame, events, 7),
    await written(frame, events, 1),
  ];
  expect(other.bytes.equals(one.bytes)).toBe(true);
  expect(third.bytes.equals(one.bytes)).toBe(true);
  expect(one.sha256).toEqual(createHash("sha256").update(one.bytes).digest());
  expect(other.counts).toEqual([7, 14, 21, 28, 35, 42, 49, 50]);
});

test("the writer emits chunks of about 256 KiB and awaits each one before it reads more events", async () => {
  const events = ofModel(4_000);
  let [isBusy, readWhileBusy, pages] = [false, 0, 0];
  const sizes: number[] = [];
  async function* pagesWatched() {
    for await (const page of pagesOf(events, 100)) {
      if (isBusy) readWhileBusy += 1;
      pages += 1;
      yield page;
    }
  }
  const { sections, dateRange: period, includeHumanOversight } = frame.package;
  const framework = frameworkOf("ISO_42001");
  const collector = new EvidenceCollector({ framework, sections, period, includeHumanOversight });
  await writeEvidence(frame, pagesWatched(), collector, async (chunk) => {
    expect(isBusy).toBe(false);
    isBusy = true;
    sizes.push(chunk.length);
    await new Promise(setImmediate);
    isBusy = false;
  });
  expect([pages, readWhileBusy]).toEqual([40, 0]);
  expect(sizes.length).toBeGreaterThan(5);
  for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(256 * 1024);
  expect(Math.max(...sizes)).toBeLessThan(300 * 1024);
});

test("the writer splits a proof with 20,001 hashes into chunks", async () => {
  const hashes = Array.from({ length: 20_001 }, (_, i) => `sha256:${String(i).padStart(64, "0")}`);
  const long = { ...frame, chain: { ...frame.chain, membership: { treeSize: 100_000, hashes } } };
  const { bytes, chunks } = await written(long, []);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(400 * 1024);
  const text = bytes.toString("utf8");
  expect(jcs(JSON.parse(text))).toBe(text);
  expect((JSON.parse(text) as EvidenceBundle["evidence"]).chain.membership?.hashes).toEqual(hashes);
});

describe("a seal", () => {
  test("signs the exact bytes of the evidence and is reproducible", async () => {
    const [evidence, bundle, again] = ["evidence", "bundle", "again"].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    const bytes = Buffer.from(`{"a":"${"é".repeat(300_000)}"}`);
    await writeFile(evidence, bytes);
    const { sealKey } = sampleKeys();
    await writeFile(again, "x".repeat(2_000_000));
    await sealBundle(evidence, bundle, { headHash: null, signer: sealKey });
    await sealBundle(evidence, again, { headHash: null, signer: sealKey });
    const file = await readFile(bundle);
    expect(file.equals(await readFile(again))).toBe(true);
    expect(file.subarray(12, 12 + bytes.length).equals(bytes)).toBe(true);
    const { seal } = JSON.parse(file.toString("utf8")) as EvidenceBundle;
    expect(seal).toMatchObject({ algorithm: "RSASSA-PKCS1-v1_5-SHA256", keyId: sealKey.id });
    expect(verify("sha256", bytes, sealKey.publicKey, Buffer.from(seal.signature, "base64"))).toBe(true);
  });
});
