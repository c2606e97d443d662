import type {
  DownloadUrl,
  EvidencePackage,
  EvidencePackageList,
  PackageVerification,
} from "@/lib/domains/evidence/schemas";
import { apiClient } from "../support/api";
import { download, finished, generate, january, sha256 } from "../support/evidence";
import { onlyInFullRun } from "../support/scope";
import { expect, test } from "./fixtures";
import { downloadToken, insertPackage, packageBytes } from "./support/packages";

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Requested {
  id: string;
  status: string;
  estimatedCompletionSeconds: number;
  packagesAhead: number;
}

test("a package is requested, found at its Location, listed, and becomes READY with its file", async ({
  organisation,
}) => {
  test.setTimeout(120_000);
  const { api, apiKey } = organisation;
  const { id: modelId } = await organisation.model({ name: "Credit scoring" });
  const body = {
    modelId,
    framework: "PRA_SS1_23",
    dateRange: { from: "2026-01-01T01:00:00+01:00", to: "2026-01-31T23:59:59.9999Z" },
    format: "JSON",
    sections: ["MODEL_RISK_MITIGANTS", "GOVERNANCE"],
    recipientName: " Prudential Regulation Authority ",
    notes: "For the review.",
  };
  const requested = await api.post<Requested>("/v1/evidence/generate", body);
  expect(requested.status).toBe(202);
  expect(requested.body).toEqual({
    id: expect.stringMatching(/^epkg_[0-9a-z]{20,}$/),
    status: "GENERATING",
    modelId,
    framework: "FCA_SS1_23",
    dateRange: january,
    estimatedCompletionSeconds: 5,
    packagesAhead: 0,
    createdAt: expect.stringMatching(iso),
  });
  const { id } = requested.body;
  expect(requested.headers.get("location")).toBe(`/v1/evidence/${id}`);

  const { body: list } = await api.get<EvidencePackageList>(`/v1/evidence?modelId=${modelId}`);
  expect(list.data).toEqual([expect.objectContaining({ id, modelId, modelName: "Credit scoring", format: "JSON" })]);
  expect(list.pagination).toEqual({ total: 1, limit: 25, offset: 0, hasMore: false });

  const made = await finished(api, id, 90_000);
  expect(made).toMatchObject({
    status: "READY",
    progress: null,
    failureReason: null,
    sections: ["GOVERNANCE", "MODEL_RISK_MITIGANTS"],
    recipientName: "Prudential Regulation Authority",
    notes: "For the review.",
    requestedBy: { type: "SERVICE", id: apiKey.id, displayName: "Test key" },
    pages: null,
    generatedAt: expect.stringMatching(iso),
  });
  expect(sha256(await download(made.downloadUrl))).toBe(made.packageHash);
  expect((await api.get<EvidencePackageList>("/v1/evidence?status=READY")).body.data.map((one) => one.id)).toEqual([
    id,
  ]);
  expect((await api.get<EvidencePackageList>("/v1/evidence?status=FAILED")).body.data).toEqual([]);
});

test("a repeated request with the same Idempotency-Key creates nothing, in parallel or in sequence", async ({
  organisation,
}) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const body = { modelId, framework: "ISO_42001", dateRange: january };
  const headers = { "Idempotency-Key": "ide_evidence" };
  const send = () => api.post<Requested & { error?: string }>("/v1/evidence/generate", body, headers);
  const answers = [...(await Promise.all(Array.from({ length: 5 }, send))), await send()];
  const accepted = answers.filter(({ status }) => status === 202);
  expect(new Set(accepted.map((answer) => answer.body.id)).size).toBe(1);
  for (const answer of answers) expect([202, 409]).toContain(answer.status);
  expect((await api.get<EvidencePackageList>("/v1/evidence")).body.pagination.total).toBe(1);
});

