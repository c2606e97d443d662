import type { GovernanceClient } from "@/clients/typescript/src";

/** Creates paused streams to fictional systems and returns their number. Skips organisations that already have some. */
export async function seedAuditStreams(client: GovernanceClient): Promise<number> {
  const { pagination } = await client.auditStreams.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  const streams = [
    {
      name: "Archive",
      url: "https://archive.example.com/audit",
      maxDelaySeconds: 60,
      from: "beginning" as const,
    },
    {
      name: "Splunk",
      url: "https://splunk.example.com:8088/services/collector/raw",
      filter: { minSeverity: "MEDIUM" as const },
      from: "now" as const,
    },
  ];
  for (const stream of streams) {
    const body = { ...stream, status: "PAUSED" as const };
    await client.auditStreams.create(body, { idempotencyKey: `ide_seed-stream-${stream.name}` });
  }
  return streams.length;
}
