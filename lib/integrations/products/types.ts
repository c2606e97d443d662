import type { EventType, Severity } from "@/lib/audit-chain/vocabulary";

/** A delivery as it arrived: nothing of it is believed until its signature was checked. */
export interface SignedRequest {
  headers: Headers;
  /** The bytes that were signed. */
  body: Uint8Array;
}

/** The event that a delivery becomes, once its model is known. */
export interface Translation {
  /** The product's thing that rules map to a model: a repository, the key of a project, the name of a registered model. */
  subject: string;
  eventType: EventType;
  severity: Severity;
  /** When it happened, by the product's clock, in the contract's form; undefined where it does not say. */
  occurredAt: string | undefined;
  /** The few facts that the table of the product names. */
  payload: Record<string, unknown>;
}

/** A ticket as a delivery tells of it. */
export interface Ticket {
  key: string;
  url: string;
  title: string;
  status: string;
  /** When it was so, by the product's clock; undefined where it does not say. */
  toldAt: string | undefined;
  /** Ids of audit events that its text names, whether there are such events or not. */
  eventIds: string[];
}

/** What a delivery says. */
export interface Reading {
  /** What it is about, in the product's words: `pull_request.closed`. */
  topic: string;
  /** Undefined for what nothing is recorded of. */
  translation: Translation | undefined;
  ticket?: Ticket | undefined;
}

/** How the webhooks of one product are told from others', and what they say. Pure: no clock, no database. */
export interface Product {
  /** The header that names a delivery: the same whenever it is sent again. */
  deliveryIdHeader: string;
  /** Whether upper and lower case differ in the names of its things. */
  isCaseSensitive: boolean;
  /** Whether a delivery is signed with this secret, by the product's own scheme. */
  isSigned(request: SignedRequest, secret: string, nowMs: number): boolean;
  /** Throws `validation_failed` for a body that is not what the product sends. */
  read(headers: Headers, body: unknown): Reading;
}
