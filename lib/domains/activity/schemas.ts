import { z } from "zod";

const revision = (what: string) =>
  z.string().meta({
    description: `A version string for ${what}. It changes whenever this data changes. Compare it only for equality.`,
    examples: ["5qh2x1m0k"],
  });

const revisions = {
  detections: revision("shadow AI detections and exception requests"),
  evidence: revision("evidence packages"),
  deliveries: revision("webhook endpoints and deliveries"),
  imports: revision("log imports"),
  verifications: revision("verifications, integrity findings and checkpoints of the chain"),
  members: revision("members"),
  integrations: revision("integrations and the deliveries received from them"),
  alerts: revision("alert policies and their evaluation"),
  streams: revision("audit streams and their progress"),
  reports: revision("reports and their schedules"),
};

export const Activity = z
  .object({
    chainPosition: z
      .int()
      .min(0)
      .meta({ description: "Position of the last event on the audit chain; 0 if the chain is empty" }),
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
