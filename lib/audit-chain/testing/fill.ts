import pg from "pg";
import { hashText } from "@/lib/audit-chain/block";
import type { TestChain } from "@/lib/audit-chain/testing/chain";
import { bytesOf } from "@/lib/audit-chain/testing/independent-merkle";

/** What stands as the block hash at a position of a chain that {@link fillChain} made. */
export function filledHash(position: number): string {
  return position === 0 ? `sha256:${"0".repeat(64)}` : hashText(`block ${position}`);
}

/** The leaves of such a chain. */
export function filledEntries(size: number): Buffer[] {
  return Array.from({ length: size }, (_, i) => bytesOf(filledHash(i + 1)));
}

/**
 * Puts events on an empty chain as its database's owner, quickly: linked to each other, but of contents that do not
 * verify. For what looks at block hashes only.
 */
export async function fillChain(
  ownerUrl: string,
  { ctx, modelId }: TestChain,
  from: number,
  to: number,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("BEGIN");
    await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
    await owner.query("ALTER TABLE chain_heads DISABLE TRIGGER USER");
    await owner.query(
      `INSERT INTO audit_events (organisation_id, chain_position, id, block_hash, previous_hash, previous_model_hash,
         "timestamp", recorded_at, event_type, severity, model_id, source, content_hash, content, tags)
       SELECT $1, n, 'evt_' || substr($1, 5) || n, ${sqlHash("n")}, CASE n WHEN 1 THEN $4 ELSE ${sqlHash("n - 1")} END, $4,
         now(), now(), 'INFERENCE', 'INFO', $5, 'API', $4, '{}', '{}'
       FROM generate_series($2::bigint, $3::bigint) n`,
      [ctx.organisation.id, from, to, filledHash(0), modelId],
    );
    await owner.query(
      "UPDATE chain_heads SET position = $2, block_hash = $3, recorded_at = now() WHERE organisation_id = $1",
      [ctx.organisation.id, to, filledHash(to)],
    );
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only");
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_erase_only");
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_continue_head");
    await owner.query("ALTER TABLE chain_heads ENABLE ALWAYS TRIGGER chain_heads_move_forward");
    await owner.query("ALTER TABLE chain_heads ENABLE ALWAYS TRIGGER chain_heads_never_deleted");
    await owner.query("COMMIT");
  } finally {
    await owner.end();
  }
}

function sqlHash(position: string): string {
  return `'sha256:' || encode(sha256(convert_to('block ' || (${position}), 'UTF8')), 'hex')`;
}
