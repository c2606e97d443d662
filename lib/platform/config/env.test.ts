import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/platform/config/env";
import { certify, pemOf, rsaTestKey } from "@/lib/platform/signing/testing";

const DATABASE_URL = "postgresql://gas:secret@localhost:5432/governance";

describe("env", () => {
  it("requires only the database", () => {
    expect(parseEnv({ DATABASE_URL })).toMatchObject({
      NODE_ENV: "production",
      DATABASE_URL,
      DATABASE_POOL_SIZE: 10,
      DATA_DIR: resolve(".data"),
      HOST: "127.0.0.1",
      PORT: 3000,
      TRUSTED_PROXY_HOPS: 0,
      LOG_LEVEL: "info",
      BENCHMARK_ROUTES: false,
    });
  });

  it("treats an empty variable as unset, and ignores unknown variables", () => {
    const env = parseEnv({ DATABASE_URL, PORT: "", METRICS_TOKEN: "", REDIS_URL: "", PATH: "/bin" });
    expect(env.PORT).toBe(3000);
    expect(env.METRICS_TOKEN).toBeUndefined();
    expect(env.REDIS_URL).toBeUndefined();
    expect(env).not.toHaveProperty("PATH");
  });

  it.each([
    ["PORT", "0", 0],
    ["PORT", "65535", 65_535],
    ["TRUSTED_PROXY_HOPS", "2", 2],
    ["DATABASE_POOL_SIZE", "500", 500],
    ["BENCHMARK_ROUTES", "true", true],
    ["DATA_DIR", "/var/lib/gas", "/var/lib/gas"],
    ["PUBLIC_URL", "https://audit.example.com", "https://audit.example.com"],
    ["REDIS_URL", "rediss://cache:6380", "rediss://cache:6380"],
    ["ENCRYPTION_KEY", `${"A".repeat(43)}=`, `${"A".repeat(43)}=`],
    [
      "ENCRYPTION_KEYS_RETIRED",
      ` ${"A".repeat(43)}=, ${"B".repeat(43)}=,`,
      [`${"A".repeat(43)}=`, `${"B".repeat(43)}=`],
    ],
    ["CHECKPOINT_KEY", `${"A".repeat(43)}=`, `${"A".repeat(43)}=`],
    ["CHECKPOINT_PUBLIC_KEYS", `${"A".repeat(43)}=, ${"B".repeat(43)}=,`, `${"A".repeat(43)}=, ${"B".repeat(43)}=,`],
    ["CHECKPOINT_COPY_FILE", "/var/lib/gas/copies", "/var/lib/gas/copies"],
    ["SIGNER_STATE", "/var/lib/gas/signer", "/var/lib/gas/signer"],
    ["EVIDENCE_SIGNER_NAME", " Prüf-Dienst (London) ", "Prüf-Dienst (London)"],
    ["WEBHOOK_ALLOW_PRIVATE_NETWORK", "true", true],
    ["MAIL_FROM", "Prüf-Dienst <audit@example.com>", "Prüf-Dienst <audit@example.com>"],
    ["MAIL_FROM", "audit@example.com", "audit@example.com"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318", "http://collector:4318"],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      "authorization=Bearer%20a%3Db, x-team = risk",
      { authorization: "Bearer a=b", "x-team": "risk" },
    ],
    ["OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test,", { "deployment.environment.name": "test" }],
    ["OTEL_TRACES_SAMPLER", "traceidratio", "traceidratio"],
    ["OTEL_TRACES_SAMPLER_ARG", "0.25", 0.25],
  ])("%s=%s is read as %j", (name, text, value) => {
    expect(parseEnv({ DATABASE_URL, [name]: text })).toHaveProperty(name, value);
  });

  it.each([
    ["DATABASE_URL", undefined, "DATABASE_URL: is required"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "OTEL_EXPORTER_OTLP_ENDPOINT: "],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://collector:4317", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_PROTOCOL: "],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization", "OTEL_EXPORTER_OTLP_HEADERS must look like name=value"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=%zz", "OTEL_EXPORTER_OTLP_HEADERS must look like name=value"],
    ["OTEL_RESOURCE_ATTRIBUTES", "=x", "OTEL_RESOURCE_ATTRIBUTES must look like name=value"],
    ["OTEL_TRACES_SAMPLER", "sometimes", "OTEL_TRACES_SAMPLER: "],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", "OTEL_TRACES_SAMPLER_ARG: "],
    ["DATABASE_URL", "", "DATABASE_URL: is required"],
    ["DATABASE_URL", "mysql://localhost/x", "must look like postgresql://"],
    ["DATABASE_URL", "postgresql://localhost", "must look like postgresql://"],
    ["DATABASE_OWNER_URL", "localhost", "DATABASE_OWNER_URL must look like postgresql://"],
    ["DATABASE_POOL_SIZE", "1", "DATABASE_POOL_SIZE: "],
    ["DATABASE_POOL_SIZE", "501", "DATABASE_POOL_SIZE: "],
    ["PORT", "65536", "PORT: "],
    ["PORT", "-1", "PORT: "],
    ["PORT", "3000.5", "PORT: "],
    ["PORT", "http", "PORT: "],
    ["TRUSTED_PROXY_HOPS", "11", "TRUSTED_PROXY_HOPS: "],
    ["SERVER_SECRET", "too short", "must have at least 32 characters"],
    ["ENCRYPTION_KEY", "c2hvcnQ=", "openssl rand -base64 32"],
    ["ENCRYPTION_KEY", "A".repeat(44), "ENCRYPTION_KEY must be 32 bytes in base64"],
    ["ENCRYPTION_KEYS_RETIRED", `${"A".repeat(43)}=,c2hvcnQ=`, "Each key in ENCRYPTION_KEYS_RETIRED must be"],
    ["CHECKPOINT_KEY", "c2hvcnQ=", "CHECKPOINT_KEY must be an Ed25519 key"],
    ["CHECKPOINT_PUBLIC_KEYS", `${"A".repeat(43)}=,c2hvcnQ=`, "Each key in CHECKPOINT_PUBLIC_KEYS must be"],
    ["EVIDENCE_KEY", "hunter2", "EVIDENCE_KEY must be an unencrypted 4096-bit RSA key"],
    ["EVIDENCE_KEY", rsaTestKey("short", 3072).pem, "EVIDENCE_KEY must be an unencrypted 4096-bit RSA key"],
    ["EVIDENCE_SIGN_COMMAND", "sign 'a", "EVIDENCE_SIGN_COMMAND must be a program with its arguments"],
    ["EVIDENCE_SIGN_COMMAND", "sign a", "EVIDENCE_CERTIFICATE: is required (because EVIDENCE_SIGN_COMMAND is set)"],
    ["EVIDENCE_CERTIFICATE", "hunter2", "EVIDENCE_CERTIFICATE must contain certificates in PEM format"],
    ["EVIDENCE_PUBLIC_KEYS", "hunter2", "Each key in EVIDENCE_PUBLIC_KEYS must be a 4096-bit RSA key"],
    ["EVIDENCE_SIGNER_NAME", "a".repeat(41), "EVIDENCE_SIGNER_NAME must have 1 to 40 characters"],
    ["EVIDENCE_SIGNER_NAME", "a\nb", "EVIDENCE_SIGNER_NAME must have 1 to 40 characters"],
    ["S3_BUCKET", "Evidence", "S3_BUCKET must be the name of a bucket"],
    ["S3_ENDPOINT", "storage.example.com", "S3_ENDPOINT: "],
    ["S3_FORCE_PATH_STYLE", "yes", "S3_FORCE_PATH_STYLE: "],
    ["S3_PREFIX", "../other", "S3_PREFIX must look like"],
    ["S3_PREFIX", "production/", "S3_PREFIX must look like"],
    [
      "SIGNER_STATE",
      "s3://governance-signer/state",
      "S3_BUCKET: is required (because SIGNER_STATE refers to an object store)",
    ],
    ["SIGNER_STATE", "https://governance-signer/state", "SIGNER_STATE must be a path, or look like s3://bucket/prefix"],
    ["CHECKPOINT_COPY_FILE", "s3://UPPER/x", "CHECKPOINT_COPY_FILE must be a path, or look like s3://bucket/prefix"],
    ["METRICS_TOKEN", "short", "METRICS_TOKEN: "],
    ["SMTP_URL", "smtp://smtp.example.com", "MAIL_FROM: is required (because SMTP_URL is set)"],
    ["SMTP_URL", "smtp.example.com:587", "SMTP_URL must look like smtp://"],
    ["SMTP_URL", "https://smtp.example.com", "SMTP_URL must look like smtp://"],
    ["SMTP_URL", "smtp://user:p%zz@smtp.example.com", "SMTP_URL must be a URL"],
    ["MAIL_FROM", "Audit", "MAIL_FROM must look like"],
    ["MAIL_FROM", "Audit <audit@example.com>\r\nBcc: spy@example.com", "MAIL_FROM must look like"],
    ["MAIL_FROM", "a@example.com, b@example.com", "MAIL_FROM must look like"],
    ["PUBLIC_URL", "audit.example.com", "PUBLIC_URL: "],
    ["PUBLIC_URL", "ftp://audit.example.com", "PUBLIC_URL: "],
    ["REDIS_URL", "http://cache", "must look like redis://"],
    ["LOG_LEVEL", "verbose", "LOG_LEVEL: "],
    ["NODE_ENV", "staging", "NODE_ENV: "],
    ["BENCHMARK_ROUTES", "yes", "BENCHMARK_ROUTES: "],
  ])("rejects %s=%j", (name, text, message) => {
    expect(() => parseEnv({ DATABASE_URL, [name]: text })).toThrow(message);
  });

  it("reports all problems together, without values", () => {
    const parse = () => parseEnv({ DATABASE_URL: "mysql://user:hunter2@db/x", PORT: "http", SERVER_SECRET: "hunter2" });
    expect(parse).toThrow(/DATABASE_URL.*\n.*SERVER_SECRET.*\n.*PORT.*\nSee \.env\.example\.$/s);
    expect(parse).not.toThrow("hunter2");
  });

  it.each([
    [{ INNGEST_EVENT_KEY: "key" }, "INNGEST_SIGNING_KEY: is required"],
    [{ INNGEST_SIGNING_KEY: "signkey-prod-00ff" }, "INNGEST_EVENT_KEY: is required"],
    [{ INNGEST_BASE_URL: "http://inngest:8288" }, "INNGEST_EVENT_KEY: is required"],
    [{ INNGEST_EVENT_KEY: "key", INNGEST_SIGNING_KEY: "not hexadecimal" }, "INNGEST_SIGNING_KEY must look like"],
  ])("rejects an incomplete Inngest configuration: %j", (variables, problem) => {
    expect(() => parseEnv({ DATABASE_URL, ...variables })).toThrow(problem);
  });

  it.each([
    [{}],
    [{ INNGEST_EVENT_KEY: "key", INNGEST_SIGNING_KEY: "signkey-prod-00ff" }],
    [{ INNGEST_EVENT_KEY: "key", INNGEST_SIGNING_KEY: "00ff", INNGEST_BASE_URL: "http://inngest:8288" }],
    [{ INNGEST_DEV: "http://localhost:8288" }],
  ])("requires all Inngest variables if one is set: %j", (variables) => {
    expect(parseEnv({ DATABASE_URL, ...variables })).toMatchObject(variables);
  });

  const bucket = { S3_BUCKET: "governance-evidence", S3_REGION: "eu-west-1" };

  it.each([
    [{ S3_BUCKET: "governance-evidence" }, "S3_REGION: is required (because S3_BUCKET is set"],
    [{ S3_REGION: "eu-west-1" }, "S3_BUCKET: is required (because S3_REGION is set)"],
    [{ S3_FORCE_PATH_STYLE: "false" }, "S3_BUCKET: is required (because S3_FORCE_PATH_STYLE is set)"],
    [
      { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "hunter2" },
      "S3_BUCKET: is required (because S3_ACCESS_KEY_ID is set)",
    ],
    [{ ...bucket, S3_ACCESS_KEY_ID: "id" }, "S3_SECRET_ACCESS_KEY: is required"],
    [{ ...bucket, S3_SECRET_ACCESS_KEY: "hunter2" }, "S3_ACCESS_KEY_ID: is required"],
  ])("rejects an incomplete bucket configuration: %j", (variables, problem) => {
    const parse = () => parseEnv({ DATABASE_URL, ...variables });
    expect(parse).toThrow(problem);
    expect(parse).not.toThrow("hunter2");
  });

  it.each([
    [bucket],
    [{ S3_BUCKET: "b.1", S3_ENDPOINT: "http://127.0.0.1:9000", S3_PREFIX: "production/gas.1" }],
    [{ ...bucket, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" }],
  ])("requires all bucket variables if one is set: %j", (variables) => {
    expect(parseEnv({ DATABASE_URL, ...variables })).toMatchObject(variables);
  });

  it("evidence is signed with a key or a command, with a certificate of that key", async () => {
    const key = rsaTestKey("one");
    const certificate = await certify("Example", key.publicKey, "Example", key.privateKey);
    const signed = {
      EVIDENCE_KEY: key.pem,
      EVIDENCE_CERTIFICATE: certificate,
      EVIDENCE_PUBLIC_KEYS: pemOf(key.publicKey),
    };
    expect(parseEnv({ DATABASE_URL, ...signed })).toMatchObject(signed);
    const command = { EVIDENCE_SIGN_COMMAND: "sign 'a key'", EVIDENCE_CERTIFICATE: certificate };
    expect(parseEnv({ DATABASE_URL, ...command })).toMatchObject(command);
    expect(() => parseEnv({ DATABASE_URL, ...signed, ...command })).toThrow(
      "must not be set together with EVIDENCE_SIGN_COMMAND",
    );
    expect(() => parseEnv({ DATABASE_URL, EVIDENCE_ARCHIVE_DAYS: "90" })).toThrow(
      "TSA_URL: is required (because EVIDENCE_ARCHIVE_DAYS is set)",
    );
    const file = { EVIDENCE_PKCS12_FILE: "/run/secrets/evidence.p12", EVIDENCE_PKCS12_PASSWORD: "secret" };
    expect(parseEnv({ DATABASE_URL, ...file })).toMatchObject(file);
    for (const name of ["EVIDENCE_KEY", "EVIDENCE_CERTIFICATE", "EVIDENCE_SIGN_COMMAND"]) {
      expect(() => parseEnv({ DATABASE_URL, ...signed, ...command, ...file })).toThrow(
        `${name}: must not be set together with EVIDENCE_PKCS12_FILE`,
      );
    }
  });
});

describe("signing in through OpenID Connect", () => {
  const whole = {
    DATABASE_URL,
    OIDC_ISSUER: "https://login.example.com",
    OIDC_CLIENT_ID: "governance",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_ORGANISATION_ID: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
    OIDC_ROLE_MAP: "admins=ADMIN,risk=ANALYST",
  };

  it("is off by default", () => {
    expect(parseEnv({ DATABASE_URL }).OIDC_ISSUER).toBeUndefined();
  });

  it("has a default name, scopes and claim", () => {
    expect(parseEnv(whole)).toMatchObject({
      OIDC_NAME: "Single sign-on",
      OIDC_SCOPES: "openid profile email",
      OIDC_GROUPS_CLAIM: "groups",
      OIDC_ROLE_MAP: [
        { group: "admins", role: "ADMIN" },
        { group: "risk", role: "ANALYST" },
      ],
    });
  });

  it.each([
    ["cn=risk,ou=groups=ANALYST, Audit Team = AUDITOR", ["cn=risk,ou=groups", "Audit Team"]],
    ["a=VIEWER", ["a"]],
    ["a=b=VIEWER,VIEWER=ADMIN", ["a=b", "VIEWER"]],
  ])("reads the groups of %j", (map, groups) => {
    expect(parseEnv({ ...whole, OIDC_ROLE_MAP: map }).OIDC_ROLE_MAP?.map(({ group }) => group)).toEqual(groups);
  });

  it.each(["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ORGANISATION_ID", "OIDC_ROLE_MAP"])(
    "requires %s",
    (name) => {
      expect(() => parseEnv({ ...whole, [name]: "" })).toThrow(`${name}: is required`);
    },
  );

  it.each([
    ["OIDC_ISSUER", "http://login.example.com", "must look like https://"],
    ["OIDC_ISSUER", "login.example.com", "must look like https://"],
    ["OIDC_ORGANISATION_ID", "bank", "must be the ID of an organisation"],
    ["OIDC_ROLE_MAP", "risk", "must look like group=ROLE"],
    ["OIDC_ROLE_MAP", "risk=analyst", "must look like group=ROLE"],
    ["OIDC_ROLE_MAP", "risk=ANALYST,audit", "must look like group=ROLE"],
    ["OIDC_ROLE_MAP", "risk=OWNER", "VIEWER, ANALYST"],
    ["OIDC_SCOPES", "profile email", "must look like openid"],
    ["OIDC_NAME", "a\nb", "on one line"],
  ])("rejects %s=%s", (name, value, problem) => {
    expect(() => parseEnv({ ...whole, [name]: value })).toThrow(problem);
  });

  it.each(["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"])("accepts %s", (issuer) => {
    expect(parseEnv({ ...whole, OIDC_ISSUER: issuer }).OIDC_ISSUER).toBe(issuer);
  });
});
