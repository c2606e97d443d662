import type { IntegrityFinding, IntegrityFindingList } from "@/lib/domains/audit-chain/schemas-verification";
import { type Answer, apiClient } from "../support/api";
import { makeMember } from "../support/members";
import type { TestOrganisation } from "../support/organisation";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";
import { insertFindings } from "./support/findings";
import { storedRows } from "./support/stored-rows";

const reason = "The public key was missing on one server during a rotation.";
const path = (id: string, step = "") => `/v1/audit/findings/${id}/resolution${step}`;
/** Every step of a resolution, with its request body. */
const steps: [step: string, body?: object][] = [["", { reason }], ["/confirm"], ["/reject"]];

type Send = <T = IntegrityFinding>(path: string, body?: unknown) => Promise<Answer<T>>;

/** A new member of an organisation, who sends requests with a session cookie. */
async function memberOf(url: string, { id }: TestOrganisation, role: "ADMIN" | "AUDITOR") {
  const { email, cookie } = await makeMember(id, role);
  const headers = { Cookie: `${cookie.name}=${cookie.value}`, Origin: new URL(url).origin, "X-Request-Id": "same" };
  const post: Send = (target, body) => apiClient(url).post(target, body, headers);
  return { email, post };
}

test("two administrators resolve a finding, and each step is recorded on the chain", async ({
  application,
  organisation,
}) => {
  const { api } = organisation;
  const { id } = await insertFindings(organisation);
  const ada = await memberOf(application.url, organisation, "ADMIN");
  const ben = await memberOf(application.url, organisation, "ADMIN");
  const listed = async (status: string) => {
    const { body } = await api.get<IntegrityFindingList>(`/v1/audit/findings?status=${status}`);
    return body.data.map((finding) => finding.id);
  };
  expect(await listed("OPEN")).toHaveLength(2);

  expect(await ben.post(path(id, "/confirm"))).toMatchObject({ status: 409, body: { error: "conflict" } });
  expect(await ada.post(path(id), { reason })).toMatchObject({
    status: 200,
    body: { id, status: "RESOLUTION_REQUESTED", resolutions: [{ reason, requestedBy: ada.email, decidedBy: null }] },
  });
  expect(await listed("RESOLUTION_REQUESTED")).toEqual([id]);
  expect(await ada.post(path(id, "/confirm"))).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  expect(await ben.post(path(id, "/reject"))).toMatchObject({ status: 200, body: { status: "OPEN" } });

  expect(await ben.post(path(id), { reason })).toMatchObject({ status: 200 });
  expect(await ben.post(path(id), { reason })).toMatchObject({ status: 409, body: { error: "conflict" } });
  const resolved = await ada.post(path(id, "/confirm"));
  expect(resolved).toMatchObject({
    status: 200,
    body: {
      status: "RESOLVED",
      resolutions: [{ requestedBy: ben.email, decidedBy: ada.email }, { status: "REJECTED" }],
    },
  });
  expect(await listed("RESOLVED")).toEqual([id]);
  expect(await listed("OPEN")).toHaveLength(1);

  const events = await expectIntactChain(api);
  const kinds = events
    .map((event) => event["payload"] as { kind?: string; findingId?: string } | undefined)
    .flatMap((payload) => (payload?.findingId === id ? [payload.kind] : []));
  expect(kinds).toEqual([
    "INTEGRITY_FINDING_RESOLUTION_REQUESTED",
    "INTEGRITY_FINDING_RESOLUTION_REJECTED",
    "INTEGRITY_FINDING_RESOLUTION_REQUESTED",
    "INTEGRITY_FINDING_RESOLVED",
  ]);
  expect(JSON.stringify(events)).not.toContain(reason);
});

test("returns the same 404 for another organisation's finding and an unknown one, and changes nothing", async ({
  application,
  database,
  organisation,
  otherOrganisation,
}) => {
  const other = await insertFindings(otherOrganisation);
  const requester = await memberOf(application.url, otherOrganisation, "ADMIN");
  const outsider = await memberOf(application.url, organisation, "ADMIN");
  for (const isRequested of [false, true]) {
    if (isRequested) expect((await requester.post(path(other.id), { reason })).status).toBe(200);
    const before = await storedRows(database.owner, otherOrganisation.id);
    for (const [step, body] of steps) {
      const missing = await outsider.post(path("fnd_9e107d9d372bb6826bd81d3542a419d6", step), body);
      expect(missing).toMatchObject({ status: 404, body: { error: "not_found" } });
      const foreign = await outsider.post(path(other.id, step), body);
      expect({ status: foreign.status, body: foreign.body }, step).toEqual({ status: 404, body: missing.body });
    }
    expect(await storedRows(database.owner, otherOrganisation.id)).toEqual(before);
  }
});

test("only administrators can resolve findings, and a reason is required", async ({
  application,
  database,
  organisation,
}) => {
  const { id } = await insertFindings(organisation);
  const auditor = await memberOf(application.url, organisation, "AUDITOR");
  const administrator = await memberOf(application.url, organisation, "ADMIN");
  const before = await storedRows(database.owner, organisation.id);
  for (const [step, body] of steps) {
    for (const post of [auditor.post, organisation.api.post as Send]) {
      expect(await post(path(id, step), body)).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    }
  }
  const badBodies: [body: object, paths: string[]][] = [
    [{}, ["reason"]],
    [{ reason: null }, ["reason"]],
    [{ reason: " \n " }, ["reason"]],
    [{ reason: "x".repeat(2_001) }, ["reason"]],
    [{ reason, status: "RESOLVED" }, ["status"]],
  ];
  for (const [body, paths] of badBodies) {
    const answer = await administrator.post<{ details: { path: string }[] }>(path(id), body);
    expect(answer).toMatchObject({ status: 400, body: { error: "validation_failed" } });
    expect(answer.body.details.map((detail) => detail.path)).toEqual(paths);
  }
  expect(await administrator.post(path(id))).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
  expect(await storedRows(database.owner, organisation.id)).toEqual(before);
});
