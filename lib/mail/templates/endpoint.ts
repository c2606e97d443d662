import type { Block, Fact } from "@/lib/mail/content";

/** What every mail about a webhook endpoint is told of it. */
export interface EndpointMail {
  /** Whose endpoint it is: people may own several accounts. */
  organisation: { id: string; name: string };
  endpoint: { id: string; url: string; description: string };
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

/** Finished deliveries of some days. */
export interface DeliveryFigures {
  finished: number;
  failed: number;
  /** Length of the window. */
  days: number;
}

/** Host and path: a query may hold what is meant for the receiver only. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return "an address that cannot be read";
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}

export function shownHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an unreadable address";
}

export function endpointFacts({ organisation, endpoint }: EndpointMail, more: Fact[] = []): Block {
  return {
    kind: "facts",
    facts: [
      { name: "Endpoint", value: shownUrl(endpoint.url), code: true },
      ...(endpoint.description.trim() === "" ? [] : [{ name: "Description", value: endpoint.description }]),
      { name: "Endpoint id", value: endpoint.id, code: true },
      { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
      ...more,
    ],
  };
}

/** A request as one writes it down: `POST /v1/webhooks/wh_…/recover {"since":…}`. */
export function call({ endpoint }: EndpointMail, method: string, suffix: string, body?: unknown): string {
  return `${method} /v1/webhooks/${endpoint.id}${suffix}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
}

/** Where the calls are explained, for those who know where the service is. */
export function reference({ publicUrl }: EndpointMail): Block[] {
  if (publicUrl === undefined) return [];
  return [
    { kind: "link", text: "How these calls work: the API reference", url: `${publicUrl.replace(/\/+$/, "")}/docs` },
  ];
}

export function receivedBecause({ organisation }: EndpointMail): string {
  return `You receive this automatic message as the account owner of ${organisation.name}.`;
}

/** `52 of 120 deliveries failed (43.3 %)`. */
export function shownFigures({ finished, failed }: DeliveryFigures): string {
  return `${failed} of ${finished} deliveries failed (${percent(failed, finished)})`;
}

/** Rounded down, so that a share just below a threshold is never shown as the threshold. */
function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.floor((part / whole) * 1000) / 10} %`;
}

/** `2026-11-21 00:49 UTC`. */
export function shownTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
