import type { DownloadUrl, EvidencePackage, PackageVerification } from "@/lib/domains/evidence/schemas";
import type { Envelope } from "@/lib/domains/webhooks/schemas-events";
import { download, generate, history, sha256 } from "../support/evidence";
import { catchUp, later } from "../support/later";
import type { TestOrganisation } from "../support/organisation";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

// Two processes would share the work, and only one of them would have the required clock.
test.use({ isStarted: false });
test.describe.configure({ timeout: 180_000 });

const hourMs = 3_600_000;

async function modelWithHistory(organisation: TestOrganisation, url: string): Promise<string> {
  const { id } = await organisation.model();
  await organisation.at(url).post("/v1/audit/batch", { events: history(id) });
  return id;
}

/** A package's download URL at another process. */
function downloadAt(url: string, { downloadUrl }: EvidencePackage): URL {
  const { pathname, search } = new URL(downloadUrl ?? "");
  return new URL(`${pathname}${search}`, url);
}

test("the download URL needs no key, serves any part of the file, and belongs to one package", async ({
  organisation,
  launch,
}) => {
  const { url } = await launch();
  const api = organisation.at(url);
  const modelId = await modelWithHistory(organisation, url);
  const { made, file } = await generate(api, { modelId, format: "PDF" });
  const other = await generate(api, { modelId, format: "JSON" });
  const link = new URL(made.downloadUrl ?? "");
  expect(link.port).toBe(new URL(url).port);

  const whole = await fetch(link);
  expect(whole.headers.get("content-type")).toBe("application/pdf");
  expect(whole.headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.pdf"$/);
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  expect(Number(whole.headers.get("content-length"))).toBe(file.length);
  expect(whole.headers.get("cache-control")).toContain("no-store");

  const ranges: [range: string, status: number, bytes: Buffer][] = [
    ["bytes=0-0", 206, file.subarray(0, 1)],
    ["bytes=10-99", 206, file.subarray(10, 100)],
    ["bytes=-5", 206, file.subarray(-5)],
    [`bytes=${file.length - 3}-`, 206, file.subarray(-3)],
    [`bytes=5-${file.length * 2}`, 206, file.subarray(5)],
    ["bytes=5-2", 200, file],
    ["lines=1-2", 200, file],
    ["bytes=0-1,4-5", 200, file],
  ];
  for (const [Range, status, bytes] of ranges) {
    const part = await fetch(link, { headers: { Range } });
    expect([Range, part.status], Range).toEqual([Range, status]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes), Range).toBe(true);
    if (status === 206)
      expect(part.headers.get("content-range")).toMatch(new RegExp(`^bytes \\d+-\\d+/${file.length}$`));
  }
  const beyond = await fetch(link, { headers: { Range: `bytes=${file.length}-` } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${file.length}`]);
  const head = await fetch(link, { method: "HEAD" });
  expect([head.status, Number(head.headers.get("content-length"))]).toEqual([200, file.length]);

  const token = link.searchParams.get("token") ?? "";
  const refused = [
    link.href.replace(token, ""),
    link.href.replace(token, `${token}A`),
    link.href.replace(token, token.slice(0, -1) + (token.endsWith("A") ? "B" : "A")),
    link.href.replace(token, (token.startsWith("1") ? "2" : "1") + token.slice(1)),
    link.href.replace(token, new URL(other.made.downloadUrl ?? "").searchParams.get("token") ?? ""),
    link.href.replace(made.id, other.made.id),
    link.href.replace(made.id, "epkg_01kahbc2g8m9n4q6r1s7t3v5wx"),
  ];
  for (const altered of refused) {
    const answer = await fetch(altered);
    expect([altered, answer.status < 500 && answer.status >= 400], altered).toEqual([altered, true]);
    await answer.arrayBuffer();
  }
});

test("the URL expires after a day with one notification; a new URL works; the package expires later", async ({
  makeOrganisation,
  receiver,
  listen,
  launch,
  database,
}) => {
  const organisation = await makeOrganisation({ evidenceRetentionDays: 3 });
  const today = await launch();
  const { path } = await listen(organisation, ["evidence.ready", "evidence.expired"], {}, today.url);
  const notifications = (type: string) =>
    receiver
      .at(path)
      .map(({ body }) => JSON.parse(body) as Envelope)
      .filter((envelope) => envelope.type === type);
  const modelId = await modelWithHistory(organisation, today.url);
  const { made } = await generate(organisation.at(today.url), { modelId });
  await until("evidence.ready arrives", async () => notifications("evidence.ready").length > 0);
  const [ready] = notifications("evidence.ready");
  expect(ready?.data).toMatchObject({
    id: made.id,
    status: "READY",
    packageHash: made.packageHash,
    summary: made.summary,
  });
  const lifetimeMs = Date.parse(made.downloadUrlExpiresAt ?? "") - Date.parse(made.generatedAt ?? "");
  expect(lifetimeMs).toBeGreaterThanOrEqual(24 * hourMs);
  expect(lifetimeMs).toBeLessThan(24 * hourMs + 90_000);
  await today.stop();

  const almost = await launch(later(23 * hourMs));
  expect((await fetch(downloadAt(almost.url, made))).status).toBe(200);
  await almost.stop();

  const tomorrow = await launch(later(25 * hourMs));
  const api = organisation.at(tomorrow.url);
  const gone = await fetch(downloadAt(tomorrow.url, made));
  expect(gone.status).toBe(404);
  expect(await gone.text()).toContain("expired");
  const expired = (await api.get<EvidencePackage>(`/v1/evidence/${made.id}`)).body;
  expect(expired).toMatchObject({ status: "READY", downloadUrl: null });
  const isTold = async (urls: number) => {
    await catchUp(database);
    return notifications("evidence.expired").length >= urls;
  };
  await until("evidence.expired arrives", () => isTold(1), { timeoutMs: 90_000 });

  const renewed = await api.post<DownloadUrl>(`/v1/evidence/${made.id}/download-url`);
  expect(renewed.status).toBe(200);
  expect(sha256(await download(renewed.body.downloadUrl))).toBe(made.packageHash);
  await tomorrow.stop();

  const lastDay = await launch(later((3 * 24 + 1) * hourMs));
  const isExpired = async () => {
    const { body } = await organisation.at(lastDay.url).get<EvidencePackage>(`/v1/evidence/${made.id}`);
    return body.status === "EXPIRED" && body;
  };
  const over = await until("the package has expired", isExpired, { timeoutMs: 90_000 });
  expect(over).toMatchObject({ downloadUrl: null, packageHash: made.packageHash });
  const renewAgain = await organisation.at(lastDay.url).post(`/v1/evidence/${made.id}/download-url`);
  expect(renewAgain.status).toBe(409);
  const verified = await organisation
    .at(lastDay.url)
    .post<PackageVerification>(`/v1/evidence/${made.id}/verify`, { packageHash: made.packageHash });
  expect(verified.body).toMatchObject({ authentic: true, fileChecked: false });
  await until("the second URL's expiry is notified", () => isTold(2), { timeoutMs: 90_000 });
  await lastDay.stop();

  const { rows } = await database.owner.query<{ deliveries: number }>(
    `SELECT count(*)::int AS deliveries FROM webhook_messages WHERE organisation_id = $1 AND type = 'evidence.expired'`,
    [organisation.id],
  );
  // One notification for each of the two URLs, however often they are requested.
  expect(rows[0]?.deliveries).toBe(2);
});
