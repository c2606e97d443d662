import {
  generatePackage,
  getPackage,
  listPackages,
  openDownload,
  previewPackage,
  renewDownloadUrl,
  verifyPackage,
} from "@/lib/domains/evidence";
import {
  DownloadUrl,
  EvidencePackage,
  EvidencePackageList,
  GeneratedPackage,
  GenerateEvidence,
  ListEvidence,
  PackageVerification,
  VerifyPackage,
} from "@/lib/domains/evidence/schemas";
import { PackagePreview, PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { DownloadQuery } from "@/lib/platform/documents/schemas";
import { fileReply, recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "evidence:read", limit: "evidence.read" } as const;
const costly = { scope: "evidence:read", limit: "evidence.write" } as const;

export const evidence = resources({
  "/v1/evidence/generate": {
    POST: route({
      summary: "Generate an evidence package",
      description:
        "Returns immediately and generates the package in the background. Poll the URL in `Location` until `status` is READY or FAILED, or subscribe to the `evidence.ready` webhook event. The package covers the events of one model with a `timestamp` in the period. `notes` are internal and not included in the file.",
      scope: "evidence:write",
      limit: "evidence.write",
      body: GenerateEvidence,
      response: GeneratedPackage,
      status: 202,
      location: "/v1/evidence",
      idempotent: true,
      errors: ["model_not_registered"],
      handler: (ctx, { body }) => generatePackage(ctx, body),
    }),
  },
  "/v1/evidence": {
    GET: route({
      ...read,
      summary: "List evidence packages",
      description:
        "Returns the organisation's packages in any status, newest first. Packages requested while you page through the list do not appear on later pages.",
      query: ListEvidence,
      response: EvidencePackageList,
      handler: (ctx, { query }) => listPackages(ctx, query),
    }),
  },
  "/v1/evidence/preview": {
    GET: route({
      ...read,
      summary: "Preview an evidence package",
      description:
        "Counts the model's events in the period for each section of the framework, so you can find sections without events before you request a package. Nothing is generated.",
      query: PreviewPackage,
      response: PackagePreview,
      errors: ["model_not_registered"],
      handler: (ctx, { query }) => previewPackage(ctx, query),
    }),
  },
  "/v1/evidence/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an evidence package",
      description:
        "`progress` shows the current step while `status` is GENERATING. Once the package is READY, anyone with `downloadUrl` can download the file for 24 hours. `packageHash` and `packageSignature` cover the bytes of the file. You can check them with `sha256sum` and `openssl dgst -sha256 -verify`.",
      response: EvidencePackage,
      handler: (ctx, { params }) => getPackage(ctx, params.id),
    }),
  },
  "/v1/evidence/{id}/verify": {
    POST: recordRoute({
      ...costly,
      summary: "Verify an evidence package",
      description:
        "Verifies that the package has not changed since it was generated: `packageHash` matches the recorded hash and the hash of the stored file, and the signature is valid under a published key. For a PDF, the embedded signature must also be valid and cover the whole file, and the attached evidence must match the PDF. Returns 200 even if the package is not authentic; check `authentic`. If a check fails, `failedCheck` and `message` identify it. The file of an expired package is deleted, so only its hash and signature are checked, and `fileChecked` is `false`. If another program has reformatted a JSON package, also send the hash of its canonical form as `canonicalHash`: `contentIntact` is `true` if only the formatting has changed. Returns 409 if the package has not been generated or its generation failed.",
      body: VerifyPackage,
      response: PackageVerification,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => verifyPackage(ctx, params.id, body),
    }),
  },
  "/v1/evidence/{id}/download-url": {
    POST: recordRoute({
      ...costly,
      summary: "Create a download URL for an evidence package",
      description:
        "Creates a URL that is valid for 24 hours, or until the package expires if that is sooner. Earlier URLs stay valid until their own expiry. Returns 409 unless the package is READY.",
      response: DownloadUrl,
      errors: ["conflict"],
      handler: (ctx, { params }) => renewDownloadUrl(ctx, params.id),
    }),
  },
  "/v1/evidence/{id}/download": {
    GET: recordRoute({
      summary: "Download an evidence package",
      description:
        "Returns the file, or the requested range of the file. The token in `downloadUrl` authorises the request. An expired or altered URL returns 404. Each download is recorded on the organisation's audit chain.",
      scope: "public",
      limit: "unlimited",
      query: DownloadQuery,
      response: { stream: ["application/pdf", "application/json"] },
      isFile: true,
      handler: async (ctx, { params, query, request }) =>
        fileReply(request, await openDownload(ctx, { packageId: params.id, token: query.token })),
    }),
  },
});
