import { defineConfig } from "prisma/config";

const url = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;

/** For the Prisma CLI: `prisma generate` and, where its engine can be downloaded, `prisma migrate deploy`. */
export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  ...(url && { datasource: { url } }),
});
