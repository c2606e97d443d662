import { z } from "zod";

const revision = (what: string) =>
  z.string().meta({
    description: `Another text once ${what} changed; compare it, read nothing into it`,
    examples: ["5qh2x1m0k"],
  });

const revisions = {
  detections: revision("detections of shadow AI, or requests for exceptions,"),
  evidence: revision("evidence packages"),
  deliveries: revision("webhook endpoints, or deliveries to them,"),
  imports: revision("imports of logs"),
  verifications: revision("verifications, integrity findings or checkpoints of the chain"),
  members: revision("members"),
  integrations: revision("integrations, or what came from them,"),
  alerts: revision("alert policies, or what came of them,"),
  streams: revision("audit streams, or how far they are,"),
  reports: revision("reports, or their schedules,"),
};

/** What an organisation's data has come to, in a few words: the answer of `GET /v1/activity`. */
export const Activity = z
  .object({
    chainPosition: z
      .int()
      .min(0)
      .meta({ description: "Position of the last event of the audit chain; 0 while it is empty" }),
    revisions: z.object(revisions),
  })
  .meta({
    id: "Activity",
    examples: [
      {
        chainPosition: 184_302,
        revisions: {
          detections: "5qh2x1m0k",
          evidence: "5qgzpl8ws",
          deliveries: "5qh2x1m7c",
          imports: "5qh2x0v4e",
          verifications: "5qh2v3k1a.184300",
          members: "5q9n1c0fh",
          integrations: "5qh2x1m2a",
          alerts: "5qgz0k1xq.184302",
          streams: "5qh2x1n0b",
          reports: "5qh2x1m4e",
        },
      },
    ],
  });
export type Activity = z.infer<typeof Activity>;

export type ActivityKind = keyof typeof revisions;
