import { z } from "zod";
import { Id } from "@/lib/platform/http/schemas";

/**
 * All events that start background work, with the schemas of their data. IDs only: events are stored by the job engine,
 * which may be an external service, so they must not contain payloads, secrets or personal data.
 */
export const jobEvents = {
  /** Events were appended to a chain that has followers. */
  "audit/chain.grown": z.object({ organisationId: Id("organisation") }),
  /** The same for followers that gather events: sent once until they start an evaluation. */
  "audit/chain.watched": z.object({ organisationId: Id("organisation") }),
  /** An inconsistency of a chain was found for the first time. */
  "audit/integrity.failed": z.object({ organisationId: Id("organisation"), eventId: z.string(), code: z.string() }),
  /** A verification of a long chain was stored and must be run. */
  "audit/verification.requested": z.object({ organisationId: Id("organisation"), verificationId: Id("verification") }),
  /** A verification finished without findings. */
  "audit/verification.passed": z.object({ organisationId: Id("organisation"), verificationId: Id("verification") }),
  /** An organisation has checkpoints that have not been published to its endpoints. */
  "audit/checkpoints.issued": z.object({ organisationId: Id("organisation") }),
  /** Checkpoints were signed: request cosignatures and timestamps. */
  "audit/checkpoints.signed": z.object({}),
  /** An endpoint has due deliveries: start a run that attempts them. */
  "webhooks/endpoint.due": z.object({ organisationId: Id("organisation"), endpointId: Id("webhookEndpoint") }),
  /** A delivery failed permanently: check the endpoint's health and notify its owner. */
  "webhooks/delivery.failed": z.object({ organisationId: Id("organisation"), endpointId: Id("webhookEndpoint") }),
  /** A stream has events to deliver, or needs a new run. */
  "audit-streams/batch.due": z.object({ organisationId: Id("organisation"), streamId: Id("auditStream") }),
  /** A package was requested and must be generated; sent again if its generation stopped responding. */
  "evidence/package.requested": z.object({ organisationId: Id("organisation"), packageId: Id("evidencePackage") }),
  /** A report was requested and must be generated; sent again if its generation stopped responding. */
  "reports/report.requested": z.object({ organisationId: Id("organisation"), reportId: Id("report") }),
  /** A log was stored and must be imported; sent again if its import stopped responding. */
  "shadow-ai/import.requested": z.object({ organisationId: Id("organisation"), importId: Id("logImport") }),
  /** Uses of AI services have new traffic, or their assessment inputs changed: assess them. */
  "shadow-ai/traffic.added": z.object({ organisationId: Id("organisation") }),
  /** The registered models approve other uses of AI services: assess all uses. */
  "models/allow-list.changed": z.object({ organisationId: Id("organisation") }),
  /** An e-mail was stored and must be sent. */
  "mail/message.queued": z.object({ mailId: Id("mail") }),
} as const;

/**
 * An event that has had no effect after this time may have been lost by the job server: the next sweep, which runs every
 * minute, sends it again.
 */
export const lostAfterMs = 5_000;

export type JobEventName = keyof typeof jobEvents;
export type JobEventData<Name extends JobEventName> = z.infer<(typeof jobEvents)[Name]>;

/** An event as its sender provides it. */
export type JobEvent = { [Name in JobEventName]: { name: Name; data: JobEventData<Name> } }[JobEventName];
