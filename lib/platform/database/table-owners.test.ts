import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Tables whose domain is not the one that prisma/schema names its file after. */
const ownerOf: Record<string, string> = { credential_changes: "credentials", saved_views: "saved-views" };

/** Domains that may use another domain's table, as `table domain`, each with the reason. */
const exceptions: Record<string, string> = {
  "api_keys credentials": "independence of a decision is one query over everything that changes credentials",
  "audit_event_counts evidence": "a preview adds up the running counts of a model",
  "audit_events audit-streams": "a batch reads contents from its position in the statement that measures it",
  "audit_events shadow-ai": "a list compares detections with their last events in one statement",
  "chain_checkpoints activity": "the poll of every open page is one statement",
  "chain_followers activity": "the poll of every open page is one statement",
  "chain_heads activity": "the poll of every open page is one statement",
  "chain_heads audit-streams": "how far a stream is behind is read with the stream",
  "chain_heads organisations": "an organisation is created with its chain",
  "members credentials": "independence of a decision is one query over everything that changes credentials",
  "members saved-views": "a shared view is listed with its owner's name",
  "models audit-chain": "an append checks its model in the statement that takes the chain's lock",
  "models organisations": "an organisation is created with its system model",
  "organisations api-keys": "authentication reads the key and its organisation in one statement",
  "organisations audit-chain": "sweeps page through the organisations",
  "organisations members": "authentication reads the session and its organisation in one statement",
};

interface Table {
  table: string;
  owner: string;
  /** Matches a statement or a Prisma call that uses the table. */
  use: RegExp;
}

const tables: Table[] = readdirSync(join(root, "prisma/schema")).flatMap((file) =>
  [...read(`prisma/schema/${file}`).matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(([, model = "", body = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
    const client = model.charAt(0).toLowerCase() + model.slice(1);
    return {
      table,
      owner: ownerOf[table] ?? file.replace(".prisma", ""),
      use: new RegExp(
        `(?:\\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\\s+"?${table}\\b)|(?:\\.${client}\\.(?:find|create|update|delete|count|upsert|aggregate|groupBy))`,
      ),
    };
  }),
);

/** Every use of a table outside its owner's folder, as `table domain`, with the files. */
function foreignUses(): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const path of readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" })) {
    // Only stores have SQL and Prisma; .dependency-cruiser.cjs enforces that.
    if (!/(?:\/|-)store\.ts$/.test(path)) continue;
    const source = read(`lib/${path}`).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const domain = path.split("/")[1] ?? "";
    for (const { table, owner, use } of tables) {
      if (domain === owner || !use.test(source)) continue;
      const key = `${table} ${domain}`;
      uses.set(key, [...(uses.get(key) ?? []), path]);
    }
  }
  return uses;
}

it("each table is used only in its own domain, except for declared exceptions", () => {
  expect(tables.length).toBeGreaterThan(50);
  const uses = foreignUses();
  const undeclared = [...uses].filter(([key]) => !(key in exceptions));
  expect(undeclared, "declare it with a reason, or call a function of the table's domain").toEqual([]);
});

it("all declared exceptions are needed", () => {
  const uses = foreignUses();
  expect(Object.keys(exceptions).filter((key) => !uses.has(key))).toEqual([]);
});
