import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { createIntegration, getIntegration, updateIntegration } from "@/lib/domains/integrations";
import { integrationInput, integrationRow } from "@/lib/domains/integrations/testing/integrations";
import { withDetectionsLocked } from "@/lib/domains/shadow-ai/detections/detection-store";
import { getDetection } from "@/lib/domains/shadow-ai/detections/read-detections";
import { createAnalyst, eventsAbout, openDetection, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { createTicket, draftTickets } from "@/lib/domains/shadow-ai/tickets/tickets";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import { createReceiver, localCertificate, type Receiver } from "@/lib/domains/webhooks/testing/receiver";
import { prisma } from "@/lib/platform/database/db";
import { guardedAgent, setServiceTransport } from "@/lib/platform/outgoing/guarded-agent";

const minuteMs = 60_000;
const analyst = ownAnalyst();
let detectionId: string;

beforeAll(async () => {
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
  const { cert: ca } = await localCertificate();
  const fresh = guardedAgent({ allowPrivateNetwork: true, ca, keepAlive: false });
  setServiceTransport(() => ({ pooled: fresh, fresh }));
});

beforeEach(async () => {
  const department = "Risk `@team`";
  detectionId = (await openDetection(analyst, { severity: "HIGH", department })).id;
  await updateDetection(analyst.ctx, detectionId, { assignedTo: "ada@example.com", notes: "Asked Ada." });
});

interface Issue {
  number: number;
  title: string;
  text: string;
  isPullRequest?: boolean;
}

/** A product with a list of issues, over HTTPS. */
interface Product {
  receiver: Receiver;
  issues: Issue[];
  /** Overrides the response to the next requests that create an issue. */
  fail: ((response: ServerResponse, create: () => void) => void) | undefined;
  paths: string[];
}

type Handler = (product: Product, request: IncomingMessage, body: string, response: ServerResponse) => void;

async function startProduct(handle: Handler): Promise<Product> {
  const receiver = await createReceiver();
  const product: Product = { receiver, issues: [], fail: undefined, paths: [] };
  receiver.answer = (request, response) => {
    product.paths.push(`${request.method} ${request.url}`);
    handle(product, request, receiver.requests.at(-1)?.body ?? "", response);
  };
  return product;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Jira Cloud REST API v3: `POST /rest/api/3/issue` and `GET /rest/api/3/search/jql`. */
const jira: Handler = (product, request, body, response) => {
  const { port } = product.receiver;
  const shown = ({ number }: Issue) => ({
    id: String(10_000 + number),
    key: `RISK-${number}`,
    self: `https://localhost:${port}/rest/api/3/issue/${10_000 + number}`,
  });
  const credentials = Buffer.from(request.headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
  if (credentials !== "bot@bank.example:token-1") return void response.writeHead(401).end();
  const url = new URL(request.url ?? "", "https://localhost");
  if (url.pathname === "/rest/api/3/search/jql") {
    const marker =
      /^project = "RISK" AND description ~ "\\"(\w+)\\""$/.exec(url.searchParams.get("jql") ?? "")?.[1] ?? "";
    return send(response, 200, {
      issues: product.issues.filter(({ text }) => text.includes(marker)).map(shown),
      isLast: true,
    });
  }
  if (url.pathname !== "/rest/api/3/issue" || request.method !== "POST") return void response.writeHead(404).end();
  const { fields } = JSON.parse(body);
  if (fields.project.key !== "RISK")
    return send(response, 400, { errorMessages: [], errors: { project: "valid project is required" } });
  if (fields.issuetype.name !== "Task")
    return send(response, 400, { errorMessages: [], errors: { issuetype: "Specify a valid issue type" } });
  if (fields.description.type !== "doc" || fields.description.version !== 1) return void response.writeHead(400).end();
  create(product, response, fields.summary, JSON.stringify(fields.description), shown);
};

/** GitHub REST API: `POST` and `GET /repos/{owner}/{repo}/issues`. */
const gitHub: Handler = (product, request, body, response) => {
  const shown = ({ number, title, text, isPullRequest }: Issue) => ({
    ...{ number, title, body: text, state: "open", ...(isPullRequest && { pull_request: {} }) },
    html_url: `https://github.example/bank/risk/issues/${number}`,
  });
  const { authorization, accept, "x-github-api-version": version, "user-agent": userAgent } = request.headers;
  if (authorization !== "Bearer token-1") return send(response, 401, { message: "Bad credentials" });
  if (accept !== "application/vnd.github+json" || version !== "2022-11-28" || !userAgent)
    return send(response, 400, { message: "Bad request" });
  const url = new URL(request.url ?? "", "https://localhost");
  if (url.pathname !== "/repos/bank/risk/issues") return send(response, 404, { message: "Not Found" });
  if (request.method === "GET") {
    const [size, page] = ["per_page", "page"].map((name) => Number(url.searchParams.get(name) ?? 1)) as [
      number,
      number,
    ];
    return send(
      response,
      200,
      [...product.issues]
        .reverse()
        .slice(size * (page - 1), size * page)
        .map(shown),
    );
  }
  const { title, body: text } = JSON.parse(body);
  create(product, response, title, text, shown);
};

function create(
  product: Product,
  response: ServerResponse,
  title: string,
  text: string,
  shown: (issue: Issue) => object,
): void {
  const add = () => {
    const issue = { number: product.issues.length + 1, title, text };
    product.issues.push(issue);
    return issue;
  };
  if (product.fail) product.fail(response, add);
  else send(response, 201, shown(add()));
}

const kinds = {
  JIRA: { handle: jira, settings: { project: "RISK", issueType: "Task", email: "bot@bank.example" }, key: "RISK-1" },
  GITHUB: { handle: gitHub, settings: { project: "bank/risk", issueType: null, email: null }, key: "bank/risk#1" },
} as const;
type Kind = keyof typeof kinds;
const both: Kind[] = ["JIRA", "GITHUB"];

async function setUp(kind: Kind, given: object = {}) {
  const product = await startProduct(kinds[kind].handle);
  const baseUrl = `https://localhost:${product.receiver.port}`;
  const { id: integrationId } = await createIntegration(analyst.ctx, {
    ...{ ...integrationInput, kind, name: kind },
    ticketSettings: { baseUrl, ...kinds[kind].settings, token: "token-1", ...given },
  });
  return { product, integrationId, baseUrl };
}

const request = (integrationId: string, digest?: string) =>
  createTicket(analyst.ctx, detectionId, { integrationId, ...(digest !== undefined && { digest }) });

describe.each(both)("a ticket in %s", (kind) => {
  test("has the text of the draft, is created once, and is recorded on the chain", async () => {
    const { product, integrationId } = await setUp(kind);
    const {
      data: [draft],
    } = await draftTickets(analyst.ctx, detectionId);
    expect(draft).toMatchObject({
      integrationId,
      system: kind,
      title: "Shadow AI detection: OpenAI (api.openai.com)",
      ticket: null,
    });
    expect(draft?.text).toContain("Severity: HIGH\nDepartment: Risk `@team`\nNetworks: 10.20.30.x\n");
    expect(draft?.text).toContain(`/shadow-ai/${detectionId}`);
    expect(draft?.text).not.toMatch(/ada/i);
    const ticket = await request(integrationId, draft?.digest);
    expect(ticket).toMatchObject({ integrationId, system: kind, key: kinds[kind].key });
    expect(new URL(ticket.url).protocol).toBe("https:");
    expect(product.issues).toMatchObject([{ title: draft?.title }]);
    for (const line of draft?.text.split("\n") ?? []) {
      expect(product.issues[0]?.text).toContain(kind === "GITHUB" ? line.replaceAll("`", "'") : line);
    }
    expect(await request(integrationId)).toEqual(ticket);
    expect(product.issues).toHaveLength(1);
    expect((await getDetection(analyst.ctx, detectionId)).detection).toMatchObject({
      tickets: [ticket],
      verified: true,
    });
    expect((await draftTickets(analyst.ctx, detectionId)).data).toMatchObject([{ ticket }]);
    expect((await eventsAbout(analyst.ctx, detectionId)).at(-1)).toMatchObject({
      ...{ eventType: "HUMAN_REVIEW" },
      payload: { kind: "SHADOW_AI_TICKET_CREATED", ticketId: ticket.id, key: ticket.key, url: ticket.url },
    });
    const { findings } = await verifyStoredChain({ organisationId: analyst.organisationId });
    expect(findings).toEqual([]);
  });

  test("is created once by concurrent requests", async () => {
    const { product, integrationId } = await setUp(kind);
    const results = await Promise.allSettled([1, 2, 3].map(() => request(integrationId)));
    expect(product.issues).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    }
    expect(await request(integrationId)).toMatchObject({ key: kinds[kind].key });
  });

  test("is found after a lost response, and not created again", async () => {
    const { product, integrationId } = await setUp(kind);
    product.fail = (response, add) => {
      add();
      response.destroy();
    };
    await expect(request(integrationId)).rejects.toMatchObject({
      code: "ticket_not_created",
      message: expect.stringContaining("may have been created"),
    });
    product.fail = undefined;
    await expect(request(integrationId)).rejects.toMatchObject({ code: "conflict" });
    analyst.clock.nowMs += minuteMs;
    expect(await request(integrationId)).toMatchObject({ key: kinds[kind].key });
    expect(product.issues).toHaveLength(1);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["status 201", (response) => response.writeHead(201, { "Content-Length": "100" })],
    ["status 403", (response) => response.writeHead(403, { "Content-Length": "100" })],
  ])("is found after a response with %s whose body was lost", async (_, writeHead) => {
    const { product, integrationId } = await setUp(kind);
    product.fail = (response, add) => {
      add();
      writeHead(response);
      response.write("{", () => response.destroy());
    };
    await expect(request(integrationId)).rejects.toMatchObject({
      code: "ticket_not_created",
      message: expect.stringMatching(/sent an incomplete response.*may have been created/),
    });
    product.fail = undefined;
    await expect(request(integrationId)).rejects.toMatchObject({ code: "conflict" });
    analyst.clock.nowMs += minuteMs;
    expect(await request(integrationId)).toMatchObject({ key: kinds[kind].key });
    expect(product.issues).toHaveLength(1);
  });

  test("is found after a rejected retry, even if the search did not return it at first", async () => {
    const { product, integrationId } = await setUp(kind);
    const late: Issue[] = [];
    product.fail = (response, add) => {
      add();
      late.push(...product.issues.splice(0));
      response.destroy();
    };
    await expect(request(integrationId)).rejects.toMatchObject({ code: "ticket_not_created" });
    analyst.clock.nowMs += minuteMs;
    product.fail = (response) => send(response, 403, { message: "Forbidden" });
    await expect(request(integrationId)).rejects.toMatchObject({
      message: expect.stringMatching(/\(403\).*may have been created/),
    });
    product.fail = undefined;
    product.issues.push(...late);
    expect(await request(integrationId)).toMatchObject({ key: kinds[kind].key });
    expect(product.issues).toHaveLength(1);
  });

  test("has a URL and a key that can be stored", async () => {
    const { product, integrationId } = await setUp(kind);
    const base = kind === "JIRA" ? "/rest/api/3/issue/1" : "";
    const long = `https://bank.example/${"a".repeat(2_100)}${base}`;
    product.fail = (response) => send(response, 201, { key: "RISK-1", self: long, number: 1, html_url: long });
    await expect(request(integrationId)).rejects.toMatchObject({
      code: "ticket_not_created",
      message: expect.stringContaining("unexpected response"),
    });
    analyst.clock.nowMs += minuteMs;
    const url = `https://bank.example/\u0000/bank${base}`;
    product.fail = (response) => send(response, 201, { key: "RISK-1", self: url, number: 1, html_url: url });
    expect((await request(integrationId)).url).toContain("https://bank.example/%00");
  });

  test("is created after a failed attempt that created no ticket", async () => {
    const { product, integrationId } = await setUp(kind);
    product.fail = (response) => send(response, 503, { message: "Unavailable" });
    await expect(request(integrationId)).rejects.toMatchObject({
      code: "ticket_not_created",
      members: { receiverStatus: 503 },
    });
    product.fail = undefined;
    analyst.clock.nowMs += minuteMs;
    expect(await request(integrationId)).toMatchObject({ key: kinds[kind].key });
    expect(product.issues).toHaveLength(1);
  });
});

test.each<[string, Kind, object, number, string]>([
  ["credentials", "JIRA", { token: "wrong" }, 401, "Check the token"],
  ["credentials", "GITHUB", { token: "wrong" }, 401, "GitHub: Bad credentials"],
  ["repository", "GITHUB", { project: "bank/other" }, 404, "cannot access bank/other in GitHub"],
  ["project", "JIRA", { project: "OTHER" }, 400, "project: valid project is required"],
  ["issue type", "JIRA", { issueType: "Epic" }, 400, "issuetype: Specify a valid issue type"],
])(
  "a ticket rejected because of its %s in %s can be requested again after a correction",
  async (_, kind, wrong, status, message) => {
    const { product, integrationId, baseUrl } = await setUp(kind, wrong);
    const refusal = { code: "ticket_not_created", status: 502, members: { receiverStatus: status } };
    await expect(request(integrationId)).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining(message),
    });
    const ticketSettings = { baseUrl, ...kinds[kind].settings, token: "token-1" };
    await updateIntegration(analyst.ctx, integrationId, { ticketSettings });
    expect(await request(integrationId)).toMatchObject({ key: kinds[kind].key });
    expect(product.issues).toHaveLength(1);
  },
);

