import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  type SampleBundle,
  type SampleOptions,
  sampleBundle,
  withoutVerification,
} from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { otherModel, sampleEvents } from "@/lib/domains/evidence/bundle/testing/sample-chain";
import { newSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { EarlierCounts } from "@/lib/domains/evidence/collect/earlier-counts";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { EvidenceBundle, type SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import { fileOf, opened, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { failingIndependently } from "@/lib/domains/evidence/verification/testing/independent-bundle-verifier";
import {
  type BundleReport,
  type Check,
  type CheckId,
  checkIds,
  verifyBundle,
} from "@/lib/domains/evidence/verification/verify-bundle";
import { isFullRun, propertyRuns } from "@/lib/platform/core/testing";
import { jcs } from "@/lib/platform/crypto/jcs";
import { publicKeyPem } from "@/lib/platform/signing/ed25519";

let sample: SampleBundle;

beforeAll(async () => {
  sample = await sampleBundle();
});

function statusOf(report: BundleReport, id: CheckId): Check["status"] | undefined {
  return report.checks.find((check) => check.id === id)?.status;
}

function failing({ checks }: BundleReport): CheckId[] {
  return checks.filter(({ status }) => status === "failed").map(({ id }) => id);
}

const suppliedDocument: SuppliedDocument = {
  ...{ id: "doc_1", requirement: "8", title: "EU declaration of conformity", version: "1", signedBy: null },
  ...{ reference: null, contentHash: `sha256:${"a".repeat(64)}`, validFrom: "2026-01-01", validUntil: null },
  ...{ suppliedAt: "2026-01-01T00:00:00.000Z", suppliedBy: "evt_1" },
};

describe("an intact package", () => {
  test.each<[string, SampleOptions]>([
    ["of a month", {}],
    ["with withheld reviews", { includeHumanOversight: false }],
    ["without a thread", { withThread: false }],
    ["of some sections", { sections: ["DATA_GOVERNANCE"] }],
    [
      "of a period that starts before the first event",
      { dateRange: { from: "2025-12-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" } },
    ],
    [
      "of a period that ends after the last event",
      { dateRange: { from: "2026-01-04T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z" } },
    ],
    ["of a period without events", { dateRange: { from: "2026-01-02T01:31:00.000Z", to: "2026-01-02T01:32:00.000Z" } }],
    [
      "of a period after all events",
      { dateRange: { from: "2027-01-01T00:00:00.000Z", to: "2028-01-01T00:00:00.000Z" } },
    ],
    ["of one instant", { dateRange: { from: "2026-01-02T00:30:00.000Z", to: "2026-01-02T00:30:00.000Z" } }],
    ["of a model without events", { modelId: "mdl_none" }],
    [
      "of a chain of one event",
      { events: sampleEvents(1), dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" } },
    ],
    ["with a checkpoint smaller than the chain", { size: 80 }],
    ["that ends at the checkpoint", { size: 59 }],
    ["with a supplied document", { documents: [suppliedDocument] }],
    ...frameworkIds.map((framework): [string, SampleOptions] => [`for ${framework}`, { framework }]),
  ])("%s passes both verifiers", async (_what, options) => {
    const { bytes } = await sampleBundle(options);
    const report = await verifyBundle(bytes);
    expect(report).toMatchObject({ status: "intact", checks: checkIds.map((id) => ({ id, failures: [] })) });
    expect([...failingIndependently(bytes)]).toEqual([]);
  });

  test("without chain proof passes, and the proof checks are not run", async () => {
    const { bytes } = await sampleBundle({ includeChainProof: false });
    const report = await verifyBundle(bytes);
    expect(report.status).toBe("intact");
    const unchecked = report.checks.filter(({ status }) => status === "not_checked").map(({ id }) => id);
    expect(unchecked).toEqual(["thread", "checkpoint", "membership", "anchor"]);
    expect(report.facts?.keys.checkpoint).toBeNull();
    expect([...failingIndependently(bytes)]).toEqual([]);
  });

  test("with an unverified chain is intact, and the chain is reported as not checked", async () => {
    const { bytes } = await sampleBundle({ reframe: withoutVerification });
    const report = await verifyBundle(bytes);
    expect(report.facts?.summary).toMatchObject({ chainIntact: false, integrity: { status: "NOT_VERIFIED" } });
    expect(report.checks.find(({ id }) => id === "verdict")).toMatchObject({
      status: "not_checked",
      detail: expect.stringMatching(/^The chain was not verified/),
    });
    expect([report.status, ...failingIndependently(bytes)]).toEqual(["intact"]);
  });

  test("of an earlier version passes with the counts of that version", async () => {
    const dateRange = { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" };
    const { bundle } = await sampleBundle({ dateRange });
    const file = resealed(asEarlierVersion(bundle));
    expect(await verifyBundle(file)).toMatchObject({
      status: "intact",
      checks: checkIds.map((id) => ({ id, failures: [] })),
    });
    bundle.evidence.statistics.oversight.overridden += 1;
    expect(failing(await verifyBundle(resealed(bundle)))).toEqual(["summary"]);
  });

  test("of an earlier version that reported an unverified chain as intact passes without a verdict", async () => {
    const { bundle } = await sampleBundle({ reframe: withoutVerification });
    const earlier = asEarlierVersion(bundle);
    earlier.evidence.summary.chainIntact = true;
    const report = await verifyBundle(resealed(earlier));
    expect([report.status, statusOf(report, "verdict")]).toEqual(["intact", "not_checked"]);
  });

  test("is verified with checks reported in order, and with progress", async () => {
    const { bytes } = await sampleBundle({
      events: sampleEvents(2_500),
      dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z" },
    });
    const reported: Check[] = [];
    const progress: { done: number; total: number }[] = [];
    const report = await verifyBundle(bytes, {
      onCheck: (check) => reported.push(check),
      onProgress: (events) => progress.push(events),
      sha256: (data) => hash("sha256", data, "buffer"),
    });
    expect(reported).toEqual(report.checks);
    expect(reported.map(({ id }) => id)).toEqual(checkIds);
    expect(progress).toEqual([{ done: 1_000, total: 1_667 }]);
    expect(report.facts).toMatchObject({
      package: { model: { name: 'Credit scoring "Ω"' } },
      counts: { listed: 1_667, withheld: 0, outsidePeriod: 0 },
      chain: { checkpoint: { size: 2_500 }, thread: { from: 1, to: 2_500 }, size: 2_500 },
      keys: { seal: { id: sample.sealKey.id, origin: "file" }, checkpoint: { id: sample.checkpointKey.id } },
    });
  });
});

/** Converts a bundle to the format of versions before `statistics.recording`. */
function asEarlierVersion(bundle: EvidenceBundle): EvidenceBundle {
  const { summary, statistics, manifest, package: about, events } = bundle.evidence;
  const earlier = new EarlierCounts();
  for (const { disclosure, eventType, content } of events)
    if (disclosure !== "outside_period") earlier.add(eventType, content?.payload);
  const counted = { counts: summary, statistics };
  const { statistics: restated } = earlier.restated(counted, { summary: {}, statistics: { oversight: {} } });
  statistics.oversight = restated.oversight;
  delete statistics.recording;
  delete summary.recordedLate;
  delete summary.integrity;
  delete manifest.firstRecordedAt;
  about.generatedAt = about.collectedAt;
  delete about.collectedAt;
  return bundle;
}

describe("every change is detected:", () => {
  let small: SampleBundle;

  beforeAll(async () => {
    small = await sampleBundle({
      events: sampleEvents(14),
      dateRange: { from: "2026-01-01T03:00:00.000Z", to: "2026-01-01T12:00:00.000Z" },
      includeHumanOversight: false,
    });
  });

  const place = () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test("a flipped bit", async () => {
    await fc.assert(
      fc.asyncProperty(place(), fc.integer({ min: 0, max: 7 }), async (where, bit) => {
        const file = Buffer.from(small.bytes);
        const at = Math.floor(where * file.length);
        file[at] = (file[at] ?? 0) ^ (1 << bit);
        expect((await verifyBundle(file)).status).not.toBe("intact");
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  test("an added or removed byte", async () => {
    await fc.assert(
      fc.asyncProperty(place(), fc.constantFrom(...' \n\t0a,]}"\\', ""), async (where, given) => {
        const at = Math.floor(where * small.bytes.length);
        const after = small.bytes.subarray(given === "" ? at + 1 : at);
        const file = Buffer.concat([small.bytes.subarray(0, at), Buffer.from(given), after]);
        expect((await verifyBundle(file)).status).not.toBe("intact");
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test("a changed value, also by the independent verifier", async () => {
    const paths = [...leavesOf(small.bundle as unknown as Json)];
    expect(paths.length).toBeGreaterThan(500);
    for (let i = 0; i < paths.length; i += isFullRun ? 7 : 29) {
      const path = paths[i] ?? [];
      const bundle = structuredClone(small.bundle);
      change(bundle as unknown as Json, path);
      const file = fileOf(bundle);
      const report = await verifyBundle(file);
      expect([path, report.status]).not.toEqual([path, "intact"]);
      if (report.status === "unusable" || failing(report).includes("form")) continue;
      expect(failingIndependently(file).size, path.join(".")).toBeGreaterThan(0);
    }
  }, 120_000);
});

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function* leavesOf(value: Json, path: string[] = []): Generator<string[]> {
  if (typeof value !== "object" || value === null) yield path;
  else for (const [key, member] of Object.entries(value)) yield* leavesOf(member, [...path, key]);
}

function change(value: Json, [key = "", ...rest]: string[]): void {
  const holder = value as { [key: string]: Json };
  const member = holder[key] ?? null;
  if (rest.length > 0) change(member, rest);
  else if (typeof member === "string") holder[key] = `${member}x`;
  else if (typeof member === "number") holder[key] = member + 1;
  else if (typeof member === "boolean") holder[key] = !member;
  else holder[key] = "x";
}

describe("a file that is not a package is unusable:", () => {
  test.each<[string, () => Uint8Array | string, RegExp]>([
    ["empty", () => "", /empty/],
    ["not JSON", () => "evidence", /not valid JSON/],
    ["truncated", () => sample.bytes.subarray(0, sample.bytes.length - 40), /truncated/],
    ["truncated in an event", () => sample.bytes.subarray(0, sample.bytes.length / 2), /truncated/],
    ["the second half", () => sample.bytes.subarray(sample.bytes.length / 2), /not valid JSON/],
    ["two packages", () => Buffer.concat([sample.bytes, sample.bytes]), /not valid JSON/],
    ["a PDF", () => "%PDF-1.7\n%âãÏÓ\n1 0 obj", /PDF/],
    ["a PDF in bytes", () => Buffer.from("255044462d312e370a25e2e3cfd30a", "hex"), /not UTF-8|PDF/],
    ["not UTF-8", () => Uint8Array.of(0x7b, 0x22, 0xff, 0xfe), /UTF-8/],
    ["another document", () => '{"evidence":{}}', /not an evidence package/],
    ["a list", () => "[]", /not an evidence package/],
    ["null", () => "null", /not an evidence package/],
    ["another schema", () => withSchema("evidence/0"), /"evidence\/0"/],
    ["no schema name", () => withSchema(7), /\(none\)/],
    ["another schema, reformatted", () => JSON.stringify(JSON.parse(withSchema("x/9")), null, 2), /"x\/9"/],
    ["deeply nested", () => `{"evidence":${"[".repeat(1_000_000)}`, /nested/],
    ["deeply nested in a valid package", () => nested(1_000_000), /nested/],
  ])("%s", async (_what, make, sentence) => {
    const made = make();
    const report = await verifyBundle(typeof made === "string" ? Buffer.from(made) : made);
    expect(report).toMatchObject({ status: "unusable", problem: expect.stringMatching(sentence) });
    expect(statusOf(report, "form")).toBe("failed");
    expect(report.checks.slice(1).every(({ status }) => status === "not_checked")).toBe(true);
    expect(report.facts).toBeUndefined();
  });

  function nested(levels: number): string {
    return sample.bytes.toString().replace('"payload":{', `"payload":{"!":${"[".repeat(levels)}${"]".repeat(levels)},`);
  }
});

function withSchema(schema: unknown): string {
  const bundle = opened(sample.bundle);
  Object.assign(bundle.evidence, { schema });
  return jcs(bundle);
}

describe("a package of a later version", () => {
  const later = (change: object, key = sample.sealKey) => {
    const bundle = opened(sample.bundle);
    Object.assign(bundle.evidence, change);
    return resealed(bundle, key);
  };

  test.each([
    ["another schema", { schema: "evidence/2" }],
    ["another schema and other members", { schema: "evidence/12", chain: undefined, more: [1] }],
    ["a member that this version does not know", { more: 1 }],
  ])("with %s is outdated, and its seal is checked", async (_what, change) => {
    const publicKeys = [sample.sealKey.pem];
    const file = later(change);
    for (const bytes of [file, Buffer.from(JSON.stringify(JSON.parse(file.toString()), null, 2))]) {
      const report = await verifyBundle(bytes, { publicKeys });
      expect(report).toMatchObject({ status: "outdated", problem: expect.stringMatching(/^This verifier is too old/) });
      expect([statusOf(report, "form"), statusOf(report, "seal")]).toEqual(["not_checked", "ok"]);
    }
    const foreign = await verifyBundle(later(change, newSealKey()), { publicKeys });
    expect(foreign).toMatchObject({ status: "unknown_signer", sealKey: { origin: "unknown" } });
  });

  test("that was altered is tampered", async () => {
    const doubled = later({ schema: "evidence/2" }).toString().replace('"limits":', '"limits":[],"limits":');
    for (const bytes of [
      withSchema("evidence/2"),
      JSON.stringify({ ...opened(sample.bundle), evidence: { schema: "evidence/2" }, seal: undefined }),
      doubled,
      later({ schema: "evidence/2" }).toString().replace("0", "1"),
    ])
      expect((await verifyBundle(Buffer.from(bytes))).status).toBe("tampered");
    const truncated = `${withSchema("evidence/2").slice(0, -1)},"seal":`;
    expect((await verifyBundle(Buffer.from(truncated))).status).toBe("unusable");
  });
});

describe("a package rewritten by another program has intact content but different bytes:", () => {
  test.each<[string, (text: string) => string]>([
    ["with a trailing line break", (text) => `${text}\n`],
    ["with a leading space", (text) => ` ${text}`],
    ["indented", (text) => JSON.stringify(JSON.parse(text), null, 2)],
    ["with reordered members", (text) => JSON.stringify({ seal: sample.bundle.seal, ...JSON.parse(text) })],
    ["with escaped letters", (text) => text.replace('"schema":"e', '"schema":"\\u0065')],
    ["with a reformatted number", (text) => text.replace('"chainSize":100', '"chainSize":1.0e2')],
    ["with a space within an event", (text) => text.replace('"content":{', '"content": {')],
    ["with a byte order mark", (text) => `\ufeff${text}`],
  ])("%s", async (_what, rewrite) => {
    const text = sample.bytes.toString();
    const rewritten = rewrite(text);
    expect(rewritten).not.toBe(text);
    const report = await verifyBundle(Buffer.from(rewritten));
    expect(report).toMatchObject({
      status: "content_intact",
      checks: [{ id: "form", status: "ok" }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(failing(report)).toEqual([]);
    expect(report.checks[0]?.detail).toMatch(/bytes differ/);
    if (!rewritten.startsWith("\ufeff")) expect([...failingIndependently(Buffer.from(rewritten))]).toEqual(["form"]);
  });
});

describe("a rewritten package is detected:", () => {
  test.each([
    [
      "an integer that a double does not represent",
      (text: string) => text.replace('"chainSize":100', '"chainSize":100.00000000000000001'),
    ],
    [
      "a member that is repeated with the same value",
      (text: string) => text.replace('"schema":"e', '"schema":"evidence/1","schema":"e'),
    ],
    [
      "a member that is repeated in another notation",
      (text: string) => text.replace('"schema":"e', '"\\u0073chema":"x","schema":"e'),
    ],
  ])("with %s, which another reader would understand differently", async (_what, rewrite) => {
    const report = await verifyBundle(Buffer.from(rewrite(sample.bytes.toString())));
    expect([report.status, failing(report)]).toEqual(["tampered", ["form"]]);
  });

  test("with duplicate members, where the last one counts", async () => {
    const text = sample.bytes.toString();
    const doubled = text.replace('"summary":{"alerts":', '"summary":{"alerts":0,"alerts":');
    expect(failing(await verifyBundle(Buffer.from(doubled)))).toEqual(["form"]);
    const overruled = text.replace(/"summary":\{"alerts":\d+/, '$&,"alerts":0');
    expect(failing(await verifyBundle(Buffer.from(overruled)))).toEqual(["form", "seal", "summary"]);
  });

  test.each<[string, (text: string) => string, RegExp]>([
    [
      "with an extra member",
      (text) => text.replace('"schema":"evidence/1"', '"note":"x","schema":"evidence/1"'),
      /note/,
    ],
    ["with a __proto__ member", (text) => text.replace('{"chain":{', '{"__proto__":{},"chain":{'), /proto/],
    ["with an event that lacks a member", (text) => text.replace(/"severity":"[A-Z]+",/, ""), /severity/],
    ["with an invalid position", (text) => text.replace(/"chainPosition":25/, '"chainPosition":25.5'), /chainPosition/],
    ["with text instead of a number", (text) => text.replace('"chainSize":100', '"chainSize":"100"'), /chainSize/],
    ["without its seal", (text) => text.replace(/,"seal":\{[^}]*\}/, ""), /seal/],
    ["with another seal algorithm", (text) => text.replace("RSASSA-PKCS1-v1_5-SHA256", "none"), /algorithm/],
  ])("%s does not match the schema", async (_what, rewrite, problem) => {
    const text = sample.bytes.toString();
    const rewritten = rewrite(text);
    expect(rewritten).not.toBe(text);
    const report = await verifyBundle(Buffer.from(rewritten));
    expect(report.status).toBe("tampered");
    expect(report.checks[0]?.failures[0]?.message).toMatch(problem);
  });
});

describe("provided keys", () => {
  test("are accepted in every format", async () => {
    const seal = sample.sealKey.pem;
    const checkpoint = publicKeyPem(sample.checkpointKey);
    const jwks = JSON.stringify({ keys: [sample.sealKey.jwk, { kty: "EC", kid: "other" }] });
    for (const publicKeys of [[seal], [seal, checkpoint], [`${seal}\n${checkpoint}`], [jwks], [sample.sealKey.jwk]]) {
      const report = await verifyBundle(sample.bytes, { publicKeys });
      expect(report.status).toBe("intact");
      expect(report.facts?.keys.seal.origin).toBe("given");
    }
    const raw = sample.checkpointKey.raw.toString("base64");
    const report = await verifyBundle(sample.bytes, { publicKeys: [raw] });
    expect(report.facts?.keys).toMatchObject({ seal: { origin: "file" }, checkpoint: { origin: "given" } });
  });

  test.each([
    ["an empty text", ""],
    ["a text without a key", "hello"],
    ["a private key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"],
    ["JSON without a key", '{"keys":[]}'],
    ["invalid JSON", "{"],
    ["other PEM", "-----BEGIN DH PARAMETERS-----\nAAAA\n-----END DH PARAMETERS-----"],
    ["a private key as JSON", '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"","d":""}]}'],
  ])("make the verification unusable: %s", async (_what, key) => {
    const report = await verifyBundle(sample.bytes, { publicKeys: [key] });
    expect(report).toMatchObject({ status: "unusable", problem: expect.stringMatching(/key/), checks: [] });
  });

  test("of fewer than 2048 bits are rejected", async () => {
    const short = await sampleBundle({ sealKey: newSealKey(1024) });
    expect(failing(await verifyBundle(short.bytes))).toEqual(["seal"]);
  });
});

describe("a saved head", () => {
  const receiptOf = ({ chain }: SampleBundle, position: number) => {
    const { organisationId, chainPosition, blockHash } = chain[position - 1] ?? {};
    return { organisationId, chainPosition, blockHash };
  };

  test("is accepted as a receipt, a checkpoint, a list or in short form", async () => {
    const receipt = receiptOf(sample, 31);
    const heads = [
      JSON.stringify(receipt),
      JSON.stringify(sample.checkpoint),
      JSON.stringify([receipt, sample.checkpoint]),
      `31:${receipt.blockHash}`,
      ` 31:${receipt.blockHash?.replace("sha256:", "SHA256:").toUpperCase()} `,
    ];
    for (const expectHead of heads) {
      const report = await verifyBundle(sample.bytes, { expectHead });
      expect([expectHead, report.status, statusOf(report, "anchor")]).toEqual([expectHead, "intact", "ok"]);
    }
  });

  test.each<[string, () => unknown, RegExp]>([
    ["another hash", () => ({ ...receiptOf(sample, 31), blockHash: sample.chain[5]?.blockHash }), /^The saved hash is/],
    ["another organisation", () => ({ ...receiptOf(sample, 31), organisationId: "org_x" }), /organisation org_x/],
    [
      "another hash than the next event names",
      () => ({ ...receiptOf(sample, 30), blockHash: sample.chain[5]?.blockHash }),
      /^The saved hash is/,
    ],
    ["a checkpoint of another root", () => ({ ...sample.checkpoint, rootHash: sample.checkpoint.headHash }), /root/],
  ])("fails for %s", async (_what, make, sentence) => {
    const report = await verifyBundle(sample.bytes, { expectHead: JSON.stringify(make()) });
    expect(failing(report)).toEqual(["anchor"]);
    expect(report.checks.at(-1)?.detail).toMatch(sentence);
  });

  test("passes if the next event links to it, even if it belongs to another model", async () => {
    const report = await verifyBundle(sample.bytes, { expectHead: JSON.stringify(receiptOf(sample, 30)) });
    expect([report.status, statusOf(report, "anchor")]).toEqual(["intact", "ok"]);
  });

  test.each<[string, () => unknown]>([
    ["an event before the thread", () => receiptOf(sample, 3)],
    ["an event after the thread", () => receiptOf(sample, 90)],
    ["an event after the checkpoint", () => ({ ...receiptOf(sample, 31), chainPosition: 1_000 })],
    ["a checkpoint of another size", () => ({ ...sample.checkpoint, size: 99 })],
  ])("is not checked for %s", async (_what, make) => {
    const report = await verifyBundle(sample.bytes, { expectHead: JSON.stringify(make()) });
    expect([report.status, statusOf(report, "anchor")]).toEqual(["intact", "not_checked"]);
    expect(report.checks.at(-1)?.detail).toMatch(/^The saved hash of position \d+ cannot be compared/);
  });

  test("is reported separately for each head in a list", async () => {
    const [same, beyond] = [receiptOf(sample, 31), receiptOf(sample, 90)];
    const expectHead = JSON.stringify([beyond, same]);
    const { detail } = (await verifyBundle(sample.bytes, { expectHead })).checks.at(-1) ?? {};
    expect(detail).toMatch(
      /^The saved hash of position 31 matches .* The saved hash of position 90 cannot be compared/,
    );
    const differs = { ...same, blockHash: beyond.blockHash };
    const report = await verifyBundle(sample.bytes, { expectHead: JSON.stringify([beyond, differs]) });
    expect(failing(report)).toEqual(["anchor"]);
  });

  // This model has events at positions 3, 6, 9 and so on.
  test("contradicts a package that has no event at a covered position", async () => {
    const sparse = await sampleBundle({ modelId: otherModel });
    const { thread } = sparse.bundle.evidence.chain;
    const between = (thread?.from ?? 0) + 1;
    const report = await verifyBundle(sparse.bytes, { expectHead: JSON.stringify(receiptOf(sparse, between)) });
    expect(failing(report)).toEqual(["anchor"]);
    expect(report.checks.at(-1)?.detail).toMatch(/every event of its model .* or the event is missing/);
    const checkpoint = { ...sparse.checkpoint, size: between };
    const ofAny = await verifyBundle(sparse.bytes, { expectHead: JSON.stringify(checkpoint) });
    expect(statusOf(ofAny, "anchor")).toBe("not_checked");
    const unstated = await sampleBundle({ modelId: otherModel, withThread: false });
    const silent = await verifyBundle(unstated.bytes, { expectHead: JSON.stringify(receiptOf(unstated, between)) });
    expect(statusOf(silent, "anchor")).toBe("not_checked");
  });

  test.each(["", "{}", "[]", "31", "31:sha256:00", "0:sha256:" + "a".repeat(64), "null"])(
    "cannot be read as %j",
    async (expectHead) => {
      const report = await verifyBundle(sample.bytes, { expectHead });
      expect(report).toMatchObject({ status: "unusable", problem: expect.stringContaining("Not a valid receipt") });
    },
  );
});

test("without RSA support the other checks run, and the package is not reported as intact", async () => {
  vi.stubGlobal("crypto", {});
  try {
    const report = await verifyBundle(sample.bytes);
    expect(report).toMatchObject({ status: "unusable", problem: expect.stringContaining("HTTPS") });
    expect(statusOf(report, "seal")).toBe("not_checked");
    expect(statusOf(report, "membership")).toBe("ok");
    const bundle = opened(sample.bundle);
    bundle.evidence.events.splice(3, 1);
    expect((await verifyBundle(fileOf(bundle))).status).toBe("tampered");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a requirement is supplied only with a document that is valid at the end of the period", async () => {
  const { bundle } = await sampleBundle({ documents: [suppliedDocument] });
  const { framework } = bundle.evidence;
  expect(framework.requirements.find(({ id }) => id === "8")).toMatchObject({ status: "SUPPLIED" });
  expect(framework.coverage.byStatus.SUPPLIED).toBe(1);
  const [document] = framework.documents ?? [];
  if (!document) throw new Error("no document");
  document.validUntil = "2026-01-02";
  expect(failing(await verifyBundle(resealed(bundle)))).toEqual(["summary"]);
  delete framework.documents;
  expect(failing(await verifyBundle(resealed(bundle)))).toEqual(["summary"]);
});

test("an unknown mapping is not compared, but everything else is", async () => {
  const bundle = opened(sample.bundle);
  bundle.evidence.framework.mappingVersion = "2031-01-01";
  const report = await verifyBundle(resealed(bundle));
  expect(report.status).toBe("intact");
  expect(report.checks.find(({ id }) => id === "summary")).toMatchObject({
    status: "not_checked",
    detail: expect.stringContaining("2031-01-01"),
  });
  bundle.evidence.statistics.actors += 1;
  expect(failing(await verifyBundle(resealed(bundle)))).toEqual(["summary"]);
});

test("a bundle of the first mapping, which had no adverse evidence, is intact", async () => {
  const bundle = opened(sample.bundle);
  const { framework } = bundle.evidence;
  framework.mappingVersion = "2026-11-20";
  delete framework.packageTitle;
  delete framework.retention;
  delete framework.coverage.byStatus.ADVERSE;
  for (const requirement of framework.requirements) {
    for (const member of ["basis", "adverse", "evidence"] as const) delete requirement[member];
  }
  EvidenceBundle.parse(bundle);
  const report = await verifyBundle(resealed(bundle));
  expect(report.status).toBe("intact");
  expect(report.checks.find(({ id }) => id === "summary")).toMatchObject({ status: "not_checked", failures: [] });
});

test("rows changed in the database are reported by evidence number", async () => {
  const texts = ["", "null", "[", '{"a":1}', `${"[".repeat(5_000)}${"]".repeat(5_000)}`, '{"x":"\\ud800"}'];
  const { bytes } = await sampleBundle({
    damage: (rows) => {
      for (const [i, content] of texts.entries()) Object.assign(rows[24 + 3 * i] ?? {}, { content });
      Object.assign(rows[45] ?? {}, { severity: "\u0001", timestamp: "2026-01-02T99", source: "'" });
    },
  });
  const report = await verifyBundle(bytes);
  expect(failing(report)).toEqual(["content", "headers"]);
  const contents = report.checks.find(({ id }) => id === "content");
  expect(contents?.failures.map(({ evidenceId }) => evidenceId)).toHaveLength(texts.length);
  expect(contents?.failures[0]).toMatchObject({ evidenceId: "E-0001", chainPosition: 25 });
});

test("the verifier runs in a browser without Node modules", async () => {
  const root = join(import.meta.dirname, "../../../..");
  const entry = join(import.meta.dirname, "verify-bundle.ts");
  const args = [entry, "--bundle", "--platform=browser", "--format=iife", "--global-name=built", "--log-level=error"];
  const script = execFileSync(join(root, "node_modules/.bin/esbuild"), args, { cwd: root, maxBuffer: 2 ** 26 });
  // Globals of browser workers only.
  const { atob, btoa, crypto, TextDecoder, TextEncoder } = globalThis;
  const worker: Record<string, unknown> = {
    atob,
    btoa,
    crypto,
    TextDecoder,
    TextEncoder,
    Uint8Array,
    file: sample.bytes,
  };
  const context = createContext(worker);
  const report = (await runInContext(`${script}; built.verifyBundle(file)`, context)) as BundleReport;
  expect(report.status).toBe("intact");
});
