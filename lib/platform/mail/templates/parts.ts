import { type Block, type Fact, linkTo, type MailContent } from "@/lib/platform/mail/render";

export interface Notice {
  organisation: { id: string; name: string };
  /** `PUBLIC_URL`; without it, the e-mail has no link. */
  publicUrl: string | undefined;
}

type Organisation = Notice["organisation"];

/** At most this many records are listed. */
const recordsMax = 10;

/** `2026-11-21 00:49 UTC`. */
export function shownTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function organisationFact({ name, id }: Organisation): Fact {
  return { name: "Organisation", value: `${name} · ${id}` };
}

export function records<Item>(
  items: Item[],
  toRecord: (item: Item) => Extract<Block, { kind: "records" }>["records"][number],
  total = items.length,
): Block {
  const shown = items.slice(0, recordsMax);
  const more = total - shown.length;
  return { kind: "records", records: shown.map(toRecord), more: more > 0 ? `and ${more} more` : null };
}

export function nextSteps(...steps: Extract<Block, { kind: "steps" }>["steps"]): Block[] {
  return [
    { kind: "heading", text: "Next steps" },
    { kind: "steps", steps },
  ];
}

export function referenceLink({ publicUrl }: Notice): Block[] {
  return linkTo(publicUrl, "/docs", "API reference");
}

export function asOwner({ name }: Organisation): MailContent["reason"] {
  return `You are receiving this e-mail because you are the account owner of ${name}.`;
}