test("a search in GitHub reads several pages, and ignores pull requests and issues that mention the detection", async () => {
  const { product, integrationId } = await setUp("GITHUB");
  const addIssues = (count: number, given: Partial<Issue>) => {
    for (let i = 0; i < count; i += 1) {
      product.issues.push({ number: product.issues.length + 1, title: "Other", text: "a".repeat(65_536), ...given });
    }
  };
  product.fail = (response, add) => {
    add();
    response.destroy();
  };
  await expect(request(integrationId)).rejects.toMatchObject({ code: "ticket_not_created" });
  addIssues(1, { text: `See /shadow-ai/${detectionId}` });
  addIssues(1, { text: `Detection: ${detectionId}`, isPullRequest: true });
  addIssues(20, {});
  product.fail = undefined;
  analyst.clock.nowMs += minuteMs;
  expect(await request(integrationId)).toMatchObject({ key: "bank/risk#1" });
  expect(product.paths.filter((path) => path.startsWith("GET"))).toHaveLength(3);
  expect(product.issues).toHaveLength(23);
});

test("a claim that waited for the lock lasts a minute", async () => {
  const { product, integrationId } = await setUp("GITHUB");
  product.fail = (response) => response.destroy();
  const first = await withDetectionsLocked(analyst.ctx, async () => {
    const result = expect(request(integrationId)).rejects.toMatchObject({ code: "ticket_not_created" });
    await expect.poll(lockWaits).toBe(1);
    analyst.clock.nowMs += minuteMs;
    return { result };
  });
  await first.result;
  await expect(request(integrationId)).rejects.toMatchObject({ code: "conflict" });
});

