import { resolve } from "node:path";
import { z } from "zod";
import { singleton } from "@/lib/singleton";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");

function postgresUrl(name: string) {
  return z.string().refine((value) => /^postgres(ql)?:\/\/[^/]+\/./.test(value), {
    message: `${name} must look like postgresql://user:password@host:5432/database`,
  });
}

const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high);

/** Every variable the service reads. `.env.example` lists the same names with what they mean. */
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: postgresUrl("DATABASE_URL"),
  DATABASE_OWNER_URL: postgresUrl("DATABASE_OWNER_URL").optional(),
  DATABASE_POOL_SIZE: whole(2, 500).default(10),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .transform((path) => resolve(path)),
  SERVER_SECRET: z
    .string()
    .min(32, "SERVER_SECRET must have at least 32 characters: `openssl rand -base64 32` makes a good one")
    .optional(),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: whole(0, 65_535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXY_HOPS: whole(0, 10).default(0),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "REDIS_URL must look like redis://host:6379")
    .optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  METRICS_TOKEN: z.string().min(16).optional(),
  BENCHMARK_ROUTES: flag.default(false),
});

export type Env = z.infer<typeof schema>;

/** The validated environment. Throws once, naming every variable that is wrong, at the first use. */
export function env(): Env {
  return singleton("env", () => parseEnv(process.env));
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
  throw new Error(`The environment is not valid:\n${problems.join("\n")}\nSee .env.example.`);
}
