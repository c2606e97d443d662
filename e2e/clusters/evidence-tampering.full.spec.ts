import { writeFile } from "node:fs/promises";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import { jcs } from "@/lib/platform/crypto/jcs";
import { command, generate, history, verifyBundle } from "../support/evidence";
import { tamper } from "../support/tamper";
import { expect, test } from "./webhook-fixtures";

/** A bundle and its events, ready to be changed. */
interface Opened {
  bundle: EvidenceBundle;
  events: EvidenceBundle["evidence"]["events"];
}

const flipped = (hash: string) => `${hash.slice(0, -1)}${hash.endsWith("0") ? "1" : "0"}`;

/** Attacks on a bundle by someone who knows all formulas but has no key. */
const attacks: Record<string, (opened: Opened, other: Opened) => void> = {
  "an event removed": ({ events }) => void events.splice(3, 1),
  "the last event removed": ({ events }) => void events.pop(),
  "a payload changed": ({ events }) => Object.assign(events[2]?.content?.payload ?? {}, { rows: 1 }),
  "an actor changed": ({ events }) => Object.assign(events[2]?.content?.actor ?? {}, { id: "somebody-else" }),
  "an event's time changed": ({ events }) => Object.assign(events[2] ?? {}, { timestamp: "2026-01-05T00:00:00.000Z" }),
  "two events exchanged": ({ events }) => events.splice(2, 2, ...events.slice(2, 4).reverse()),
  "an event doubled": ({ events }) => events.splice(2, 0, ...events.slice(2, 3)),
  "a hash of the proof changed": ({ bundle }) => {
    const hashes = bundle.evidence.chain.membership?.hashes ?? [];
    hashes[0] = flipped(hashes[0] ?? "");
  },
  "the proof of another package": ({ bundle }, other) => {
    bundle.evidence.chain.membership = other.bundle.evidence.chain.membership;
  },
  "the checkpoint of another package": ({ bundle }, other) => {
    bundle.evidence.chain.checkpoint = other.bundle.evidence.chain.checkpoint;
  },
  "the checkpoint's root changed": ({ bundle }) => {
    const { checkpoint } = bundle.evidence.chain;
    if (checkpoint) checkpoint.rootHash = flipped(checkpoint.rootHash);
  },
  "a key exchanged": ({ bundle }) => {
    for (const key of bundle.evidence.keys) if (key.kty === "RSA") key["n"] = `${String(key["n"]).slice(0, -2)}AB`;
  },
  "an improved summary": ({ bundle }) => Object.assign(bundle.evidence.summary, { alerts: 0 }),
  "another model's name": ({ bundle }) => Object.assign(bundle.evidence.package.model, { name: "Another" }),
  "the seal of another package": ({ bundle }, other) => {
    bundle.seal = other.bundle.seal;
  },
};

test.describe.configure({ timeout: 180_000 });

test("verify:bundle needs neither network nor database, and detects every change of a bundle", async ({
  organisation,
}, info) => {
  test.setTimeout(180_000);
  const { id: modelId } = await organisation.model();
  // A second model on the chain: otherwise, the proof would contain no hashes.
  const { id: neighbour } = await organisation.model({ name: "Neighbour" });
  const events = history(modelId).flatMap((event) => [event, { ...event, modelId: neighbour }]);
  await organisation.api.post("/v1/audit/batch", { events });
  const [one, another] = [
    await generate(organisation.api, { modelId }),
    await generate(organisation.api, { modelId: neighbour }),
  ];
  const { made, file } = one;
  const open = (bytes: Buffer): Opened => {
    const bundle = JSON.parse(bytes.toString("utf8")) as EvidenceBundle;
    return { bundle, events: bundle.evidence.events };
  };
  const check = async (name: string, bytes: Buffer | string, ...flags: string[]) => {
    const path = info.outputPath(`${name.replaceAll(/\W+/g, "-")}.json`);
    await writeFile(path, bytes);
    return await verifyBundle(path, ...flags);
  };
  const keys = info.outputPath("keys.json");
  await writeFile(keys, JSON.stringify((await organisation.api.get("/v1/verify/keys")).body));

  // Without a key, the signer is unknown.
  for (const [status, ...flags] of [
    [0, "--public-key", keys],
    [4, "--signature", made.packageSignature ?? ""],
    [4],
  ] as const) {
    const intact = await check("intact", file, ...flags);
    expect(intact, intact.out).toMatchObject({ status });
  }
  const offline = await command("unshare", [
    "--net",
    process.execPath,
    ".next/service/cli.mjs",
    "verify:bundle",
    info.outputPath("intact.json"),
    "--public-key",
    keys,
  ]);
  // On systems that cannot disable the network for a process, the line above only reports that.
  if (!/unshare/.test(offline.out)) expect(offline, offline.out).toMatchObject({ status: 0 });

  for (const [name, attack] of Object.entries(attacks)) {
    const opened = open(file);
    attack(opened, open(another.file));
    const found = await check(name, jcs(opened.bundle));
    expect([name, found.status], found.out).toEqual([name, 1]);
  }
  const broken: [name: string, bytes: Buffer | string][] = [
    ["empty", ""],
    ["cut off", file.subarray(0, file.length - 40)],
    ["no JSON", "evidence"],
    ["another document", '{"evidence":{}}'],
  ];
  for (const [name, bytes] of broken) expect([name, (await check(name, bytes)).status]).toEqual([name, 2]);
  expect((await verifyBundle(info.outputPath("not-there.json"))).status).toBe(2);
});

test("a package with a changed event reports the change on its first page and everywhere else", async ({
  organisation,
  database,
}, info) => {
  const { id: modelId } = await organisation.model();
  await organisation.api.post("/v1/audit/batch", { events: history(modelId) });
  const { body } = await organisation.api.get<{ data: AuditEvent[] }>(`/v1/audit?modelId=${modelId}&eventType=ALERT`);
  const [alert] = body.data;
  await tamper(
    database.owner,
    "audit_events",
    `UPDATE audit_events SET content = replace(content, '"value":0.31', '"value":0.11') WHERE id = $1`,
    [alert?.id],
  );
  const pdf = await generate(organisation.api, { modelId, format: "PDF" });
  expect(pdf.made.summary).toMatchObject({ chainIntact: false, totalEvents: 20 });
  const path = info.outputPath("package.pdf");
  await writeFile(path, pdf.file);
  const { out: firstPage } = await command("pdftotext", ["-l", "1", path, "-"]);
  expect(firstPage).toMatch(/not intact/i);
  const json = await generate(organisation.api, { modelId });
  const { evidence } = JSON.parse(json.file.toString("utf8")) as EvidenceBundle;
  expect(evidence.summary.chainIntact).toBe(false);
  expect(evidence.chain.verification.findings).toEqual([
    expect.objectContaining({ eventId: alert?.id, code: "content_mismatch" }),
  ]);
  const bundle = info.outputPath("package.json");
  await writeFile(bundle, json.file);
  const checked = await verifyBundle(bundle);
  expect(checked.status).toBe(1);
  expect(checked.out).toMatch(/E-\d{4}/);
});
