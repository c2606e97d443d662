import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import canonicalize from "canonicalize";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";

/**
 * A second implementation of the bundle checks, written from docs/evidence-format.md. It must not import the code under
 * test, except for types. Uses the keys in the file.
 */

type CheckName =
  | "form"
  | "seal"
  | "content"
  | "headers"
  | "order"
  | "thread"
  | "checkpoint"
  | "membership"
  | "summary"
  | "verdict";

type Evidence = EvidenceBundle["evidence"];
type Event = Evidence["events"][number];

const sha = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const named = (bytes: Uint8Array) => `sha256:${Buffer.from(bytes).toString("hex")}`;
const text = (value: unknown) => String(canonicalize(value));
const nothing = named(Buffer.alloc(32));

const headerMembers =
  "organisationId id chainPosition previousHash previousModelHash timestamp recordedAt eventType severity modelId source contentHash".split(
    " ",
  );

/** The failed checks of a well-formed bundle; only "form" if the JSON is not canonical or `headHash` was changed. */
export function failingIndependently(file: Uint8Array): Set<CheckName> {
  const bundle = JSON.parse(Buffer.from(file).toString("utf8")) as EvidenceBundle;
  const failing = new Set<CheckName>();
  const ask = (check: CheckName, isValid: boolean) => {
    if (!isValid) failing.add(check);
  };
  const { evidence, seal } = bundle;
  const { events, chain, keys } = evidence;
  ask("form", Buffer.from(text(bundle)).equals(file) && bundle.headHash === (chain.checkpoint?.headHash ?? null));
  ask("seal", isSealed(evidence, seal, keys));
  for (const event of events) {
    ask("content", hasItsContent(event));
    const header = Object.fromEntries(
      headerMembers.map((member) => [member, (event as Record<string, unknown>)[member]]),
    );
    ask("headers", named(sha(text({ schema: "audit-event/1", ...header }))) === event.blockHash);
  }
  ask("order", isInOrder(evidence));
  ask("thread", isThread(evidence));
  ask("checkpoint", isSigned(evidence));
  ask("membership", makesRoot(events, chain));
  ask("summary", isCounted(evidence));
  ask("verdict", passed(evidence));
  return failing;
}

function keyOf(keys: Evidence["keys"], kid: string, kty: string) {
  const jwk = keys.find((key) => key.kid === kid);
  if (jwk?.kty !== kty) return undefined;
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  } catch {
    return undefined;
  }
}

function isSealed(evidence: Evidence, seal: EvidenceBundle["seal"], keys: Evidence["keys"]): boolean {
  const key = keyOf(keys, seal.keyId, "RSA");
  if (
    !key ||
    sha(key.export({ format: "der", type: "spki" }))
      .toString("hex")
      .slice(0, 16) !== seal.keyId
  )
    return false;
  const signature = Buffer.from(seal.signature, "base64");
  return (
    signature.toString("base64") === seal.signature && verify("sha256", Buffer.from(text(evidence)), key, signature)
  );
}

function hasItsContent(event: Event): boolean {
  const isListed = event.disclosure === "listed";
  const hasContent = "content" in event || "contentText" in event;
  if (event.disclosure === "erased") return !hasContent && hasItsErasure(event);
  if ("erasure" in event) return false;
  if (!isListed) return !hasContent;
  return "content" in event && !("contentText" in event) && named(sha(text(event.content))) === event.contentHash;
}

function hasItsErasure({ erasure, ...event }: Event): boolean {
  if (!erasure) return false;
  const { contentText, blockHash, ...header } = erasure;
  const { payload } = JSON.parse(contentText);
  return (
    named(sha(contentText)) === header.contentHash &&
    named(sha(text({ ...header, schema: "audit-event/1" }))) === blockHash &&
    header.eventType === "CONFIG_CHANGE" &&
    header.organisationId === event.organisationId &&
    header.chainPosition > event.chainPosition &&
    payload.kind === "EVENT_CONTENT_ERASED" &&
    payload.eventId === event.id &&
    payload.chainPosition === event.chainPosition &&
    payload.contentHash === event.contentHash
  );
}

function isInOrder({ events, package: about, manifest, chain }: Evidence): boolean {
  let listed = 0;
  const ids = new Set();
  return events.every((event, i) => {
    const before = events[i - 1];
    const isInPeriod = event.timestamp >= about.dateRange.from && event.timestamp <= about.dateRange.to;
    const isHidden = event.eventType === "HUMAN_REVIEW" && !about.includeHumanOversight;
    const shown = isHidden ? "withheld" : "listed";
    const due = isInPeriod ? ("erasure" in event ? "erased" : shown) : "outside_period";
    if (event.disclosure === "listed") listed += 1;
    const number =
      event.disclosure === "listed" ? `E-${"0".repeat(Math.max(0, 4 - `${listed}`.length))}${listed}` : null;
    const isNew = !ids.has(event.id);
    ids.add(event.id);
    const follows =
      !before ||
      (event.chainPosition > before.chainPosition &&
        event.recordedAt >= before.recordedAt &&
        (event.chainPosition !== before.chainPosition + 1 || event.previousHash === before.blockHash));
    return (
      isNew &&
      follows &&
      event.disclosure === due &&
      event.evidenceId === number &&
      event.organisationId === about.organisation.id &&
      event.modelId === about.model.id &&
      event.chainPosition <= manifest.chainSize &&
      (event.disclosure !== "outside_period" || chain.thread !== null)
    );
  });
}

