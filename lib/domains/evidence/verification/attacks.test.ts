import { beforeAll, describe, expect, test } from "vitest";
import { type SampleBundle, sampleBundle, sampleCheckpoint } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { otherModel, sampleChain, sampleEvents } from "@/lib/domains/evidence/bundle/testing/sample-chain";
import {
  checkpointJwk,
  newCheckpointKey,
  newSealKey,
  type SampleSealKey,
} from "@/lib/domains/evidence/bundle/testing/sample-keys";
import type { EvidenceBundle, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import {
  fileOf,
  flipped,
  opened,
  rehash,
  rehashFrom,
  resealed,
} from "@/lib/domains/evidence/verification/testing/forger";
import { failingIndependently } from "@/lib/domains/evidence/verification/testing/independent-bundle-verifier";
import { type BundleReport, type CheckId, verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import { everyNth } from "@/lib/platform/core/testing";
import { jcs } from "@/lib/platform/crypto/jcs";
import { publicKeyPem, type SigningKey } from "@/lib/platform/signing/ed25519";

interface Victim {
  bundle: EvidenceBundle;
  events: EvidenceEvent[];
  /** Other genuine packages that the attacker may have. */
  sample: SampleBundle;
}

let sample: SampleBundle;
let withheld: SampleBundle;
let ofOther: SampleBundle;
let damaged: SampleBundle;
let sealKey: SampleSealKey;
let checkpointKey: SigningKey;

beforeAll(async () => {
  sample = await sampleBundle();
  withheld = await sampleBundle({ includeHumanOversight: false });
  ofOther = await sampleBundle({ modelId: otherModel });
  damaged = await sampleBundle({ damage: (rows) => Object.assign(rows[30] ?? {}, { severity: "LOW" }) });
  sealKey = newSealKey();
  checkpointKey = newCheckpointKey();
});

function failingChecks({ checks }: BundleReport): CheckId[] {
  return checks.filter(({ status }) => status === "failed").map(({ id }) => id);
}

const unknownSigners = ({ checks }: BundleReport) => checks.flatMap((check) => (check.isSignerUnknown ? check.id : []));

function at(events: EvidenceEvent[], i: number): EvidenceEvent {
  const event = events.at(i);
  if (!event) throw new Error(`there is no event ${i}`);
  return event;
}

function checkpointOf({ evidence }: EvidenceBundle) {
  const { checkpoint, membership, thread } = evidence.chain;
  if (!checkpoint || !membership || !thread) throw new Error("the sample has no proof");
  return { checkpoint, membership, thread };
}

function replaceCheckpoint(bundle: EvidenceBundle, given: Partial<SampleBundle["checkpoint"]>): void {
  const checkpoint = { ...checkpointOf(bundle).checkpoint, ...given };
  bundle.evidence.chain.checkpoint = checkpoint;
  bundle.headHash = checkpoint.headHash;
}

/** Sets a member of the bundle by its path. */
function set(path: string, value: unknown) {
  return ({ bundle }: Victim) => {
    const names = path.split(".");
    const last = names.pop() ?? "";
    const holder = names.reduce<Record<string, unknown>>(
      (of, name) => of[name] as Record<string, unknown>,
      bundle as unknown as Record<string, unknown>,
    );
    holder[last] = value;
  };
}

const edit = (i: number, change: object) => (victim: Victim) => void Object.assign(at(victim.events, i), change);
const inContent = (change: (content: NonNullable<EvidenceEvent["content"]>) => unknown) => (victim: Victim) => {
  const { content } = at(victim.events, 5);
  if (content) change(content);
};
const inProof = (change: (hashes: string[]) => unknown) => (victim: Victim) =>
  void change(checkpointOf(victim.bundle).membership.hashes);
/** Signs another state of a chain with the service's key. */
const signed = (size: number, chainOf: (victim: Victim) => SampleBundle["chain"]) => (victim: Victim) =>
  replaceCheckpoint(victim.bundle, sampleCheckpoint(chainOf(victim), size, victim.sample.checkpointKey));
const ownChain = ({ sample: { chain } }: Victim) => chain;

/** Attacks, and the checks that detect them even if the package is resealed with a key in the file. */
const attacks: [name: string, noticedBy: CheckId[], attack: (victim: Victim) => void, of?: () => SampleBundle][] = [
  ["a listed event is removed", ["order", "thread", "membership", "summary"], ({ events }) => void events.splice(9, 1)],
  [
    "a listed event is removed and the rest renumbered",
    ["thread", "membership", "summary"],
    ({ events }) => {
      events.splice(9, 1);
      for (const [i, event] of events.entries()) {
        if (event.evidenceId) event.evidenceId = `E-${String(i).padStart(4, "0")}`;
      }
    },
  ],
  [
    "the last event is removed and the thread shortened",
    ["membership", "summary"],
    ({ bundle, events }) => {
      events.pop();
      checkpointOf(bundle).thread.to = at(events, -1).chainPosition;
    },
  ],
  [
    "the event before the period is removed and the thread shortened",
    ["thread", "membership"],
    ({ bundle, events }) => {
      events.shift();
      checkpointOf(bundle).thread.from = at(events, 0).chainPosition;
      bundle.evidence.manifest.outsidePeriod = 0;
    },
  ],
  ["all events are removed", ["thread", "membership", "summary"], ({ events }) => void events.splice(0)],
  ["a payload is changed", ["content"], inContent(({ payload }) => Object.assign(payload, { n: 9_999 }))],
  ["an actor is changed", ["content"], inContent(({ actor }) => Object.assign(actor, { x: 1 }))],
  ["a tag is added", ["content"], inContent(({ tags }) => tags.push("reviewed"))],
  ["a salt is changed", ["content"], inContent((content) => Object.assign(content, { salt: "00" }))],
  ["a content is removed", ["content", "summary"], ({ events }) => delete at(events, 5).content],
  [
    "a content is replaced by its text",
    ["content", "summary"],
    ({ events }) => {
      const event = at(events, 5);
      event.contentText = JSON.stringify(event.content);
      delete event.content;
    },
  ],
  [
    "a content is changed together with its hash",
    ["headers"],
    ({ events }) => {
      const event = at(events, 5);
      const { blockHash } = event;
      Object.assign(event.content?.payload ?? {}, { n: 9_999 });
      rehash(event);
      event.blockHash = blockHash;
    },
  ],
  [
    "a content is changed together with all hashes of its event",
    ["order", "thread", "membership"],
    ({ events }) => {
      Object.assign(at(events, 5).content?.payload ?? {}, { n: 9_999 });
      rehash(at(events, 5));
    },
  ],
  [
    "all events from one on are rehashed",
    ["membership"],
    ({ events }) => {
      Object.assign(at(events, 1).content?.payload ?? {}, { n: 9_999 });
      rehashFrom(events, 1);
    },
  ],
  ["a severity is changed", ["headers", "summary"], edit(4, { severity: "MEDIUM" })],
  [
    "an event is moved out of the period",
    ["headers", "order", "summary"],
    edit(4, { timestamp: "2025-01-01T00:00:00.000Z" }),
  ],
  [
    "a listed event is marked as outside the period",
    ["content", "order"],
    edit(4, { disclosure: "outside_period", evidenceId: null }),
  ],
  [
    "two events are swapped",
    ["order", "thread", "membership"],
    ({ events }) => void events.splice(4, 2, at(events, 5), at(events, 4)),
  ],
  [
    "an event is duplicated",
    ["order", "thread", "membership", "summary"],
    ({ events }) => void events.splice(4, 0, at(events, 4)),
  ],
  [
    "a self-consistent event is added",
    ["order", "thread", "membership", "summary"],
    ({ events }) => {
      const added = structuredClone(at(events, 4));
      Object.assign(added, { id: "evt_added", chainPosition: added.chainPosition + 1 });
      rehash(added);
      events.splice(5, 0, added);
    },
  ],
  ["an event belongs to another organisation", ["headers", "order"], edit(4, { organisationId: "org_other" })],
  ["an event belongs to another model", ["headers", "order"], edit(4, { modelId: otherModel })],
  ["a recording time runs backwards", ["headers", "order"], edit(4, { recordedAt: "2025-12-31T00:00:00.000Z" })],
  ["a proof hash is changed", ["membership"], inProof((hashes) => hashes.splice(3, 1, flipped(hashes[3] ?? "")))],
  ["a proof hash is removed", ["membership"], inProof((hashes) => hashes.pop())],
  ["a proof hash is duplicated", ["membership"], inProof((hashes) => hashes.push(hashes.at(-1) ?? ""))],
  ["a proof hash is invalid", ["membership"], inProof((hashes) => hashes.splice(0, 1, `sha256:${"G".repeat(64)}`))],
  [
    "the proof is from another package",
    ["membership"],
    (victim) => set("evidence.chain.membership", ofOther.bundle.evidence.chain.membership)(victim),
  ],
  ["the proof states another tree size", ["membership"], set("evidence.chain.membership.treeSize", 99)],
  ["the proof is removed", ["checkpoint"], set("evidence.chain.membership", null)],
  [
    "the checkpoint is removed",
    ["checkpoint"],
    ({ bundle }) => {
      bundle.evidence.chain.checkpoint = null;
      bundle.headHash = null;
    },
  ],
  ["the checkpoint is older", ["membership"], signed(90, ownChain)],
  ["the checkpoint is older than the last events", ["checkpoint", "membership"], signed(50, ownChain)],
  ["the checkpoint is newer", ["membership"], signed(120, () => sampleChain(sampleEvents(120)))],
  [
    "the checkpoint is from another organisation",
    ["checkpoint", "membership"],
    signed(100, () => sampleChain(sampleEvents(100), "org_other")),
  ],
  [
    "the checkpoint is from another chain of the same size",
    ["membership"],
    signed(100, () => sampleChain(sampleEvents(100, "2026-01-01T00:31:00.000Z"))),
  ],
  [
    "the checkpoint has another root",
    ["checkpoint", "membership"],
    ({ bundle }) => replaceCheckpoint(bundle, { rootHash: flipped(checkpointOf(bundle).checkpoint.rootHash) }),
  ],
  ["a member is added to the checkpoint", ["checkpoint"], set("evidence.chain.checkpoint.note", "x")],
  ["the checkpoint is not signed", ["checkpoint"], set("evidence.chain.checkpoint.signature", "")],
  [
    "the checkpoint is signed with a key that is not in the file",
    ["checkpoint"],
    ({ bundle, sample: { chain } }) => replaceCheckpoint(bundle, sampleCheckpoint(chain, 100, checkpointKey)),
  ],
  [
    "the checkpoint key is replaced under its ID and signs the checkpoint",
    ["checkpoint"],
    ({ bundle, sample: { chain } }) => {
      const { keyId } = checkpointOf(bundle).checkpoint;
      const forged = sampleCheckpoint(chain, 100, { ...checkpointKey, id: keyId });
      replaceCheckpoint(bundle, forged);
      for (const key of bundle.evidence.keys) if (key.kty === "OKP") key["x"] = checkpointKey.raw.toString("base64url");
    },
  ],
  ["the head hash is changed", ["form"], (victim) => set("headHash", flipped(victim.bundle.headHash ?? ""))(victim)],
  ["the summary is improved", ["summary"], set("evidence.summary.alerts", 0)],
  ["a statistic is changed", ["summary"], set("evidence.statistics.oversight.overridden", 99)],
  [
    "a requirement is marked as evidenced",
    ["summary"],
    ({ bundle: { evidence } }) => {
      const partial = evidence.framework.requirements.find(({ status }) => status !== "EVIDENCED");
      Object.assign(partial ?? {}, { status: "EVIDENCED" });
    },
  ],
  ["the coverage is improved", ["summary"], set("evidence.framework.coverage.byStatus.EVIDENCED", 99)],
  ["the coverage total is reduced", ["summary"], set("evidence.framework.coverage.total", 1)],
  ["a requirement is removed", ["summary"], ({ bundle: { evidence } }) => void evidence.framework.requirements.shift()],
  ["a manifest count is changed", ["summary"], set("evidence.manifest.listed", 99)],
  ["the filter names another model", ["summary"], set("evidence.manifest.filter.modelId", otherModel)],
  [
    "the period is widened",
    ["order", "thread", "summary"],
    ({ bundle: { evidence } }) => {
      evidence.package.dateRange.from = "2025-12-01T00:00:00.000Z";
      evidence.manifest.filter.from = "2025-12-01T00:00:00.000Z";
    },
  ],
  [
    "the period is narrowed",
    ["content", "order", "summary"],
    ({ bundle: { evidence } }) => {
      evidence.package.dateRange.to = "2026-01-03T00:00:00.000Z";
      evidence.manifest.filter.to = "2026-01-03T00:00:00.000Z";
      for (const event of evidence.events) {
        if (event.timestamp > evidence.package.dateRange.to) event.disclosure = "outside_period";
      }
    },
  ],
  ["the stated thread begins earlier", ["thread"], set("evidence.chain.thread.from", 1)],
  ["the stated thread ends later", ["thread"], set("evidence.chain.thread.to", 100)],
  ["the stated chain size is smaller", ["order"], set("evidence.manifest.chainSize", 50)],
  ["the summary contradicts the chain verification", ["verdict"], set("evidence.summary.chainIntact", false)],
  [
    "the verification failed",
    ["verdict"],
    ({ bundle: { evidence } }) => {
      evidence.chain.verification.status = "failed";
      evidence.summary.chainIntact = false;
      evidence.summary.integrity = { status: "NOT_INTACT", sentence: "", period: [] };
    },
  ],
  [
    "the summary calls a chain intact that was not verified",
    ["verdict"],
    ({ bundle: { evidence } }) => {
      evidence.chain.verification.verdicts.content = "not_checked";
    },
  ],
  ["the verification covers other positions", ["verdict"], set("evidence.chain.verification.from", 30)],
  [
    "a withheld review has content",
    ["content"],
    ({ events }) => {
      const review = events.find(({ disclosure }) => disclosure === "withheld");
      Object.assign(review ?? {}, { content: { actor: { type: "USER", id: "u" }, payload: {}, salt: "", tags: [] } });
    },
    () => withheld,
  ],
  [
    "reviews are withheld although the package states that they are listed",
    ["order", "summary"],
    set("evidence.package.includeHumanOversight", true),
    () => withheld,
  ],
  [
    "there are more outcomes than withheld reviews",
    ["summary"],
    set("evidence.statistics.oversight.overridden", 100),
    () => withheld,
  ],
  [
    "the package states that it was requested without chain proof",
    ["checkpoint"],
    set("evidence.package.includeChainProof", false),
  ],
  ["a database row was changed before generation", ["headers"], () => undefined, () => damaged],
];

/** The seal detects every change to the evidence, so `npm test` tests it with only some of the attacks. */
const attacksOnSeal = new Set(everyNth(attacks, 8));
const whole = attacks.map((given) => ({ given, tags: attacksOnSeal.has(given) ? [] : ["full"] }));

describe.each(whole)("$given.0:", ({ given: [_name, noticedBy, attack, of = () => sample], tags }) => {
  function forged(): Victim {
    const bundle = opened(of().bundle);
    return { bundle, events: bundle.evidence.events, sample: of() };
  }

  test("is detected after resealing with the attacker's key in the file", async () => {
    const victim = forged();
    attack(victim);
    const file = resealed(victim.bundle, sealKey);
    const report = await verifyBundle(file);
    expect(report.status).toBe("tampered");
    const failing = failingChecks(report);
    expect(failing).toEqual(expect.arrayContaining(noticedBy));
    // A content change may also change the summary.
    expect(failing.filter((id) => id !== "summary")).toEqual(noticedBy.filter((id) => id !== "summary"));
    const independent = [...failingIndependently(file)].filter((question) => question !== "summary");
    expect(independent).toEqual(failing.filter((id) => id !== "summary"));
  });

  test("is detected without resealing, by the seal unless the change is outside it", { tags }, async () => {
    const victim = forged();
    const before = jcs(victim.bundle.evidence);
    attack(victim);
    const file = fileOf(victim.bundle);
    const report = await verifyBundle(file);
    expect(report.status).toBe("tampered");
    const isSealBroken = jcs(victim.bundle.evidence) !== before;
    expect(failingChecks(report).includes("seal")).toBe(isSealBroken);
    expect(failingIndependently(file).has("seal")).toBe(isSealBroken);
  });

  test("is detected with the published key, which did not create the seal", { tags }, async () => {
    const victim = forged();
    attack(victim);
    const report = await verifyBundle(resealed(victim.bundle, sealKey), { publicKeys: [of().sealKey.pem] });
    expect(report.status).toBe("tampered");
    expect(unknownSigners(report)).toEqual(["seal"]);
  });
});

describe("only a trusted key detects:", () => {
  const edits: [string, (bundle: EvidenceBundle) => void][] = [
    ["no change", () => undefined],
    ["another model name", ({ evidence }) => Object.assign(evidence.package.model, { name: "Another" })],
    ["removed limits", ({ evidence }) => void evidence.limits.splice(0)],
    ["another recipient", ({ evidence }) => Object.assign(evidence.package, { recipientName: "Another" })],
  ];

  test.each(edits)("%s, resealed with another key in the file", async (_name, edit) => {
    const bundle = opened(sample.bundle);
    edit(bundle);
    const file = resealed(bundle, sealKey);
    const trusting = await verifyBundle(file);
    expect(trusting.status).toBe("intact");
    expect(trusting.facts?.keys.seal).toEqual({ id: sealKey.id, origin: "file" });
    expect(trusting.checks.find(({ id }) => id === "seal")?.detail).toContain("is taken from the file");
    expect([...failingIndependently(file)]).toEqual([]);
    const pinned = await verifyBundle(file, { publicKeys: [sample.sealKey.pem] });
    expect([pinned.status, failingChecks(pinned), unknownSigners(pinned)]).toEqual(["unknown_signer", [], ["seal"]]);
    expect(pinned.checks.find(({ id }) => id === "seal")?.detail).toContain(sample.sealKey.id);
  });

  test("another chain, signed with keys in the file", async () => {
    const forged = await sampleBundle({
      sealKey,
      checkpointKey,
      events: sampleEvents(100, "2026-01-01T00:31:00.000Z"),
    });
    expect((await verifyBundle(forged.bytes)).status).toBe("intact");
    const checkpointPem = publicKeyPem(sample.checkpointKey);
    const jwks = { keys: [sample.sealKey.jwk, checkpointJwk(sample.checkpointKey)] };
    for (const [publicKeys, unknown] of [
      [[checkpointPem], ["checkpoint"]],
      [
        [checkpointPem, sample.sealKey.pem],
        ["seal", "checkpoint"],
      ],
      [[jwks], ["seal", "checkpoint"]],
    ] as const) {
      const report = await verifyBundle(forged.bytes, { publicKeys });
      expect([report.status, unknownSigners(report)]).toEqual(["unknown_signer", unknown]);
    }
  });

  test("only a saved receipt detects another chain signed with the keys of the service", async () => {
    const rewritten = await sampleBundle({ events: sampleEvents(100, "2026-01-01T00:31:00.000Z") });
    const keys = [sample.sealKey.pem, publicKeyPem(sample.checkpointKey)];
    expect((await verifyBundle(rewritten.bytes, { publicKeys: keys })).status).toBe("intact");
    const { organisationId, chainPosition, blockHash } = sample.chain[30] ?? {};
    const receipt = JSON.stringify({ organisationId, chainPosition, blockHash });
    expect(failingChecks(await verifyBundle(rewritten.bytes, { expectHead: receipt }))).toEqual(["anchor"]);
    expect((await verifyBundle(sample.bytes, { expectHead: receipt })).status).toBe("intact");
  });
});

test("all failures are counted, and the first twenty are listed", async () => {
  const bundle = opened(sample.bundle);
  for (const event of bundle.evidence.events) event.source = "JIRA";
  const { checks } = await verifyBundle(fileOf(bundle));
  const headers = checks.find(({ id }) => id === "headers");
  expect(headers).toMatchObject({ status: "failed", failuresTotal: 25 });
  expect(headers?.failures).toHaveLength(20);
  expect(headers?.failures[1]).toMatchObject({ evidenceId: "E-0001", chainPosition: 25 });
});
