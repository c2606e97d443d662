import { writeFile } from "node:fs/promises";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import type { EvidencePackage, PackageVerification } from "@/lib/domains/evidence/schemas";
import type { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";
import { dataDirectory } from "../support/application";
import {
  command,
  generate,
  history,
  opensslVerify,
  sha256,
  verifyBundle,
  withOneByteChanged,
} from "../support/evidence";
import type { TestOrganisation } from "../support/organisation";
import { onlyInFullRun, sampled } from "../support/scope";
import { expect, test } from "./webhook-fixtures";

// Each package is a process or three of its own: on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 });

async function modelWithHistory(organisation: TestOrganisation, name = "Credit scoring"): Promise<string> {
  const { id } = await organisation.model({ name, version: "4.2.0", riskTier: "HIGH" });
  const { status } = await organisation.api.post("/v1/audit/batch", { events: history(id) });
  expect(status).toBe(201);
  return id;
}

const counted = { EU_AI_ACT_ANNEX_IV: 9, FCA_SS1_23: 23, ISO_42001: 38 };

const samples = ["EU_AI_ACT_ANNEX_IV PDF"];

for (const framework of frameworkIds) {
  for (const format of ["JSON", "PDF"] as const) {
    test(
      `a ${format} package for ${framework} is checked with standard tools, and refused with one byte changed`,
      sampled(samples.includes(`${framework} ${format}`)),
      async ({ organisation }, info) => {
        const { api } = organisation;
        const modelId = await modelWithHistory(organisation);
        const { made, file } = await generate(api, {
          modelId,
          framework,
          format,
          recipientName: "Prudential Regulation Authority",
        });
        expect(made).toMatchObject({
          status: "READY",
          framework,
          format,
          modelId,
          modelName: "Credit scoring",
          progress: null,
          coverage: { total: counted[framework] },
          summary: {
            totalEvents: 20,
            inferences: 12,
            configChanges: 1,
            deployments: 1,
            humanReviews: 1,
            alerts: 1,
            chainIntact: true,
          },
        });
        expect(made.pages === null).toBe(format === "JSON");

        // The hash is that of the file, as sha256sum says it.
        const path = info.outputPath(`package.${format.toLowerCase()}`);
        await writeFile(path, file);
        const { out: summed } = await command("sha256sum", [path]);
        expect(`sha256:${summed.split(" ")[0]}`).toBe(made.packageHash);

        // The signature is that of the published key.
        const published = await api.get<string>(`/v1/verify/keys/${made.keyId}.pem`);
        expect(published.status).toBe(200);
        const given = { pem: published.body, signature: made.packageSignature ?? "" };
        expect((await opensslVerify(info.outputDir, path, given)).out).toContain("Verified OK");
        const bits = await command("openssl", [
          "pkey",
          "-pubin",
          "-in",
          info.outputPath("published.pem"),
          "-text",
          "-noout",
        ]);
        expect(bits.out).toContain("4096 bit");

        if (format === "PDF") {
          const { out } = await command("pdfsig", [path]);
          expect(out).toContain("Signature is Valid");
          expect(out).toContain("Total document signed");
          expect(out).toContain("ETSI.CAdES.detached");
        }
        const checked = await verifyBundle(path, "--public-key", info.outputPath("published.pem"));
        expect(checked, checked.out).toMatchObject({ status: 0 });

        // The service returns the same with and without a key.
        const verify = async (packageHash: string) =>
          (await api.post<PackageVerification>(`/v1/evidence/${made.id}/verify`, { packageHash })).body;
        expect(await verify(made.packageHash ?? "")).toMatchObject({
          packageId: made.id,
          authentic: true,
          signedBy: made.signedBy,
        });
        const known = await fetch(`${new URL(made.downloadUrl ?? "").origin}/v1/verify/${made.packageHash}`);
        expect(await known.json()).toMatchObject({
          packageId: made.id,
          authentic: true,
          framework,
          format,
          keyId: made.keyId,
        });

        // One byte changed: every check refuses.
        const changed = withOneByteChanged(file);
        const changedPath = info.outputPath(`changed.${format.toLowerCase()}`);
        await writeFile(changedPath, changed);
        expect((await command("sha256sum", [changedPath])).out.split(" ")[0]).not.toBe(made.packageHash?.slice(7));
        expect((await opensslVerify(info.outputDir, changedPath, given)).out).not.toContain("Verified OK");
        expect(
          (
            await verifyBundle(
              changedPath,
              "--signature",
              given.signature,
              "--public-key",
              info.outputPath("published.pem"),
            )
          ).status,
        ).not.toBe(0);
        if (format === "PDF") expect((await command("pdfsig", [changedPath])).out).not.toContain("Signature is Valid");
        const refused = await verify(sha256(changed));
        expect(refused.authentic).toBe(false);
        expect(refused.message).toMatch(/hash/i);
        const unknown = await fetch(`${new URL(made.downloadUrl ?? "").origin}/v1/verify/${sha256(changed)}`);
        expect(unknown.status).toBe(404);
      },
    );
  }
}

test("a changed file in the storage fails verification and download", async ({ organisation }) => {
  const modelId = await modelWithHistory(organisation);
  const { made, file } = await generate(organisation.api, { modelId });
  const path = `${dataDirectory}/files/evidence/${organisation.id}/${made.id}.json`;
  await writeFile(path, withOneByteChanged(file));
  const { body } = await organisation.api.post<PackageVerification>(`/v1/evidence/${made.id}/verify`, {
    packageHash: made.packageHash,
  });
  expect(body).toMatchObject({ authentic: false, message: expect.stringMatching(/file/i) });
});

test("the document names its recipient, and the notes are nowhere", onlyInFullRun, async ({ organisation }, info) => {
  const modelId = await modelWithHistory(organisation);
  const options = { modelId, recipientName: "Frau Dr. Grünwald", notes: "Zanzibar: for the steering committee only" };
  for (const format of ["PDF", "JSON"] as const) {
    const { made, file } = await generate(organisation.api, { ...options, format });
    expect(made.notes).toBe(options.notes);
    const path = info.outputPath(`package.${format}`);
    await writeFile(path, file);
    const text = format === "PDF" ? (await command("pdftotext", ["-l", "1", path, "-"])).out : file.toString("utf8");
    expect(text).toContain("Grünwald");
    const everything = format === "PDF" ? (await command("pdftotext", [path, "-"])).out : text;
    expect(everything).not.toContain("Zanzibar");
    if (format === "PDF") {
      const attached = info.outputPath("evidence.json");
      expect((await command("pdfdetach", ["-save", "1", "-o", attached, path])).status).toBe(0);
      // Without a key, the signer is unknown.
      const checked = await verifyBundle(attached);
      expect(checked, checked.out).toMatchObject({ status: 4 });
      expect((await command("grep", ["-c", "Zanzibar", attached])).status).toBe(1);
    }
  }
});

test("excluded events are omitted, and their counts remain", async ({ organisation }) => {
  const modelId = await modelWithHistory(organisation);
  const { made, file } = await generate(organisation.api, {
    modelId,
    includeHumanOversight: false,
    includeChainProof: false,
    sections: ["RISK_MANAGEMENT", "DATA_GOVERNANCE"],
  });
  const { evidence, headHash } = JSON.parse(file.toString("utf8")) as EvidenceBundle;
  expect(made.summary?.humanReviews).toBe(1);
  expect(evidence.summary.humanReviews).toBe(1);
  const reviews = evidence.events.filter(({ eventType }) => eventType === "HUMAN_REVIEW");
  expect(reviews.map(({ disclosure, content }) => [disclosure, content])).toEqual([["withheld", undefined]]);
  expect([evidence.chain.checkpoint, evidence.chain.membership, headHash]).toEqual([null, null, null]);
  expect(evidence.framework.sections.filter(({ included }) => included).map(({ id }) => id)).toEqual([
    "RISK_MANAGEMENT",
    "DATA_GOVERNANCE",
  ]);
  expect(evidence.framework.coverage.total).toBe(9);
});

test("each request creates a separate package, unless it repeats an Idempotency-Key", async ({ organisation }) => {
  const { api } = organisation;
  const modelId = await modelWithHistory(organisation);
  const body = {
    modelId,
    framework: "ISO_42001",
    format: "JSON",
    dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-01-31T00:00:00Z" },
  };
  const ask = (headers?: Record<string, string>) => api.post<{ id: string }>("/v1/evidence/generate", body, headers);
  const [first, second] = [await ask(), await ask()];
  expect(first.body.id).not.toBe(second.body.id);
  const keyed = { "Idempotency-Key": "quarterly" };
  const [third, repeated] = [await ask(keyed), await ask(keyed)];
  expect(repeated.body).toEqual(third.body);
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  const { body: list } = await api.get<{ pagination: { total: number } }>(`/v1/evidence?modelId=${modelId}`);
  expect(list.pagination.total).toBe(3);
});

test("events of January and of others, one event, and none", onlyInFullRun, async ({ organisation }) => {
  const { api } = organisation;
  const modelId = await modelWithHistory(organisation);
  const { id: quietModel } = await organisation.model({ name: "Quiet" });
  const { id: singleModel } = await organisation.model({ name: "Single" });
  const single = {
    modelId: singleModel,
    eventType: "DEPLOYMENT",
    payload: { modelVersion: "1" },
    timestamp: "2026-01-31T23:59:59.999Z",
  };
  expect((await api.post("/v1/audit", single)).status).toBe(201);
  const cases: [name: string, modelId: string, dateRange: { from: string; to: string }, totalEvents: number][] = [
    ["no events", quietModel, { from: "2026-01-01T00:00:00Z", to: "2026-01-31T23:59:59.999Z" }, 0],
    [
      "only other models' events in the period",
      singleModel,
      { from: "2026-01-01T00:00:00Z", to: "2026-01-20T00:00:00Z" },
      0,
    ],
    [
      "one event, at the end of the period",
      singleModel,
      { from: "2026-01-31T23:59:59.999Z", to: "2026-01-31T23:59:59.999Z" },
      1,
    ],
    [
      "a period in which the model did nothing",
      modelId,
      { from: "2025-01-01T00:00:00Z", to: "2025-12-31T00:00:00Z" },
      0,
    ],
  ];
  const both = cases.flatMap((one) => (["PDF", "JSON"] as const).map((format) => ({ one, format })));
  await Promise.all(
    both.map(async ({ one: [name, id, dateRange, totalEvents], format }) => {
      const { made, file } = await generate(api, { modelId: id, dateRange, format });
      expect([name, made.summary], name).toEqual([name, expect.objectContaining({ totalEvents, chainIntact: true })]);
      expect(sha256(file)).toBe(made.packageHash);
    }),
  );
});

test("every use of a package is recorded on the chain", async ({ organisation }) => {
  const { api } = organisation;
  const modelId = await modelWithHistory(organisation);
  const { made } = await generate(api, { modelId });
  const { body } = await api.get<{ data: { payload: { kind?: string; packageId?: string } }[] }>(
    `/v1/audit?modelId=${organisation.systemModelId}&limit=100`,
  );
  const kinds = body.data.filter(({ payload }) => payload.packageId === made.id).map(({ payload }) => payload.kind);
  expect(kinds.reverse()).toEqual(["EVIDENCE_REQUESTED", "EVIDENCE_READY", "EVIDENCE_DOWNLOADED"]);
});

test("another organisation's package is not found", async ({ organisation, otherOrganisation }) => {
  const modelId = await modelWithHistory(organisation);
  const { made } = await generate(organisation.api, { modelId });
  const foreign = otherOrganisation.api;
  const answers = [
    await foreign.get(`/v1/evidence/${made.id}`),
    await foreign.post(`/v1/evidence/${made.id}/verify`, { packageHash: made.packageHash }),
    await foreign.post(`/v1/evidence/${made.id}/download-url`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const { body } = await foreign.get<{ data: EvidencePackage[] }>("/v1/evidence");
  expect(body.data).toEqual([]);
});
