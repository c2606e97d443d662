import type { Block } from "@/lib/mail/content";

/** What a mail says of a detection of shadow AI. */
export interface MailedDetection {
  /** `sad_…`. */
  id: string;
  provider: string;
  /** Host name. */
  endpoint: string;
  severity: string;
  status: string;
  /** From 0 to 100. */
  score: number;
  department: string | null;
  /** Why the service opened it again, as the API names it; null where it did not. */
  reopenedFor: string | null;
}

export interface DetectionMail {
  organisation: { id: string; name: string };
  /** At least one. */
  detections: MailedDetection[];
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

const shownMax = 10;

/** `api.openai.com`, or `3 detections`. */
export function shownSubject({ detections }: DetectionMail): string {
  const [only] = detections;
  return detections.length === 1 && only ? only.endpoint : `${detections.length} detections`;
}

/** The detections, ten at most, each with a problem and with where it is read. */
export function detectionRecords(
  { detections }: DetectionMail,
  problemOf: (detection: MailedDetection) => string,
): Block {
  const more = detections.length - shownMax;
  return {
    kind: "records",
    records: detections.slice(0, shownMax).map((detection) => ({
      title: `${detection.provider} at ${detection.endpoint}`,
      problem: problemOf(detection),
      details: [
        `Severity ${detection.severity}, score ${detection.score} of 100.`,
        ...(detection.department === null ? [] : [`Department: ${detection.department}.`]),
        `GET /v1/shadow-ai/${detection.id}`,
      ],
    })),
    more: more > 0 ? `and ${more} more` : null,
  };
}

/** Where the calls are explained, for those who know where the service is. */
export function detectionReference({ publicUrl }: DetectionMail): Block[] {
  if (publicUrl === undefined) return [];
  return [
    { kind: "link", text: "How these calls work: the API reference", url: `${publicUrl.replace(/\/+$/, "")}/docs` },
  ];
}

export function assigneeBecause({ organisation }: DetectionMail): string {
  return `You receive this automatic message because detections of ${organisation.name} (${organisation.id}) are assigned to you.`;
}