/** Number of connections that wait for a lock. */
async function lockWaits(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

test("returns the reasons why a product rejects the text", async () => {
  const { product, integrationId } = await setUp("GITHUB");
  const errors = [{ resource: "Issue", field: "title", code: "too_long" }];
  product.fail = (response) => send(response, 422, { message: "Validation Failed", errors });
  await expect(request(integrationId)).rejects.toMatchObject({
    message: expect.stringContaining("Validation Failed. title: too_long"),
  });
});

test("nothing is sent for another detection, an unknown integration, changed text, or without permission", async () => {
  const { product, integrationId } = await setUp("JIRA");
  const foreign = await createAnalyst();
  const given = { integrationId };
  await expect(createTicket(foreign.ctx, detectionId, given)).rejects.toMatchObject({ code: "not_found" });
  const { id: theirs } = await openDetection(foreign);
  await expect(createTicket(foreign.ctx, theirs, given)).rejects.toMatchObject({ code: "not_found" });
  await expect(draftTickets(foreign.ctx, detectionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(createTicket(personIn(analyst.ctx, "VIEWER"), detectionId, given)).rejects.toMatchObject({
    code: "insufficient_scope",
  });
  await expect(request(integrationId, "another")).rejects.toMatchObject({ code: "conflict" });
  await updateIntegration(analyst.ctx, integrationId, { enabled: false });
  await expect(request(integrationId)).rejects.toMatchObject({ code: "conflict" });
  expect(product.paths).toEqual([]);
});

describe("the settings of an integration", () => {
  test("never return the token, store it encrypted, and keep it for the same host", async () => {
    const { integrationId, baseUrl } = await setUp("JIRA");
    const shown = await getIntegration(analyst.ctx, integrationId);
    expect(shown.ticketSettings).toEqual({ baseUrl, ...kinds.JIRA.settings });
    const { ticketSettings } = shown;
    if (!ticketSettings) throw new Error("no settings");
    expect(JSON.stringify(await integrationRow(integrationId))).not.toContain("token-1");
    await updateIntegration(analyst.ctx, integrationId, {
      ticketSettings: { ...ticketSettings, email: "bot@bank.example", issueType: "Task" },
    });
    expect(await request(integrationId)).toMatchObject({ key: "RISK-1" });
    await expect(
      updateIntegration(analyst.ctx, integrationId, {
        ticketSettings: { ...ticketSettings, baseUrl: "https://jira.example.com" },
      }),
    ).rejects.toMatchObject({ details: [{ path: "ticketSettings.token" }] });
    await updateIntegration(analyst.ctx, integrationId, { ticketSettings: null });
    expect(await integrationRow(integrationId)).toMatchObject({ authorization: null, ticket_settings: null });
  });

  test.each<[string, "GITHUB" | "JIRA" | "MLFLOW", object, string]>([
    ["a repository without an owner", "GITHUB", { project: "risk" }, "ticketSettings.project"],
    ["a project key in lower case", "JIRA", { project: "risk" }, "ticketSettings.project"],
    ["no e-mail address", "JIRA", { email: null }, "ticketSettings.email"],
    ["no token", "JIRA", { token: undefined }, "ticketSettings.token"],
    ["no site", "JIRA", { baseUrl: undefined }, "ticketSettings.baseUrl"],
    ["a product without tickets", "MLFLOW", {}, "ticketSettings"],
  ])("reject %s", async (_, kind, given, path) => {
    const valid = { baseUrl: "https://bank.atlassian.net", project: "RISK", email: "a@b.example", token: "t" };
    const ofKind = kind === "GITHUB" ? { ...valid, baseUrl: undefined, email: undefined } : valid;
    const ticketSettings = { ...ofKind, ...given } as never;
    await expect(createIntegration(analyst.ctx, { ...integrationInput, kind, ticketSettings })).rejects.toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  });
});
