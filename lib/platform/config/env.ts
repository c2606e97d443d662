import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Role, roles } from "@/lib/platform/core/roles";
import { singleton } from "@/lib/platform/core/singleton";
import { readPublicKeys, readSigningKey } from "@/lib/platform/signing/ed25519";
import {
  readCertificates,
  readPemCertificates,
  readRsaPrivateKey,
  readRsaPublicKeys,
} from "@/lib/platform/signing/rsa";
import { splitCommand } from "@/lib/platform/signing/sign-command";
import { noteTypes, parseVkey, type VerifierKey, vkeyText } from "@/lib/platform/signing/signed-note";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");

function postgresUrl(name: string) {
  return z.string().refine((value) => /^postgres(ql)?:\/\/[^/]+\/./.test(value), {
    message: `${name} must look like postgresql://user:password@host:5432/database`,
  });
}

const encryptionKey = "must be 32 bytes in base64: `openssl rand -base64 32` generates one";
const isEncryptionKey = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text);

/** Whether the library that uses a text accepts it. */
const reads = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
};

/** A variable that `read` accepts without throwing. */
const readBy = (read: (text: string) => unknown, message: string) => z.string().refine(reads(read), message);

type Given = Partial<Record<string, unknown>>;

/** Reports which of the given variables are missing. */
function requireSet(context: z.RefinementCtx, given: Given, names: readonly string[], message: string): void {
  for (const name of names) {
    if (given[name] === undefined) context.addIssue({ code: "custom", path: [name], message });
  }
}

const inngestNames = [
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "INNGEST_SIGNING_KEY_FALLBACK",
  "INNGEST_BASE_URL",
  "INNGEST_SERVE_ORIGIN",
] as const;

/** An incomplete configuration could send events but reject every call, or the reverse. */
function requireInngestKeys(given: Given, context: z.RefinementCtx): void {
  if (given.INNGEST_DEV !== undefined || inngestNames.every((name) => given[name] === undefined)) return;
  const message =
    "set both INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY, or unset all INNGEST_* variables to run jobs in the service";
  requireSet(context, given, ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"], message);
}

function signingKey(name: string) {
  const hint = `${name} must look like signkey-prod-0123456789abcdef, or be hexadecimal`;
  return z
    .string()
    .regex(/^(?:signkey-\w+-)?(?:[0-9a-f]{2})+$/i, hint)
    .optional();
}

const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high);

const mailAddress = "[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)*";
const mailFrom = new RegExp(`^(?:[^\\p{Cc}<>"@,]{1,100} <${mailAddress}>|${mailAddress})$`, "u");

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(new URL(url).href) !== "";
  } catch {
    return false;
  }
}

/** E-mails with a made-up sender could be rejected or treated as spam without notice. */
function requireSender(given: Given, context: z.RefinementCtx): void {
  if (given.SMTP_URL !== undefined) requireSet(context, given, ["MAIL_FROM"], "because SMTP_URL is set");
}

/** Only one of key, PKCS #12 file and command can be set. A command's key is known only from its certificate. */
function requireOneSigner(given: Given, context: z.RefinementCtx): void {
  const exclude = (name: string, ...others: string[]) => {
    if (given[name] === undefined) return;
    const message = `must not be set together with ${name}`;
    for (const other of others) {
      if (given[other] !== undefined) context.addIssue({ code: "custom", path: [other], message });
    }
  };
  exclude("EVIDENCE_PKCS12_FILE", "EVIDENCE_KEY", "EVIDENCE_CERTIFICATE", "EVIDENCE_SIGN_COMMAND");
  exclude("EVIDENCE_SIGN_COMMAND", "EVIDENCE_KEY");
  if (given.EVIDENCE_ARCHIVE_DAYS !== undefined)
    requireSet(context, given, ["TSA_URL"], "because EVIDENCE_ARCHIVE_DAYS is set");
  if (given.EVIDENCE_SIGN_COMMAND === undefined) return;
  const message = "because EVIDENCE_SIGN_COMMAND is set";
  requireSet(context, given, ["EVIDENCE_CERTIFICATE"], message);
}

