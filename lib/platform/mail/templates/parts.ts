import { type Block, linkTo } from "@/lib/platform/mail/render";

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

/** A name with its value, in a monospaced font if it is `code`; omitted without a value. */
type Row = readonly [name: string, value: string | null | undefined, style?: "code"];

export function facts(...rows: Row[]): Block {
  const shown = rows.flatMap(([name, value, style]) => (value ? [{ name, value, code: style === "code" }] : []));
  return { kind: "facts", facts: shown };
}

export function organisationFact({ name, id }: Organisation): Row {
  return ["Organisation", `${name} · ${id}`];
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

/** A step, and the request or command to copy for it. */
export type NextStep = [text: string, call?: string];

export function nextSteps(...steps: NextStep[]): Block[] {
  return [
    { kind: "heading", text: "Next steps" },
    { kind: "steps", steps: steps.map(([text, call]) => ({ text, ...(call !== undefined && { call }) })) },
  ];
}

export function referenceLink({ publicUrl }: Notice): Block[] {
  return linkTo(publicUrl, "/docs/api", "API reference");
}

/** The reason for an e-mail: who the recipient is. */
export function because(role: string): string {
  return `You are receiving this e-mail because ${role}.`;
}

export function asOwner({ name }: Organisation): string {
  return because(`you are the account owner of ${name}`);
}

/** A page with the token or the settings, which exists even without PUBLIC_URL. */
export function pageLink(text: string, url: string): Block {
  return { kind: "link", text, url };
}
