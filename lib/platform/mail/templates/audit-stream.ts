import { type Fact, linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { shownTime, shownUrl } from "@/lib/platform/mail/templates/endpoint-mails";

export interface AuditStreamMail {
  organisation: { id: string; name: string };
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
  /** It fails or is behind for long, or its receiver wants no more. */
  trouble: "behind" | "disabled";
  stream: {
    id?: string;
    streamId?: string;
    name: string;
    url: string;
    position: number;
    headPosition: number;
    failures: number;
    lastError: string | null;
    lastStatusCode: number | null;
    oldestReceivedAt: Date | null;
  };
  reason?: string;
}

export function auditStreamMail({ organisation, publicUrl, trouble, stream, reason }: AuditStreamMail): RenderedMail {
  const id = stream.id ?? stream.streamId ?? "";
  const events = stream.headPosition - stream.position;
  const waiting = `${events.toLocaleString("en")} ${events === 1 ? "event waits" : "events wait"} to be delivered`;
  const isFailing = stream.failures > 0;
  const what = trouble === "disabled" ? "was disabled" : isFailing ? "keeps failing" : "is falling behind";
  const facts: Fact[] = [
    { name: "Receiver", value: shownUrl(stream.url), code: true },
    { name: "Stream id", value: id, code: true },
    { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
    { name: "Acknowledged", value: `position ${stream.position} of ${stream.headPosition}` },
    ...(stream.oldestReceivedAt === null
      ? []
      : [{ name: "Oldest event that is missing there", value: shownTime(stream.oldestReceivedAt) }]),
    ...(isFailing
      ? [
          {
            name: "Last failure",
            value: [stream.lastError, stream.lastStatusCode].filter((one) => one !== null).join(" "),
          },
        ]
      : []),
  ];
  const why =
    trouble === "disabled"
      ? `${reason} Nothing is sent any more.`
      : isFailing
        ? `Its receiver has not taken the last ${stream.failures} attempts. The service goes on trying.`
        : "Its receiver takes events more slowly than they come.";
  const steps = [
    { text: "See the last attempts:", call: `GET /v1/audit-streams/${id}/batches` },
    { text: "Correct the receiver, and send it a test:", call: `POST /v1/audit-streams/${id}/test` },
    ...(trouble === "disabled"
      ? [{ text: "Make the stream active again:", call: `PATCH /v1/audit-streams/${id} {"status":"ACTIVE"}` }]
      : []),
  ];
  return renderMail({
    subject: `Audit stream ${stream.name} ${what}`,
    preheader: `${waiting}.`,
    title: `The audit stream ${stream.name} ${what}`,
    blocks: [
      { kind: "paragraph", text: `${why} ${waiting}. Nothing is lost: the stream goes on where it stopped.` },
      { kind: "facts", facts },
      { kind: "heading", text: "What to do" },
      { kind: "steps", steps },
      { kind: "paragraph", text: "This message comes once, until the stream has caught up." },
      ...linkTo(publicUrl, `/streams/${id}`, "The stream"),
    ],
    reason: `You receive this automatic message as an administrator of ${organisation.name}.`,
  });
}