/** An incomplete bucket configuration must not silently store files in a local directory. */
function requireBucket(given: Given, context: z.RefinementCtx): void {
  const requireOf = (name: string, message: string) => requireSet(context, given, [name], message);
  const others = Object.keys(given).filter((name) => name.startsWith("S3_") && given[name] !== undefined);
  if (others.length > 0) requireOf("S3_BUCKET", `because ${others[0]} is set`);
  for (const name of ["SIGNER_STATE", "CHECKPOINT_COPY_FILE"]) {
    if (String(given[name]).startsWith("s3://")) {
      requireOf("S3_BUCKET", `because ${name} refers to an object store`);
    }
  }
  if (given.S3_BUCKET !== undefined && given.S3_ENDPOINT === undefined) {
    requireOf("S3_REGION", "because S3_BUCKET is set; for servers other than Amazon S3, set S3_ENDPOINT instead");
  }
  const pair = "set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither to use the AWS credential chain";
  if (given.S3_ACCESS_KEY_ID !== undefined) requireOf("S3_SECRET_ACCESS_KEY", pair);
  if (given.S3_SECRET_ACCESS_KEY !== undefined) requireOf("S3_ACCESS_KEY_ID", pair);
}

/** A local path, or a prefix in an object store. */
function location(name: string) {
  return z
    .string()
    .refine(
      (value) => !value.includes("://") || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w-]+)*$/.test(value),
      `${name} must be a path, or look like s3://bucket/prefix`,
    )
    .transform((value) => (value.startsWith("s3://") ? value : resolve(value)))
    .optional();
}

const openIdNames = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_ORGANISATION_ID",
  "OIDC_ROLE_MAP",
] as const;

/** An incomplete configuration would offer a sign-in that cannot work. */
function requireOpenId(given: Given, context: z.RefinementCtx): void {
  const first = openIdNames.find((name) => given[name] !== undefined);
  if (first === undefined) return;
  const message = `because ${first} is set; OpenID Connect requires all of ${openIdNames.join(", ")}`;
  requireSet(context, given, openIdNames, message);
}

/** Codes and tokens require TLS, except on the same machine. */
function isOpenIdIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLocal);
}

/** `group=ROLE,group2=ROLE`. Group names can contain commas and equals signs, as in directories. */
function readRoleMap(text: string): { group: string; role: Role }[] {
  const entries = [...text.matchAll(new RegExp(`\\s*(.+?)\\s*=\\s*(${roles.join("|")})\\s*(?:,|$)`, "gy"))];
  const length = entries.reduce((sum, [whole]) => sum + whole.length, 0);
  if (length !== text.length) throw new Error("not a list of groups with their roles");
  return entries.map(([, group = "", role]) => ({ group, role: role as Role }));
}

/** `name=value,other=value` with percent-encoded values, as in OpenTelemetry. */
function readPairs(text: string): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new Error("not a list of pairs");
      return [name, decodeURIComponent(value)];
    }),
  );
}

function pairs(name: string) {
  return z
    .string()
    .refine(reads(readPairs), `${name} must look like name=value,other=value, with special characters percent-encoded`)
    .transform(readPairs)
    .optional();
}

/** A witness of checkpoints. One without a URL is only recognised: its cosignatures count, but nothing is sent to it. */
export interface ConfiguredWitness {
  key: VerifierKey;
  vkey: string;
  /** The submission prefix (c2sp.org/tlog-witness) without a trailing slash. */
  url: string | undefined;
}

/** `vkey URL, vkey URL`: a verifier key of a witness contains no comma and no space. Throws an Error with the reason. */
function readWitnesses(text: string): ConfiguredWitness[] {
  const entries = text
    .replaceAll("\\n", "\n")
    .split(/[,\n]/)
    .filter((entry) => entry.trim() !== "");
  const witnesses = entries.map((entry) => {
    const [vkey = "", url, ...rest] = entry.trim().split(/\s+/);
    const key = parseVkey(vkey);
    if (key.type !== noteTypes.cosignature) throw new Error(`${key.name} is the key of a log, not of a witness`);
    if (rest.length > 0 || (url !== undefined && !isWitnessUrl(url)))
      throw new Error(`the URL of ${key.name} is not valid`);
    return { key, vkey: vkeyText(key), url: url?.replace(/\/+$/, "") };
  });
  if (new Set(witnesses.map(({ vkey }) => vkey)).size < witnesses.length) throw new Error("a witness is listed twice");
  return witnesses;
}

function isWitnessUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.search === "" && url.hash === "";
}