test("while a package is being generated it has no file, no hash and no URL", async ({ organisation }) => {
  const { api } = organisation;
  const { id: modelId } = await organisation.model();
  const { id } = await insertPackage(organisation, modelId, "GENERATING");
  const { status, body } = await api.get<EvidencePackage>(`/v1/evidence/${id}`);
  expect(status).toBe(200);
  for (const member of ["downloadUrl", "packageHash", "packageSignature", "pages", "summary", "generatedAt"] as const) {
    expect(body[member], member).toBeNull();
  }
  expect(await api.post(`/v1/evidence/${id}/download-url`)).toMatchObject({ status: 409, body: { error: "conflict" } });
  const packageHash = `sha256:${"0".repeat(64)}`;
  const verified = await api.post(`/v1/evidence/${id}/verify`, { packageHash });
  expect(verified).toMatchObject({ status: 409, body: { error: "conflict" } });
  const { data } = (await api.get<EvidencePackageList>("/v1/evidence?status=GENERATING")).body;
  expect(data.map((one) => one.id)).toEqual([id]);
});

test("a failed package reports its reason, and has no download URL", async ({ organisation }) => {
  const { id: modelId } = await organisation.model();
  const { id } = await insertPackage(organisation, modelId, "FAILED");
  const { body } = await organisation.api.get<EvidencePackage>(`/v1/evidence/${id}`);
  expect(body).toMatchObject({ status: "FAILED", failureReason: "There was no such luck.", downloadUrl: null });
  expect(await organisation.api.post(`/v1/evidence/${id}/download-url`)).toMatchObject({ status: 409 });
});

const wrong: [what: string, changes: Record<string, unknown>, paths: string[]][] = [
  ["no section of the framework", { sections: ["HUMAN_OVERSIGHT", "GOVERNANCE"] }, ["sections[0]", "sections[1]"]],
  ["a reversed period", { dateRange: { from: january.to, to: january.from } }, ["dateRange.from"]],
  ["a period of eleven years", { dateRange: { from: "2015-01-01T00:00:00Z", to: january.to } }, ["dateRange.from"]],
  [
    "dates instead of times",
    { dateRange: { from: "2026-01-01", to: "2026-01-31" } },
    ["dateRange.from", "dateRange.to"],
  ],
  ["an unknown framework", { framework: "GDPR" }, ["framework"]],
  ["several errors", { format: "DOCX", includeChainProof: "yes", page: 1 }, ["format", "includeChainProof", "page"]],
];
for (const [what, changes, paths] of wrong) {
  test(`a request with ${what} is rejected with all paths, and stores nothing`, async ({ organisation }) => {
    const { api } = organisation;
    const { id: modelId } = await organisation.model();
    const body = { modelId, framework: "ISO_42001", dateRange: january, ...changes };
    const refused = await api.post<{ details: { path: string }[] }>("/v1/evidence/generate", body);
    expect(refused).toMatchObject({ status: 400, body: { error: "validation_failed" } });
    expect(refused.body.details.map(({ path }) => path).sort()).toEqual(paths);
    expect((await api.get<EvidencePackageList>("/v1/evidence")).body.pagination.total).toBe(0);
  });
}

test("an error about sections lists the valid ones", async ({ organisation }) => {
  const { id: modelId } = await organisation.model();
  const body = { modelId, framework: "EU_AI_ACT_ANNEX_IV", dateRange: january, sections: ["RISKS"] };
  const refused = await organisation.api.post<{ message: string }>("/v1/evidence/generate", body);
  for (const section of ["TECHNICAL_DOCUMENTATION", "RISK_MANAGEMENT", "DATA_GOVERNANCE", "HUMAN_OVERSIGHT"]) {
    expect(refused.body.message).toContain(section);
  }
});

