import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type SampleBundle,
  sampleBundle,
  withoutVerification,
} from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { newCheckpointKey, newSealKey } from "@/lib/domains/evidence/bundle/testing/sample-keys";
import { samplePdf } from "@/lib/domains/evidence/bundle/testing/sample-pdf";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import { opened, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { propertyRuns } from "@/lib/platform/core/testing";
import { jcs } from "@/lib/platform/crypto/jcs";
import type { StepId } from "./checking/protocol";
import type { Run } from "./state";
import { checked, fileOf, hashOf, type SampleService, sampleService } from "./testing";

let sample: SampleBundle;
let pdf: Uint8Array;
let service: SampleService;

beforeAll(async () => {
  sample = await sampleBundle();
  pdf = await samplePdf(sample);
});

beforeEach(() => {
  service = sampleService(sample);
  service.issue(sample.bytes);
  service.issue(pdf, { format: "PDF" });
});

afterEach(() => vi.unstubAllGlobals());

function stepsWith(run: Run, outcome: string): StepId[] {
  return Object.values(run.results).flatMap((result) => (result.outcome === outcome ? [result.id] : []));
}

/** Changes the sample and rewrites it in canonical form. */
function altered(change: (bundle: EvidenceBundle) => void): Uint8Array {
  const bundle = structuredClone(sample.bundle);
  change(bundle);
  return Buffer.from(jcs(bundle));
}

const eventOf = ({ evidence }: EvidenceBundle, index: number) => {
  const event = evidence.events.filter(({ content }) => content)[index];
  if (!event?.content) throw new Error(`there is no event ${index}`);
  return { ...event, content: event.content, all: evidence.events, at: evidence.events.indexOf(event) };
};

describe("an issued package", () => {
  test("is authentic and intact, as JSON", async () => {
    const run = await checked(sample.bytes, service);
    expect(run.verdict).toMatchObject({ kind: "authentic", headline: "Authentic and intact", failed: [] });
    expect(stepsWith(run, "passed")).toHaveLength(13);
    expect(run.contents?.package.model.name).toBe(sample.bundle.evidence.package.model.name);
    expect(run.record?.packageId).toBe("epkg_01kasample0000000000000000");
  });

  test("is authentic and intact, as PDF, with the evidence that is attached to it", async () => {
    const run = await checked(fileOf(pdf, "package.pdf"), service);
    expect(run).toMatchObject({ phase: "done", running: [], verdict: { kind: "authentic" } });
    expect(stepsWith(run, "passed")).toEqual(
      expect.arrayContaining(["document", "attachment", "seal", "membership", "summary"]),
    );
    expect(run.contents?.counts.listed).toBe(sample.bundle.evidence.manifest.listed);
  });

  test("is authentic as a PDF without evidence, because the signature covers all pages", async () => {
    for (const options of [{ evidence: null }, { attachmentName: "notes.json" }]) {
      const bare = await samplePdf(sample, options);
      service.issue(bare, { format: "PDF" });
      const run = await checked(bare, service);
      expect(run.verdict?.kind).toBe("authentic");
      expect(run.results.attachment?.outcome).toBe("not_checked");
    }
  });

  test("is verified with the published keys", async () => {
    const { results } = await checked(sample.bytes, service);
    for (const id of ["seal", "checkpoint"] as const)
      expect(results[id]?.sentence).toMatch(/ The key [0-9a-f]{16} was published by the service\.$/);
    const stranger = await sampleBundle({ sealKey: newSealKey() });
    expect((await checked(stranger.bytes, service)).results.seal?.sentence).toContain("published by the service");
  });

  test("without proofs is authentic, and lists the unchecked steps", async () => {
    const plain = await sampleBundle({ includeChainProof: false });
    service.issue(plain.bytes);
    const run = await checked(plain.bytes, service);
    expect(run.verdict?.kind).toBe("authentic");
    expect(run.verdict?.sentence).toContain("not checked");
    expect(stepsWith(run, "not_checked")).toEqual(["thread", "checkpoint", "membership"]);
  });
});

test("sends only the hash, once, and fetches the keys", async () => {
  await checked(sample.bytes, service, hashOf(pdf));
  expect(service.asked).toEqual([`/v1/verify/${hashOf(sample.bytes)}`, "/v1/verify/keys"]);
});

test.each([
  ["JSON", () => sample.bytes],
  ["PDF", () => pdf],
])("a %s package with any changed byte is not authentic", async (_format, bytes) => {
  const isRejected = async (position: number, by: number) => {
    const changed = Uint8Array.from(bytes());
    const at = position % changed.length;
    changed[at] = (changed[at] ?? 0) ^ by;
    const { verdict } = await checked(changed, service);
    expect(verdict).toMatchObject({ kind: "not_authentic", failed: expect.arrayContaining(["record"]) });
  };
  await fc.assert(fc.asyncProperty(fc.nat({ max: 1 << 20 }), fc.integer({ min: 1, max: 255 }), isRejected), {
    numRuns: propertyRuns(60),
  });
});

describe("the verdict names the altered part:", () => {
  test.each<[what: string, step: StepId, headline: RegExp, change: (bundle: EvidenceBundle) => void]>([
    ["a payload", "content", /event content/, (bundle) => Object.assign(eventOf(bundle, 2).content.payload, { a: 1 })],
    ["an actor", "content", /event content/, (bundle) => Object.assign(eventOf(bundle, 2).content.actor, { id: "x" })],
    [
      "a severity",
      "headers",
      /event headers/,
      (bundle) => Object.assign(bundle.evidence.events[5] ?? {}, { severity: "INFO", source: "JIRA" }),
    ],
    [
      "a duplicated event",
      "order",
      /inconsistent/,
      ({ evidence: { events } }) => void events.splice(3, 0, ...events.slice(3, 4)),
    ],
    ["a removed event", "thread", /missing|inconsistent/, ({ evidence: { events } }) => void events.splice(4, 1)],
    [
      "the checkpoint",
      "checkpoint",
      /./,
      ({ evidence: { chain } }) => Object.assign(chain.checkpoint ?? {}, { issuedAt: "2026-01-01T00:00:00.000Z" }),
    ],
    ["the proof", "membership", /signed chain/, ({ evidence: { chain } }) => void chain.membership?.hashes.reverse()],
    ["a count", "summary", /summary/, ({ evidence }) => Object.assign(evidence.summary, { alerts: 0 })],
    [
      "the chain verification",
      "verdict",
      /chain/,
      ({ evidence }) => Object.assign(evidence.chain.verification, { status: "failed" }),
    ],
    ["an added member", "form", /not a valid/, ({ evidence }) => Object.assign(evidence, { approved: true })],
    ["a name", "seal", /seal/, ({ evidence }) => Object.assign(evidence.package.model, { name: "Another" })],
  ])("%s (%s)", async (what, step, headline, change) => {
    const { verdict, results } = await checked(altered(change), service);
    expect(results[step]?.outcome).toBe("failed");
    if (what === "a payload") expect(results.content?.sentence).toMatch(/^E-0003, #\d+: /);
    expect(results.record?.outcome).toBe("failed");
    expect(verdict?.failed).toEqual(expect.arrayContaining([step, "record"]));
    expect(verdict).toMatchObject({ kind: "not_authentic", headline: expect.stringMatching(headline) });
  });

  test("a PDF with a changed page or appended bytes", async () => {
    const at = Buffer.from(pdf).indexOf("stream") + 12;
    const page = Buffer.from(pdf);
    page[at] = (page[at] ?? 0) ^ 1;
    const cases: [Uint8Array, RegExp][] = [
      [page, /^Not authentic: the pages of the PDF were altered/],
      [Buffer.concat([pdf, Buffer.from("%more")]), /^Not authentic: the PDF was altered after it was signed/],
    ];
    for (const [bytes, headline] of cases) {
      const { verdict } = await checked(bytes, service);
      expect(verdict).toMatchObject({ kind: "not_authentic", headline: expect.stringMatching(headline) });
    }
  });

  test("`headHash`, which is outside the seal", async () => {
    const { verdict } = await checked(
      altered((bundle) => Object.assign(bundle, { headHash: null })),
      service,
    );
    expect(verdict).toMatchObject({ kind: "not_authentic", headline: "Not authentic: `headHash` was altered" });
  });

  test("none, if another program only reformatted the JSON", async () => {
    const run = await checked(Buffer.from(JSON.stringify(sample.bundle, null, 1)), service);
    expect(run.verdict).toMatchObject({ kind: "content_intact", headline: "Content intact, but the bytes differ" });
    expect(stepsWith(run, "failed")).toEqual([]);
  });
});

describe("a report", () => {
  const reportId = "rep_01ka0000000000000000000000";
  const ofReport = { packageId: null, framework: null, packageSignature: null, format: "PDF" as const };

  test("is compared with its record, and authentic by its own signature", async () => {
    const report = await samplePdf(sample, { reportId });
    service.issue(report, { ...ofReport, reportId });
    const run = await checked(report, service);
    expect(run.verdict).toMatchObject({ kind: "authentic", headline: "Authentic and intact" });
    expect(stepsWith(run, "passed")).toEqual(["read", "document", "record"]);
    expect(run.results.record?.sentence).toContain(`This service issued report ${reportId}, which is signed by`);
    service.issue(report, { ...ofReport, reportId: "rep_01ka0000000000000000000001" });
    expect((await checked(report, service)).verdict).toMatchObject({ kind: "not_authentic", failed: ["record"] });
  });

  test("is authentic without a record, but not with a changed byte", async () => {
    const report = await samplePdf(sample, { reportId });
    expect((await checked(report, service)).verdict).toMatchObject({
      kind: "authentic",
      sentence: expect.stringContaining("has no record of this file"),
    });
    report[300] = (report[300] ?? 0) ^ 1;
    expect((await checked(report, service)).verdict?.kind).toBe("not_authentic");
  });
});

describe("the verdict", () => {
  test("is unknown_signer if everything was generated and sealed with other keys", async () => {
    const sealKey = newSealKey();
    const foreign = await sampleBundle({ sealKey, checkpointKey: newCheckpointKey() });
    for (const bytes of [foreign.bytes, await samplePdf(foreign)]) {
      const { verdict, results } = await checked(bytes, service);
      expect(verdict).toMatchObject({
        kind: "unknown_signer",
        failed: [],
        sentence: expect.stringContaining(sealKey.id),
      });
      expect([results.record?.outcome, results.seal?.outcome]).toEqual(["not_checked", "not_checked"]);
    }
  });

  test("is outdated if a later version generated the file", async () => {
    const later = opened(sample.bundle);
    Object.assign(later.evidence, { schema: "evidence/2" });
    const file = resealed(later);
    for (const bytes of [file, await samplePdf(sample, { evidence: file })]) {
      const { verdict, results } = await checked(bytes, service);
      expect(verdict).toMatchObject({
        kind: "outdated",
        headline: expect.stringMatching(/^This verifier is too old/),
      });
      expect([results.seal?.outcome, results.form?.outcome]).toEqual(["passed", "not_checked"]);
    }
    expect(
      (
        await checked(
          altered(({ evidence }) => Object.assign(evidence, { schema: "evidence/2" })),
          service,
        )
      ).verdict,
    ).toMatchObject({ kind: "not_authentic", failed: expect.arrayContaining(["seal"]) });
  });

  test("is authentic by its own signature for a PDF without a record", async () => {
    const { verdict, results } = await checked(pdf, sampleService(sample));
    expect(results.record).toMatchObject({ outcome: "not_checked", instead: "document" });
    expect(verdict).toMatchObject({
      kind: "authentic",
      sentence: expect.stringMatching(/^The signature in the PDF is/),
    });
    expect(verdict?.sentence).not.toContain("exact file");
  });

  test("is not_authentic for a file that claims a later version without a seal", async () => {
    const file = altered((bundle) => {
      Object.assign(bundle.evidence, { schema: "evidence/2" });
      Reflect.deleteProperty(bundle, "seal");
    });
    const { verdict } = await checked(file, service);
    expect(verdict).toMatchObject({ kind: "not_authentic", failed: ["form", "record"] });
  });
});

describe("the response of the service decides:", () => {
  test("evidence extracted from a PDF is authentic by its seal", async () => {
    const { verdict, results } = await checked(sample.bytes, sampleService(sample));
    expect(verdict).toMatchObject({ kind: "authentic", sentence: expect.stringContaining("extracted") });
    expect(results.record).toMatchObject({ outcome: "not_checked", instead: "seal" });
  });

  test("a package is not authentic if the service reports a problem", async () => {
    service.issue(sample.bytes, { authentic: false, message: "The stored file has another hash." });
    const { verdict, results } = await checked(sample.bytes, service);
    expect(verdict?.headline).toBe("Not authentic: the service reports a problem with this package");
    expect(results.record?.sentence).toBe("The stored file has another hash.");
  });

  test("the signature of another file is rejected", async () => {
    const other = service.issue(pdf);
    service.issue(sample.bytes, { packageSignature: other.packageSignature });
    expect((await checked(sample.bytes, service)).verdict?.headline).toMatch(/signature/);
  });

  test("a signature by an unpublished key is rejected", async () => {
    const { bytes } = sample;
    const stranger = sampleService({ ...sample, sealKey: newSealKey() });
    service.issue(bytes, stranger.issue(bytes));
    const { results } = await checked(bytes, service);
    expect(results.signature).toMatchObject({ outcome: "failed", sentence: expect.stringMatching(/does not publish/) });
  });

  test("a package whose chain was not verified is authentic, but not reported as intact", async () => {
    const unverified = await sampleBundle({ reframe: withoutVerification });
    service.issue(unverified.bytes);
    const { verdict, results } = await checked(unverified.bytes, service);
    expect(results.verdict?.outcome).toBe("not_checked");
    expect(verdict).toMatchObject({
      kind: "authentic",
      headline: "Authentic, but the audit chain was not verified",
      sentence: expect.stringContaining("The chain was not verified: "),
    });
  });

  test("a package of a damaged chain is authentic, but not intact", async () => {
    const damaged = await sampleBundle({
      damage: (stored) => {
        for (const event of stored.slice(30, 31))
          event.content = (event.content ?? "").replace(/"id":"[^"]*"/, '"id":"nobody"');
      },
    });
    service.issue(damaged.bytes);
    const { verdict } = await checked(damaged.bytes, service);
    expect(verdict).toMatchObject({ kind: "damaged", failed: expect.arrayContaining(["content"]) });
    expect(verdict?.headline).toBe("Authentic, but not intact: event content was altered");
  });
});

describe("without a valid response nothing is authentic, and the local checks still run:", () => {
  const notFoundPage = () => new Response("<h1>Not found</h1>", { status: 404 });
  test.each<[what: string, answer: (() => Response) | Error, reason: RegExp]>([
    ["no connection", new TypeError("Failed to fetch"), /could not be reached/],
    ["no answer in time", new DOMException("", "TimeoutError"), /within 20 seconds/],
    ["429", () => new Response("", { status: 429, headers: { "Retry-After": "7" } }), /Try again in 7 seconds/],
    ["429 without a time", () => new Response("", { status: 429 }), /\(429\)\. Try again later/],
    ["500", () => new Response("oops", { status: 500 }), /temporarily unavailable \(500\)/],
    ["503 in JSON", () => Response.json({ error: "unavailable" }, { status: 503 }), /\(503\)/],
    ["a 404 of a proxy", notFoundPage, /unexpected response \(404\)/],
    ["another page", () => new Response("<h1>Welcome</h1>"), /cannot read/],
    ["other JSON", () => Response.json([]), /cannot read/],
    ["a record without its signature", () => Response.json({ packageId: "epkg_1", authentic: true }), /cannot read/],
  ])("%s", async (_what, answer, reason) => {
    service.answer("*", answer);
    const { verdict, results, contents } = await checked(sample.bytes, service);
    expect(verdict).toMatchObject({
      kind: "cannot_be_checked",
      headline: "Cannot be verified: no valid response from the service",
    });
    expect(results.record).toMatchObject({ outcome: "not_checked", sentence: expect.stringMatching(reason) });
    expect([results.seal?.outcome, results.checkpoint?.outcome]).toEqual(["not_checked", "not_checked"]);
    expect([results.content?.outcome, results.membership?.outcome]).toEqual(["passed", "passed"]);
    expect(contents).not.toBeNull();
  });

  test("being offline is given as the reason", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    service.answer("*", new TypeError("Failed to fetch"));
    expect((await checked(pdf, service)).verdict?.sentence).toContain("This device is offline.");
  });

  test("an alteration is still detected", async () => {
    service.answer("*", new TypeError("Failed to fetch"));
    const file = altered((bundle) => Object.assign(eventOf(bundle, 2).content.payload, { a: 1 }));
    const { verdict } = await checked(file, service);
    expect(verdict?.headline).toBe("Not authentic: event content was altered");
  });

  test.each([
    ["keys that cannot be fetched", () => new Response("", { status: 500 })],
    ["no keys", () => Response.json({ keys: [] })],
    ["invalid keys", () => Response.json({ keys: "none" })],
  ])("%s", async (_what, answer) => {
    service.answer("/v1/verify/keys", answer);
    const { verdict } = await checked(sample.bytes, service);
    expect(verdict?.kind).not.toBe("authentic");
  });
});

test("without HTTPS the hash is computed, and the signature is reported as not checked", async () => {
  vi.stubGlobal("crypto", { ...globalThis.crypto, subtle: undefined });
  const { verdict, results, sha256 } = await checked(sample.bytes, service);
  expect(`sha256:${sha256}`).toBe(hashOf(sample.bytes));
  expect(results.record?.outcome).toBe("passed");
  expect(results.signature).toMatchObject({ outcome: "not_checked", sentence: expect.stringMatching(/HTTPS/) });
  expect(verdict).toMatchObject({ kind: "cannot_be_checked", headline: expect.stringMatching(/signature/) });
});

describe("an expected value:", () => {
  test("a matching hash passes", async () => {
    const run = await checked(sample.bytes, service, hashOf(sample.bytes).toUpperCase());
    expect(run.results.expected?.outcome).toBe("passed");
    expect(run.verdict?.kind).toBe("authentic");
  });

  test("a different hash rejects a genuine package", async () => {
    const { verdict } = await checked(sample.bytes, service, hashOf(pdf));
    expect(verdict).toMatchObject({ kind: "not_authentic", failed: ["expected"] });
    expect(verdict?.sentence).toContain("its hash differs from the one you entered");
  });

  test("a receipt of an event in the package passes", async () => {
    const { chainPosition, blockHash } = eventOf(sample.bundle, 1);
    for (const receipt of [`${chainPosition}:${blockHash}`, JSON.stringify({ chainPosition, blockHash })]) {
      const { results, verdict } = await checked(sample.bytes, service, receipt);
      expect(results.anchor?.outcome).toBe("passed");
      expect(verdict?.kind).toBe("authentic");
    }
  });

  test("a receipt of an event outside the package is reported as not compared", async () => {
    const beyond = sample.bundle.evidence.manifest.chainSize + 1;
    const { results, verdict } = await checked(sample.bytes, service, `${beyond}:sha256:${"a".repeat(64)}`);
    expect(results.anchor).toMatchObject({ outcome: "not_checked", sentence: expect.stringMatching(/compared/) });
    expect(verdict).toMatchObject({
      kind: "authentic",
      sentence: expect.stringMatching(/receipt could not be compared/),
    });
  });

  test("a contradicting receipt is reported", async () => {
    const { chainPosition } = eventOf(sample.bundle, 1);
    const { verdict } = await checked(pdf, service, `${chainPosition}:sha256:${"a".repeat(64)}`);
    expect(verdict).toMatchObject({
      headline: "Authentic, but the package does not match your receipt",
      failed: ["anchor"],
    });
  });
});

describe("a file that is not a package:", () => {
  const text = (content: string) => Buffer.from(content);
  test.each([
    ["a text", () => text("Just a note.\n"), 3],
    ["an image", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), 3],
    ["another JSON document", () => text('{"evidence":{}}'), 13],
    ["truncated JSON", () => sample.bytes.subarray(0, -40), 13],
    ["an invalid PDF", () => text("%PDF-1.7\nnot really"), 15],
    ["a truncated PDF", () => pdf.subarray(0, pdf.length / 2), 15],
  ])("%s is not authentic, and every step has a result", async (_what, bytes, steps) => {
    const run = await checked(bytes(), service);
    expect(run.verdict).toMatchObject({ kind: "not_authentic" });
    expect(run.results.record?.outcome).toBe("failed");
    expect(Object.keys(run.results)).toHaveLength(steps);
  });

  test("an empty file cannot be verified, and nothing is requested", async () => {
    const run = await checked(Buffer.alloc(0), service);
    expect(run.verdict?.headline).toBe("Cannot be verified: the file is empty");
    expect(stepsWith(run, "not_checked")).toHaveLength(13);
    expect(service.asked).toEqual([]);
  });

  test("a file larger than any package is not read", async () => {
    const huge = Object.defineProperty(fileOf(text("x")), "size", { value: 3 * 2 ** 30 });
    const { verdict } = await checked(huge, service);
    expect(verdict?.headline).toBe("Cannot be verified: the file is too large");
  });

  test.each([
    ["that is unreadable", () => Promise.reject(new DOMException("", "NotReadableError"))],
    ["that changes while being read", () => Promise.resolve({ done: true as const, value: undefined })],
  ])("a file %s cannot be verified", async (_what, read) => {
    const stream = () => ({ getReader: () => ({ read }) });
    const lost = Object.defineProperty(fileOf(sample.bytes), "stream", { value: stream });
    const { verdict } = await checked(lost, service);
    expect(verdict?.headline).toBe("Cannot be verified: the file could not be read");
  });
});
