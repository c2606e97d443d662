import { type Fact, linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { shownUrl } from "@/lib/platform/mail/templates/endpoint-mails";
import { type Notice, nextSteps, organisationFact, shownTime } from "@/lib/platform/mail/templates/parts";

export interface AuditStreamMail extends Notice {
  /** `behind`: failing or behind for long. `disabled`: the receiver accepts no more events. */
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
  const waiting = `${events.toLocaleString("en")} ${events === 1 ? "event is" : "events are"} waiting to be delivered`;
  const isDisabled = trouble === "disabled";
  const isFailing = stream.failures > 0;
  const facts: Fact[] = [
    { name: "Receiver", value: shownUrl(stream.url), code: true },
    { name: "Stream ID", value: id, code: true },
    organisationFact(organisation),
    { name: "Acknowledged", value: `position ${stream.position} of ${stream.headPosition}` },
  ];
  if (stream.oldestReceivedAt !== null)
    facts.push({ name: "Oldest undelivered event", value: shownTime(stream.oldestReceivedAt) });
  if (isFailing)
    facts.push({
      name: "Last failure",
      value: [stream.lastError, stream.lastStatusCode].filter((part) => part !== null).join(" "),
    });
  const [problem, explanation] = isDisabled
    ? ["was disabled", `${reason} No more events are sent.`]
    : isFailing
      ? [
          "keeps failing",
          `The last ${stream.failures === 1 ? "attempt" : `${stream.failures} attempts`} failed. The service keeps retrying.`,
        ]
      : ["is falling behind", "The receiver accepts events more slowly than they are recorded."];
  return renderMail({
    subject: `Audit stream ${stream.name} ${problem}`,
    preheader: `${waiting}.`,
    title: `The audit stream ${stream.name} ${problem}`,
    blocks: [
      `${explanation} ${waiting}. No events are lost: the stream continues from its last position.`,
      { kind: "facts", facts },
      ...nextSteps(
        { text: "Check the latest attempts:", call: `GET /v1/audit-streams/${id}/batches` },
        { text: "Fix the receiver, then send a test:", call: `POST /v1/audit-streams/${id}/test` },
        ...(isDisabled
          ? [{ text: "Enable the stream again:", call: `PATCH /v1/audit-streams/${id} {"status":"ACTIVE"}` }]
          : []),
      ),
      "You will not receive another e-mail about this until the stream has caught up.",
      ...linkTo(publicUrl, `/streams/${id}`, "Open the stream"),
    ],
    reason: `You are receiving this e-mail because you are an administrator of ${organisation.name}.`,
  });
}