function isThread({ events, chain: { thread }, package: about }: Evidence): boolean {
  const first = events[0];
  const last = events.at(-1);
  if (!thread) return true;
  if (first?.chainPosition !== thread.from || last?.chainPosition !== thread.to) return false;
  const startsAt = Date.parse(about.dateRange.from);
  if (Number.isNaN(startsAt)) return false;
  const fiveMinutesBefore = new Date(startsAt - 5 * 60 * 1000).toISOString();
  const begins = first.previousModelHash === nothing || first.recordedAt < fiveMinutesBefore;
  const isWithin = ({ chainPosition }: Event) => chainPosition >= thread.from && chainPosition <= thread.to;
  return (
    begins &&
    events.every(isWithin) &&
    events.every((event, i) => i === 0 || event.previousModelHash === events[i - 1]?.blockHash)
  );
}

function isSigned(evidence: Evidence): boolean {
  const { checkpoint, membership, withoutProof, thread } = evidence.chain;
  const isWhole = checkpoint !== null && membership !== null;
  if (isWhole !== (withoutProof === null)) return false;
  if (!evidence.package.includeChainProof && (checkpoint || membership || thread)) return false;
  if (checkpoint === null) return true;
  const { signature, ...statement } = checkpoint;
  const key = keyOf(evidence.keys, checkpoint.keyId, "OKP");
  if (!key) return false;
  const { x = "" } = key.export({ format: "jwk" });
  if (sha(Buffer.from(x, "base64url")).toString("hex").slice(0, 16) !== checkpoint.keyId) return false;
  const bytes = Buffer.from(signature, "base64");
  const last = evidence.events.at(-1);
  return (
    bytes.toString("base64") === signature &&
    verify(null, Buffer.from(text({ schema: "checkpoint/1", ...statement })), key, bytes) &&
    checkpoint.organisationId === evidence.package.organisation.id &&
    (!last || last.chainPosition <= checkpoint.size) &&
    (last?.chainPosition !== checkpoint.size || last.blockHash === checkpoint.headHash)
  );
}

/** Computes the root recursively, left subtree first. */
function makesRoot(events: Event[], { checkpoint, membership }: Evidence["chain"]): boolean {
  if (!membership || !checkpoint) return true;
  const leaves = new Map(events.map(({ chainPosition, blockHash }) => [chainPosition - 1, blockHash]));
  const isRising = events.every(({ chainPosition }, i) => chainPosition > (events[i - 1]?.chainPosition ?? 0));
  if (!isRising || [...leaves.keys()].some((index) => index >= membership.treeSize)) return false;
  const hashes = [...membership.hashes];
  const bytes = (hash: unknown) => {
    if (typeof hash !== "string" || !/^sha256:[0-9a-f]{64}$/.test(hash)) throw new Error("not a hash");
    return Buffer.from(hash.slice(7), "hex");
  };
  const root = (start: number, end: number, within: number[]): Buffer => {
    if (within.length === 0) return bytes(hashes.shift());
    if (end - start === 1) return sha(Uint8Array.of(0), bytes(leaves.get(start)));
    let half = 1;
    while (half * 2 < end - start) half *= 2;
    const middle = start + half;
    const left = root(
      start,
      middle,
      within.filter((index) => index < middle),
    );
    return sha(
      Uint8Array.of(1),
      left,
      root(
        middle,
        end,
        within.filter((index) => index >= middle),
      ),
    );
  };
  try {
    const computed = named(root(0, membership.treeSize, [...leaves.keys()]));
    return computed === checkpoint.rootHash && hashes.length === 0 && membership.treeSize === checkpoint.size;
  } catch {
    return false;
  }
}

/** Counts that do not depend on the framework mapping. */
function isCounted({ events, summary, manifest, statistics, package: about, framework }: Evidence): boolean {
  const of = (disclosure: string) => events.filter((event) => event.disclosure === disclosure).length;
  const counted = events.filter(({ disclosure }) => disclosure !== "outside_period");
  const ofType = (type: string) => counted.filter(({ eventType }) => eventType === type).length;
  const isOfType = ([type, count]: [string, unknown]) => ofType(type) === count;
  const figures = [
    [manifest.listed, of("listed")],
    [manifest.withheld, of("withheld")],
    [manifest.outsidePeriod, of("outside_period")],
    [manifest.erased ?? 0, of("erased")],
    [manifest.filter.modelId, about.model.id],
    [manifest.filter.from, about.dateRange.from],
    [manifest.filter.to, about.dateRange.to],
    [summary.totalEvents, counted.length],
    [summary.inferences, ofType("INFERENCE")],
    [summary.configChanges, ofType("CONFIG_CHANGE")],
    [summary.deployments, ofType("DEPLOYMENT")],
    [summary.humanReviews, ofType("HUMAN_REVIEW")],
    [summary.alerts, ofType("ALERT")],
    [framework.coverage.total, framework.requirements.filter((one) => one.counted).length],
  ];
  return figures.every(([stated, actual]) => stated === actual) && Object.entries(statistics.byType).every(isOfType);
}

/** Earlier versions called a chain intact that was not verified. */
function isIntact({ verdicts, eventsVerified }: Evidence["chain"]["verification"], isCurrent: boolean): boolean {
  return !isCurrent || (eventsVerified > 0 && verdicts.content === "ok" && verdicts.linkage === "ok");
}

function passed({ chain: { verification }, summary, events }: Evidence): boolean {
  const isOk = verification.status === "ok";
  const hasFailed = Object.values(verification.verdicts).includes("failed");
  const isWithin = ({ chainPosition }: Event) => chainPosition >= verification.from && chainPosition <= verification.to;
  return (
    isOk &&
    summary.chainIntact === isIntact(verification, summary.integrity !== undefined) &&
    !hasFailed &&
    verification.findingsTotal === 0 &&
    verification.findings.length === 0 &&
    events.every(isWithin)
  );
}
