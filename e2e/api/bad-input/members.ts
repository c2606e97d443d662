import { type BadInput, badFields, badQueries, type FieldRow, get, post, row } from "./row";

const inviting: FieldRow[] = [
  ["an invalid address", { email: "ada" }, ["email"]],
  ["an address with a line break", { email: "ada@example.com\r\nBcc: x@example.com" }, ["email"]],
  ["an address with a name", { email: "Ada <ada@example.com>" }, ["email"]],
  ["a name of only white space", { name: " \t" }, ["name"]],
  ["a name with a line break", { name: "Ada\nAnalyst" }, ["name"]],
  ["an unknown role", { role: "ROOT" }, ["role"]],
  ["a role in lower case", { role: "admin" }, ["role"]],
  ["an end in the past", { accessExpiresAt: "2020-01-01T00:00:00Z" }, ["accessExpiresAt"]],
  ["a password", { password: "a heron fishes in the shallows" }, ["password"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
  ["errors in every field", { email: 1, name: 1, role: 1, y: 1 }, ["email", "name", "role", "y"]],
];

const changing: FieldRow[] = [
  ["an address", { email: "ben@example.com" }, ["email"]],
  ["disabled as text", { disabled: "true" }, ["disabled"]],
  ["an end in the past", { accessExpiresAt: "2020-01-01T00:00:00Z" }, ["accessExpiresAt"]],
  ["a status set by the caller", { status: "ACTIVE" }, ["status"]],
  ["a password hash", { passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$x$x" }, ["passwordHash"]],
];

const missing = "usr_01kahbc2g8m9n4q6r1s7t3v5wx";
const below = ["", "/invitation", "/sign-out", "/second-factor/reset"];

export const members: BadInput[] = [
  ...badFields(
    "POST /members",
    () => ({
      method: "POST",
      path: "/v1/members",
      body: { email: "ada@example.com", name: "Ada Analyst", role: "ANALYST" },
    }),
    inviting,
  ),
  ...badFields(
    "PATCH /members/{id}",
    ({ memberId }) => ({ method: "PATCH", path: `/v1/members/${memberId}`, body: { name: "Changed" } }),
    changing,
  ),
  row("PATCH /members/{id}: no changes", "validation_failed", ({ memberId }) => ({
    method: "PATCH",
    path: `/v1/members/${memberId}`,
    body: {},
  })),
  row("POST /members/{id}/second-factor/reset: a member without 2FA", "conflict", ({ memberId }) => ({
    method: "POST",
    path: `/v1/members/${memberId}/second-factor/reset`,
  })),
  ...below.flatMap((path) => {
    const call = (id: string) => ({ method: path === "" ? "GET" : "POST", path: `/v1/members/${id}${path}` });
    return [
      row(`/members/{id}${path}: an unknown member`, "not_found", () => call(missing)),
      row(`/members/{id}${path}: a member of another organisation`, "not_found", (given) =>
        call(given.foreignMemberId),
      ),
      row(`/members/{id}${path}: an ID of another type`, "not_found", (given) => call(given.keyId)),
    ];
  }),
  row("GET /mails/{id}: an unknown mail", "not_found", () => get("/v1/mails/mail_01kahbc2g8m9n4q6r1s7t3v5wx")),
  ...badQueries("/v1/members", [
    ["role=admin", ["role"]],
    ["role=ADMIN,VIEWER", ["role"]],
    ["role=ADMIN&role=VIEWER", ["role"]],
    ["role=", ["role"]],
    ["status=GONE", ["status"]],
    ["email=ada@example.com", ["email"]],
  ]),
  ...badQueries("/v1/mails", [
    ["status=sent", ["status"]],
    ["recipient=ada@example.com", ["recipient"]],
  ]),
];

const token = "k3JxQmXs0aLr7Vb2TzYw8Ke1PdNc6Hg0xE9aB4f9QmX";
const password = "a heron fishes in the shallows";
const uncounted = { uncounted: true };

/** Requests that are rejected before an attempt is counted, and links that were never sent. */
export const publicPosts: BadInput[] = [
  ...(
    [
      ["/v1/invitations/inspect", {}, ["token"]],
      ["/v1/invitations/inspect", { token: "" }, ["token"]],
      ["/v1/invitations/inspect", { token: "t".repeat(201) }, ["token"]],
      ["/v1/invitations/inspect", { token: { $ne: "" } }, ["token"]],
      ["/v1/invitations/accept", {}, ["name", "password", "token"]],
      ["/v1/invitations/accept", { token, name: "Ada", password: "eleven char" }, ["password"]],
      ["/v1/invitations/accept", { token, name: "Ada", password: "x".repeat(129) }, ["password"]],
      ["/v1/invitations/accept", { token, name: "Ada\n", password, role: "ADMIN" }, ["role"]],
      ["/v1/password-resets", {}, ["email"]],
      ["/v1/password-resets", { email: "ada" }, ["email"]],
      ["/v1/password-resets", { email: ["ada@example.com", "spy@example.com"] }, ["email"]],
      ["/v1/password-resets", { email: "ada@example.com", redirect: "https://evil.example" }, ["redirect"]],
      ["/v1/password-resets/complete", {}, ["password", "token"]],
      ["/v1/password-resets/complete", { token, password: "short" }, ["password"]],
      ["/v1/password-resets/complete", { token, password, email: "ada@example.com" }, ["email"]],
    ] as const
  ).map(([path, body, paths]) =>
    row(`POST ${path} ${JSON.stringify(body).slice(0, 120)}`, "validation_failed", () => post(path, body), {
      ...uncounted,
      paths: [...paths],
    }),
  ),
  ...(
    [
      ["/v1/invitations/inspect", { token }],
      ["/v1/invitations/accept", { token, name: "Ada", password }],
      ["/v1/password-resets/complete", { token, password }],
    ] as const
  ).map(([path, body]) => row(`POST ${path}: an unknown link`, "not_found", () => post(path, body), uncounted)),
];