/** With more cosignatures required than there are witnesses, no package could ever be created. */
function requireWitnesses(given: Given, context: z.RefinementCtx): void {
  // Unreadable variables are reported separately.
  if (!Array.isArray(given.WITNESSES)) return;
  const names = new Set((given.WITNESSES as ConfiguredWitness[]).map(({ key }) => key.name));
  if ((given.WITNESS_QUORUM as number) <= names.size) return;
  const message = `WITNESS_QUORUM must not be greater than the number of witnesses in WITNESSES, which is ${names.size}`;
  context.addIssue({ code: "custom", path: ["WITNESS_QUORUM"], message });
}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Every variable that the service reads; `.env.example` describes them. */
const schema = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    DATABASE_URL: postgresUrl("DATABASE_URL"),
    DATABASE_OWNER_URL: postgresUrl("DATABASE_OWNER_URL").optional(),
    DATABASE_POOL_SIZE: whole(2, 500).default(10),
    DATABASE_REPLICA_URL: postgresUrl("DATABASE_REPLICA_URL").optional(),
    DATABASE_REPLICA_MAX_LAG: whole(0, 300).default(10),
    DATA_DIR: z
      .string()
      .min(1)
      .default(".data")
      .transform((path) => resolve(path)),
    SERVER_SECRET: z
      .string()
      .min(32, "SERVER_SECRET must have at least 32 characters: `openssl rand -base64 32` generates one")
      .optional(),
    ENCRYPTION_KEY: z.string().trim().refine(isEncryptionKey, `ENCRYPTION_KEY ${encryptionKey}`).optional(),
    ENCRYPTION_KEYS_RETIRED: z
      .string()
      .default("")
      .transform((keys) => keys.split(",").map((key) => key.trim()))
      .transform((keys) => keys.filter((key) => key !== ""))
      .refine((keys) => keys.every(isEncryptionKey), `Each key in ENCRYPTION_KEYS_RETIRED ${encryptionKey}`),
    CHECKPOINT_KEY: readBy(
      readSigningKey,
      "CHECKPOINT_KEY must be an Ed25519 key: PKCS#8 in PEM format, or a seed of 32 bytes in base64",
    ).optional(),
    CHECKPOINT_PUBLIC_KEYS: readBy(
      readPublicKeys,
      "Each key in CHECKPOINT_PUBLIC_KEYS must be an Ed25519 key: SPKI in PEM format, or 32 bytes in base64",
    ).default(""),
    CATALOGUE_PUBLIC_KEYS: readBy(
      readPublicKeys,
      "Each key in CATALOGUE_PUBLIC_KEYS must be an Ed25519 key: SPKI in PEM format, or 32 bytes in base64",
    ).default(""),
    CHECKPOINT_COPY_FILE: location("CHECKPOINT_COPY_FILE"),
    SIGNER_STATE: location("SIGNER_STATE"),
    WITNESSES: readBy(
      readWitnesses,
      "WITNESSES must be a comma-separated list of witnesses: for each, the verifier key, a space and the URL",
    )
      .default("")
      .transform(readWitnesses),
    WITNESS_QUORUM: whole(0, 16).default(0),
    TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
    TSA_CERTIFICATES: readBy(
      readPemCertificates,
      "TSA_CERTIFICATES must contain certificates in PEM format",
    ).optional(),
    EVIDENCE_ARCHIVE_DAYS: whole(1, 3650).optional(),
    EVIDENCE_KEY: readBy(
      readRsaPrivateKey,
      "EVIDENCE_KEY must be an unencrypted 4096-bit RSA key: PKCS#8 in PEM format",
    ).optional(),
    EVIDENCE_SIGN_COMMAND: readBy(
      splitCommand,
      "EVIDENCE_SIGN_COMMAND must be a program with its arguments, without unclosed quotes",
    ).optional(),
    EVIDENCE_CERTIFICATE: readBy(
      readCertificates,
      "EVIDENCE_CERTIFICATE must contain certificates in PEM format, starting with the certificate of a 4096-bit RSA key",
    ).optional(),
    EVIDENCE_PKCS12_FILE: z.string().optional(),
    EVIDENCE_PKCS12_PASSWORD: z.string().default(""),
    EVIDENCE_PUBLIC_KEYS: readBy(
      readRsaPublicKeys,
      "Each key in EVIDENCE_PUBLIC_KEYS must be a 4096-bit RSA key: SPKI or a certificate, in PEM format",
    ).default(""),
    EVIDENCE_SIGNER_NAME: z
      .string()
      .trim()
      .regex(/^[^\p{Cc}]{1,40}$/u, "EVIDENCE_SIGNER_NAME must have 1 to 40 characters on one line")
      .default("Governance Audit Service"),
    S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        "S3_BUCKET must be the name of a bucket, such as governance-evidence",
      )
      .optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_FORCE_PATH_STYLE: flag.optional(),
    S3_PREFIX: z
      .string()
      .regex(/^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/, "S3_PREFIX must look like production/governance")
      .optional(),
    HOST: z.string().min(1).default("127.0.0.1"),
    PORT: whole(0, 65_535).default(3000),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    TRUSTED_PROXY_HOPS: whole(0, 10).default(0),
    REDIS_URL: z
      .string()
      .regex(/^rediss?:\/\//, "REDIS_URL must look like redis://host:6379")
      .optional(),
    SHUTDOWN_DELAY: whole(0, 300).default(5),
    ALLOW_GENERATED_SECRETS: flag.default(false),
    ALLOW_OWNER_CREDENTIALS: flag.default(false),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    METRICS_TOKEN: z.string().min(16).optional(),
    OPERATOR_TOKEN: z.string().min(32).optional(),
    LOG_FOLDER: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
    WEBHOOK_ALLOW_PRIVATE_NETWORK: flag.default(false),
    WEBHOOK_RETRY_SCALE: z.coerce.number().gt(0).max(1).default(1),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^\s/?#]+\/?$/, "SMTP_URL must look like smtp://user:password@host:587 or smtps://host")
      .refine(isDecodable, "SMTP_URL must be a URL: percent-encode special characters of the password")
      .optional(),
    MAIL_FROM: z.string().regex(mailFrom, "MAIL_FROM must look like Name <address@example.com>").optional(),
    OIDC_ISSUER: z
      .string()
      .refine(isOpenIdIssuer, "OIDC_ISSUER must look like https://login.example.com (http only on this machine)")
      .optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_NAME: z
      .string()
      .trim()
      .regex(/^[^\p{Cc}]{1,40}$/u, "OIDC_NAME must have 1 to 40 characters on one line")
      .default("Single sign-on"),
    OIDC_ORGANISATION_ID: z
      .string()
      .regex(/^org_[0-9a-z]+$/, "OIDC_ORGANISATION_ID must be the ID of an organisation, org_…")
      .optional(),
    OIDC_SCOPES: z
      .string()
      .regex(/^(?=.*\bopenid\b)[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, "OIDC_SCOPES must look like openid profile email")
      .default("openid profile email"),
    OIDC_GROUPS_CLAIM: z.string().min(1).default("groups"),
    OIDC_ROLE_MAP: z
      .string()
      .trim()
      .refine(reads(readRoleMap), `OIDC_ROLE_MAP must look like group=ROLE,other=ROLE; roles are ${roles.join(", ")}`)
      .transform(readRoleMap)
      .optional(),
    OPERATOR_ORGANISATION: z
      .string()
      .regex(/^org_[0-9a-z]+$/, "OPERATOR_ORGANISATION must be the ID of an organisation, org_…")
      .optional(),
    BENCHMARK_ROUTES: flag.default(false),
    PROCESS_ROLE: z.enum(["all", "web", "worker"]).default("all"),
    JOBS_CONCURRENCY: whole(1, 2_000).default(200),
    INNGEST_EVENT_KEY: z.string().min(1).optional(),
    INNGEST_SIGNING_KEY: signingKey("INNGEST_SIGNING_KEY"),
    INNGEST_SIGNING_KEY_FALLBACK: signingKey("INNGEST_SIGNING_KEY_FALLBACK"),
    INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    INNGEST_SERVE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
    INNGEST_DEV: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/json"]).default("http/json"),
    OTEL_EXPORTER_OTLP_HEADERS: pairs("OTEL_EXPORTER_OTLP_HEADERS"),
    OTEL_SERVICE_NAME: z.string().min(1).optional(),
    OTEL_RESOURCE_ATTRIBUTES: pairs("OTEL_RESOURCE_ATTRIBUTES"),
    OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  })
  .superRefine(requireInngestKeys)
  .superRefine(requireSender)
  .superRefine(requireOneSigner)
  .superRefine(requireBucket)
  .superRefine(requireWitnesses)
  .superRefine(requireOpenId);

export type Env = z.infer<typeof schema>;

/** The validated environment. The first use throws an error that lists every invalid variable. */
export function env(): Env {
  return singleton("env", () => parseEnv(process.env));
}

/**
 * next-auth reads its URL from the environment or from request headers. This makes it trust the headers, which
 * `lib/platform/auth` sets, so that no second variable with the purpose of PUBLIC_URL is needed.
 */
export function trustAuthHeaders(): void {
  delete process.env["NEXTAUTH_URL"];
  process.env["AUTH_TRUST_HOST"] = "true";
}

/** Parses a set of variables; an empty string counts as absent. Throws an error that lists all problems. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    return `  ${name}: ${name in given ? issue.message : `is required (${issue.message})`}`;
  });
  throw new Error(`Invalid environment:\n${problems.join("\n")}\nSee .env.example.`);
}

/** The version of the service, from its package.json. */
export function serviceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")) as { version?: string };
  return version ?? "unknown";
}
