import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { pool } from "@/lib/platform/database/db";

/** The context of a new signed-in member of the same organisation. */
export async function createTestPerson(ctx: Context, role: Role, name = "Ada Example"): Promise<Context> {
  const id = newId("member");
  const email = `${id}@example.com`;
  await pool().query(
    `INSERT INTO members (id, organisation_id, email, name, role, joined_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, now(), now(), now())`,
    [id, ctx.organisation.id, email, name, role],
  );
  return {
    ...ctx,
    actor: { kind: "user", id, email, name, role, sessionId: newId("session") },
    scopes: new Set(),
  };
}
