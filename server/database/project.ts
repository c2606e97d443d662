import { join } from "node:path";

/** The Prisma schema: a folder of `.prisma` files. */
export const schemaDirectory = join(import.meta.dirname, "../../prisma/schema");

/** From the working directory, so that it is the same wherever the code was bundled to. */
export const migrationsDirectory = join(process.cwd(), "prisma/migrations");