test("an unregistered model is rejected as for an event", async ({ organisation, otherOrganisation }) => {
  const { id: foreign } = await otherOrganisation.model();
  for (const modelId of ["mdl_none", foreign]) {
    const body = { modelId, framework: "ISO_42001", dateRange: january };
    const refused = await organisation.api.post<{ message: string }>("/v1/evidence/generate", body);
    const event = await organisation.api.post("/v1/audit", { modelId, eventType: "ALERT", payload: {} });
    expect(refused).toMatchObject({ status: 422, body: { error: "model_not_registered" } });
    expect(refused.body.message).toBe(event.body["message"]);
  }
});

test("the download URL serves the file exactly as stored, regardless of Accept-Encoding", async ({
  application,
  organisation,
}) => {
  const { id: modelId } = await organisation.model();
  const { id, packageHash } = await insertPackage(organisation, modelId, "READY");
  const token = await downloadToken(organisation, id);
  const url = `${application.url}/v1/evidence/${id}/download?token=${token}`;
  const encodings = { "Accept-Encoding": "gzip, br" };
  for (const method of ["GET", "HEAD"]) {
    const answer = await fetch(url, { method, headers: encodings });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-length")).toBe(String(packageBytes));
    expect(answer.headers.get("etag")).toBe(`"${packageHash}"`);
    if (method === "GET") expect(sha256(bytes)).toBe(packageHash);
  }
  const part = await fetch(url, { headers: { ...encodings, Range: "bytes=10-19", "If-Range": `"${packageHash}"` } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 10-19/${packageBytes}`);
  expect((await part.arrayBuffer()).byteLength).toBe(10);
  const renewed = await organisation.api.post<DownloadUrl>(`/v1/evidence/${id}/download-url`);
  expect(renewed.status).toBe(200);
  expect(sha256(await download(renewed.body.downloadUrl))).toBe(packageHash);
});

test(
  "a JSON file is served as stored, and can be looked up by its hash in any notation",
  onlyInFullRun,
  async ({ application, organisation }) => {
    test.setTimeout(120_000);
    const { id: modelId } = await organisation.model();
    const { made } = await generate(organisation.api, { modelId });
    const answer = await fetch(made.downloadUrl ?? "", { headers: { "Accept-Encoding": "gzip" } });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-length")).toBe(String(made.sizeBytes));
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(made.packageHash);

    const nobody = apiClient(application.url);
    const hash = made.packageHash ?? "";
    for (const written of [hash, hash.toUpperCase(), encodeURIComponent(hash), hash.slice("sha256:".length)]) {
      const known = await nobody.get(`/v1/verify/${written}`);
      expect(known, written).toMatchObject({
        status: 200,
        body: { packageId: made.id, authentic: true, fileChecked: true },
      });
      expect(Object.keys(known.body).sort()).toEqual(
        ["packageId", "reportId", "authentic", "framework", "format", "generatedAt", "signedBy", "keyId", "verifiedAt"]
          .concat(["packageSignature", "fileChecked", "message", "status"])
          .sort(),
      );
    }
    const { body } = await organisation.api.post<PackageVerification>(`/v1/evidence/${made.id}/verify`, {
      packageHash: `sha256:${hash.slice("sha256:".length).toUpperCase()}`,
    });
    expect(body).toMatchObject({ authentic: true, failedCheck: null, generatedAt: made.generatedAt });
  },
);

test("returns 404 for unknown packages, hashes and paths", async ({ organisation }) => {
  const { api } = organisation;
  const packageHash = `sha256:${"0".repeat(64)}`;
  const missing = "epkg_01kahbc2g8m9n4q6r1s7t3v5wx";
  const answers = [
    await api.get(`/v1/evidence/${missing}`),
    await api.post(`/v1/evidence/${missing}/verify`, { packageHash }),
    await api.post(`/v1/evidence/${missing}/download-url`),
    await api.get(`/v1/evidence/${missing}/download?token=none`),
    await api.get(`/v1/evidence/${missing}/file`),
    await api.get(`/v1/verify/${packageHash}`),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: "not_found" } });
});
